import { Button } from '@mantine/core'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { Bones } from '../ui/Bones.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { useMayCall } from '../ui/may.ts'
import { PagingBar } from '../ui/PagingBar.tsx'
import { itemText } from './item-text.ts'
import { type Letter, LetterGrid, type LetterGroup } from './LetterGrid.tsx'
import styles from './OpenApi.module.css'

const LIMIT = 50

/** Values that tell a person apart on a button. */
const NAMED = 3

interface LetterItemsProps {
  id: number
  group: LetterGroup
  onReplay: (ids: number[]) => void
}

/** Failed items of a group with their values. Items that may be about another person are answered here. */
export function LetterItems({ id, group, onReplay }: LetterItemsProps) {
  const { error, path, value } = group
  const t = useWords(itemText)
  const format = useFormat()
  const mayReplay = useMayCall(connectorItems.replay)
  const answer = useWrite(connectorItems.answer, { refreshes: [connectors.list] })
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: LIMIT })
  const from = (page - 1) * limit
  const query = { offset: from, limit, error, ...(path !== null && { path }), ...(value !== null && { value }) }
  const read = useRead(connectorItems.deadLetters, { params: { id }, query })
  const reply = (letter: Letter, said: 'same' | 'other', profileId?: number) =>
    answer.mutate(
      { params: { id }, body: { ids: [letter.id], answer: said, ...(profileId !== undefined && { profileId }) } },
      { onSuccess: ({ replaying }) => alerts.success(t.replaying({ count: replaying })) },
    )
  if (!read.data) return read.error ? <FormNote message={read.error.message} /> : <Bones />
  const letters = read.data.data
  const pages = read.data.total > letters.length && (
    <PagingBar
      total={read.data.total}
      view={{ page, limit }}
      onShow={(to) => setPlace({ page: 1, limit, ...to })}
      compact
    />
  )
  // Items that may be about another person are answered, whatever value told them apart.
  if (letters.some(({ correctable, conflict }) => correctable && !conflict))
    return (
      <div className={styles.mendingItems}>
        <LetterGrid id={id} group={group} letters={letters} from={from} />
        {pages}
      </div>
    )
  return (
    <ul className={styles.results}>
      {letters.map((letter) => (
        <li key={letter.id}>
          <span className={styles.quiet}>{format.dateTime(letter.at)}</span>
          <span className={styles.code}>{letter.values.map((one) => `${one.path}: ${one.value}`).join(' · ')}</span>
          {mayReplay && !letter.replaying && (
            <span className={styles.groupActions}>
              {letter.conflict && (
                <>
                  <SamePerson conflict={letter.conflict} onChoose={(person) => reply(letter, 'same', person)} />
                  <Button onClick={() => reply(letter, 'other')}>{t.other}</Button>
                </>
              )}
              <Button onClick={() => onReplay([letter.id])}>{t.replayOne}</Button>
            </span>
          )}
        </li>
      ))}
      {pages && <li>{pages}</li>}
    </ul>
  )
}

/** The answer that an item is about a person who is there: one button, or one for each of several people. */
function SamePerson({
  conflict,
  onChoose,
}: {
  conflict: NonNullable<Letter['conflict']>
  onChoose: (id?: number) => void
}) {
  const t = useWords(itemText)
  const people = new Set(conflict.people.flatMap(({ profileId }) => profileId ?? []))
  if (people.size < 2) return <Button onClick={() => onChoose()}>{t.same}</Button>
  return [...people].map((id) => {
    const { fields } = conflict.people.find(({ profileId }) => profileId === id)!
    const values = fields.flatMap(({ value }) => (value === null ? [] : String(value))).slice(0, NAMED)
    return (
      <Button key={id} onClick={() => onChoose(id)}>
        {values.length > 0 ? t.sameAs({ id, values: values.join(' ') }) : t.sameAsId({ id })}
      </Button>
    )
  })
}
