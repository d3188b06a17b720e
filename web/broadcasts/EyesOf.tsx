import { Button } from '@mantine/core'
import { useWords } from '../data/text.ts'
import { text } from './text.ts'
import { useWordFields } from './use-word-fields.ts'
import type { WordPreview } from './use-word-preview.ts'
import styles from './Words.module.css'

/** The customer through whose eyes the messages are shown. */
export type CustomerOfPreview = WordPreview['people'][number]

interface EyesOfProps {
  preview: WordPreview
  chosen: CustomerOfPreview | undefined
  onChoose: (person: CustomerOfPreview | undefined) => void
}

/** Five customers who differ, to see the messages as each of them does. */
export function EyesOf({ preview, chosen, onChoose }: EyesOfProps) {
  const t = useWords(text)
  const fields = useWordFields()
  const nameOf = (fieldId: number) => fields.find(({ id }) => id === fieldId)?.name ?? t.wordGone
  const empty = preview.fields.filter((field) => field.empty > 0)
  return (
    <>
      <p className={styles.note}>{t.eyesOf}</p>
      <fieldset className={styles.people} aria-label={t.eyesOf}>
        {preview.people.map((person) => {
          const isChosen = person.id === chosen?.id
          return (
            <Button
              key={person.id}
              size="xs"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? undefined : person)}
            >
              {person.name || t.noNameOfCustomer}
            </Button>
          )
        })}
      </fieldset>
      {empty.length > 0 && (
        <p className={styles.note}>
          {t.usesFallback({
            fields: empty
              .map(({ fieldId, empty: count }) => t.fallbackCount({ field: nameOf(fieldId), count }))
              .join(' · '),
          })}
        </p>
      )}
    </>
  )
}
