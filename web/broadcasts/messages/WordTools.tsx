import { NativeSelect, TextInput } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { wordLimits } from '@ruam/contract/broadcasts/worded.ts'
import { useWords } from '../../data/text.ts'
import type { DraftMessage } from '../broadcast.ts'
import { faultWordAt } from '../faults.ts'
import { text } from '../text.ts'
import { useWordFields } from './use-word-fields.ts'
import styles from './Words.module.css'

export type Words = NonNullable<Extract<DraftMessage, { type: 'text' }>['words']>

interface WordToolsProps {
  words: Words
  /** Path of the words among the fields of the draft. */
  path: string
  faults: readonly Fault[]
  /** Names in front of the fields, if the text shows numbers. */
  marks?: readonly string[]
  onInsert: (fieldId: number) => void
  onChange: (words: Words) => void
}

/** The fallbacks of a text's words, and the choice of another word. */
export function WordTools({ words, path, faults, marks = [], onInsert, onChange }: WordToolsProps) {
  const t = useWords(text)
  const fields = useWordFields()
  const nameOf = (fieldId: number) => fields.find(({ id }) => id === fieldId)?.name ?? t.wordGone
  return (
    <>
      {words.length > 0 && (
        <div className={styles.fallbacks}>
          {words.map(({ fieldId, fallback }, index) => (
            <TextInput
              // biome-ignore lint/suspicious/noArrayIndexKey: words have no other key than their place
              key={index}
              label={[marks[index], t.fallbackOf({ field: nameOf(fieldId) })].filter(Boolean).join(' ')}
              name={`${path}.${index}`}
              maxLength={wordLimits.fallback}
              value={fallback}
              error={faultWordAt(t, faults, `${path}.${index}`)}
              onChange={(event) => onChange(words.with(index, { fieldId, fallback: event.currentTarget.value }))}
            />
          ))}
        </div>
      )}
      {fields.length > 0 && words.length < wordLimits.words && (
        <NativeSelect
          className={styles.insert}
          aria-label={t.insertWord}
          value=""
          data={[
            { value: '', label: t.insertWord },
            ...fields.map(({ id, name: shown }) => ({ value: String(id), label: shown })),
          ]}
          onChange={(event) => event.currentTarget.value && onInsert(Number(event.currentTarget.value))}
        />
      )}
    </>
  )
}
