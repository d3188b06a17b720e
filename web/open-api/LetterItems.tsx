import { Button } from '@mantine/core'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { Bones } from '../ui/Bones.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { useMayCall } from '../ui/may.ts'
import { itemText } from './item-text.ts'
import styles from './OpenApi.module.css'

export type LetterGroup = Got<typeof connectorItems.deadLetterGroups>['data'][number]
type Letter = Got<typeof connectorItems.deadLetters>['data'][number]

/** Letters of a group that are shown at once. */
const SHOWN = 20

/** Values that tell a person apart on a button. */
const NAMED = 3

interface LetterItemsProps {
  id: number
  group: LetterGroup
  onReplay: (ids: number[]) => void
}

/** Failed items of a group with their values. Items that may be about another person are answered here. */
export function LetterItems({ id, group: { error, path, value }, onReplay }: LetterItemsProps) {
  const t = useWords(itemText)
  const format = useFormat()
  const mayReplay = useMayCall(connectorItems.replay)
  const answer = useWrite(connectorItems.answer, { refreshes: [connectors.list] })
  const query = { offset: 0, limit: SHOWN, error, ...(path !== null && { path }), ...(value !== null && { value }) }
  const read = useRead(connectorItems.deadLetters, { params: { id }, query })
  const reply = (letter: Letter, said: 'same' | 'other', profileId?: number) =>
    answer.mutate(
      { params: { id }, body: { ids: [letter.id], answer: said, ...(profileId !== undefined && { profileId }) } },
      { onSuccess: ({ replaying }) => alerts.success(t.replaying({ count: replaying })) },
    )
  if (!read.data) return read.error ? <FormNote message={read.error.message} /> : <Bones />
  return (
    <ul className={styles.results}>
      {read.data.data.map((letter) => (
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
