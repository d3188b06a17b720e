import { IconAlertTriangle } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import type { DraftMessage } from '../broadcast.ts'
import { useWordFields, wordsOf } from '../messages/use-word-fields.ts'
import type { CustomerOfPreview, WordPreview } from '../messages/use-word-preview.ts'
import { text } from '../text.ts'
import styles from './Eyes.module.css'
import { previewText } from './preview-text.ts'

interface ChangedWordsProps {
  messages: readonly DraftMessage[]
  preview: WordPreview
  seenBy: CustomerOfPreview | undefined
}

/** The words of the messages for one customer, and how many customers get a fallback. */
export function ChangedWords({ messages, preview, seenBy }: ChangedWordsProps) {
  const t = useWords(text)
  const p = useWords(previewText)
  const fields = useWordFields()
  const nameOf = (fieldId: number) => fields.find(({ id }) => id === fieldId)?.name ?? t.wordGone
  const words = new Map(wordsOf(messages).map(({ fieldId, fallback }) => [fieldId, fallback]))
  const valueFor = (fieldId: number) => seenBy?.values.find((one) => one.fieldId === fieldId)?.value ?? null
  const lacking = [...words.keys()].filter((fieldId) => valueFor(fieldId) === null).length
  const empty = preview.fields.filter((field) => field.empty > 0)
  return (
    <section className={styles.words} aria-label={p.changedWords}>
      {seenBy && (
        <>
          <h3>{p.changedWords}</h3>
          <dl>
            {[...words].map(([fieldId, fallback]) => (
              <div key={fieldId}>
                <dt>{nameOf(fieldId)}</dt>
                <dd data-fallback={valueFor(fieldId) === null || undefined}>{valueFor(fieldId) ?? fallback}</dd>
              </div>
            ))}
          </dl>
          {lacking > 0 && (
            <p className={styles.lacking}>
              <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
              {p.seesFallbacks({ count: lacking })}
            </p>
          )}
        </>
      )}
      {empty.length > 0 && (
        <p>
          {p.usesFallback({
            fields: empty
              .map(({ fieldId, empty: count }) => p.fallbackCount({ field: nameOf(fieldId), count }))
              .join(' · '),
          })}
        </p>
      )}
    </section>
  )
}
