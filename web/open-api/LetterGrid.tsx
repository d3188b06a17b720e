import { Button, TextInput } from '@mantine/core'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { IconCheck } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { type Got, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import find from '../imports/data-sources/mending/FindAndReplace.module.css'
import { MendedInput } from '../imports/data-sources/mending/MendedInput.tsx'
import grid from '../imports/data-sources/mending/MendingGrid.module.css'
import { mendingText } from '../imports/data-sources/mending/mending-text.ts'
import { Suggested } from '../imports/data-sources/mending/Suggested.tsx'
import type { MendedCell } from '../imports/data-sources/mending/use-mending.ts'
import { alerts } from '../ui/alerts.ts'
import { useMayCall } from '../ui/may.ts'
import { itemText } from './item-text.ts'
import styles from './OpenApi.module.css'

export type LetterGroup = Got<typeof connectorItems.deadLetterGroups>['data'][number]
export type Letter = Got<typeof connectorItems.deadLetters>['data'][number]

interface LetterGridProps {
  id: number
  group: LetterGroup
  letters: readonly Letter[]
  /** Letters on earlier pages. */
  from: number
}

type Mend = Parameters<ReturnType<typeof useWrite<typeof connectorItems.mend>>['mutateAsync']>[0]['body']

/** Values that show whose item it is. */
const NAMED = 3

/** Refused values of a cause, corrected one by one or all at once, as unreadable cells of a file are. */
export function LetterGrid({ id, group, letters, from }: LetterGridProps) {
  const t = useWords(itemText)
  const m = useWords(mendingText)
  const mayMend = useMayCall(connectorItems.mend)
  const mend = useWrite(connectorItems.mend)
  const body = useRef<HTMLTableSectionElement>(null)
  const { error } = group
  const path = group.path ?? ''
  const send = (what: Mend) => mend.mutateAsync({ params: { id }, body: what }).catch(() => undefined)
  const sendAll = async (what: Mend) => {
    const done = await send(what)
    if (done) alerts.success(t.mended({ count: done.mended }))
    return done !== undefined && done.mended > 0
  }
  const changes = { set: (cell: MendedCell, text: string | null) => send({ ids: [cell.recordNo], text }) }
  const toNext = (input: HTMLInputElement) => {
    const inputs = [...(body.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(input) + 1]
    if (next) next.focus()
    else input.blur()
  }
  return (
    <div className={styles.mending}>
      {mayMend && (
        <div className={styles.mendingHead}>
          <Replace busy={mend.isPending} onReplace={(what) => sendAll({ group: { error, path }, ...what })} />
          {letters.some(({ suggestion, text }) => suggestion !== null && text === null) && (
            <Button
              leftSection={<IconCheck size={16} stroke={1.6} />}
              disabled={mend.isPending}
              onClick={() => void sendAll({ group: { error, path }, suggested: true })}
            >
              {t.takeAll}
            </Button>
          )}
        </div>
      )}
      <div className={grid.rows}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.no}</th>
              <th scope="col">{t.item}</th>
              <th scope="col">{t.sentValue}</th>
              <th scope="col">{m.suggestion}</th>
              <th scope="col">{m.newValue}</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {letters.map((letter, place) => {
              const cell = cellOf(letter, path, from + place + 1)
              const others = letter.values.filter((one) => one.path !== path && one.value !== '').slice(0, NAMED)
              return (
                <tr key={letter.id}>
                  <td>{cell.line}</td>
                  <td className={grid.who}>{others.map(({ value }) => value).join(' · ')}</td>
                  <td className={grid.value}>{letter.value}</td>
                  <td>
                    <Suggested cell={cell} changes={changes} mayChange={mayMend} />
                  </td>
                  <td
                    className={grid.new}
                    data-state={letter.text !== null && letter.unread === null ? 'read' : undefined}
                  >
                    <MendedInput
                      cell={cell}
                      changes={changes}
                      disabled={!mayMend || letter.replaying}
                      placeholder={t.asSent}
                      onNext={toNext}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** A refused value as an unreadable cell of a file. */
const cellOf = ({ id, value, text, suggestion, unread }: Letter, path: string, line: number): MendedCell => ({
  ...{ recordNo: id, sourceSchemaId: path, line, who: [], hit: false },
  ...{ value: value ?? '', text, suggestion, error: unread },
})

interface ReplaceProps {
  busy: boolean
  onReplace: (what: { find: string; replacement: string }) => Promise<boolean>
}

/** Replaces a part of each refused value of the group. */
function Replace({ busy, onReplace }: ReplaceProps) {
  const t = useWords(itemText)
  const m = useWords(mendingText)
  const name = useId()
  const [typed, setTyped] = useState({ find: '', replacement: '' })
  return (
    <form
      className={find.bar}
      onSubmit={(event) => {
        event.preventDefault()
        void onReplace(typed).then((done) => done && setTyped({ find: '', replacement: '' }))
      }}
    >
      <div className={find.field}>
        <label htmlFor={`${name}-find`}>{m.find}</label>
        <TextInput
          id={`${name}-find`}
          value={typed.find}
          maxLength={200}
          onChange={(event) => setTyped({ ...typed, find: event.currentTarget.value })}
        />
      </div>
      <div className={find.field}>
        <label htmlFor={`${name}-text`}>{m.replaceWith}</label>
        <TextInput
          id={`${name}-text`}
          value={typed.replacement}
          maxLength={200}
          placeholder={m.leftEmpty}
          onChange={(event) => setTyped({ ...typed, replacement: event.currentTarget.value })}
        />
      </div>
      <Button type="submit" disabled={typed.find === ''} loading={busy}>
        {t.replaceAll}
      </Button>
    </form>
  )
}
