import { Textarea } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { Suspense, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { DraftMessage } from '../broadcast.ts'
import { faultWordAt } from '../faults.ts'
import { text } from '../text.ts'
import { useWordFields } from './use-word-fields.ts'
import styles from './Words.module.css'
import { WordTools } from './WordTools.tsx'

const WordEditor = lazyPart(() => import('./WordEditor.tsx'))

type Worded = Extract<DraftMessage, { type: 'text' | 'template' }>

interface TextFieldProps<M> {
  message: M
  place: number
  faults: readonly Fault[]
  /** Shown above it; a text alone is named by its place. */
  label?: string
  most: number
  onChange: (message: M) => void
}

/** A text, its words about each customer, and what customers without a value read instead. */
export function TextField<M extends Worded>({ message, place, faults, label, most, onChange }: TextFieldProps<M>) {
  const t = useWords(text)
  const fields = useWordFields()
  const caret = useRef(message.text.length)
  const [inserted, setInserted] = useState(0)
  const { words = [] } = message
  const named = label ? { label } : { 'aria-label': `${place + 1} ${t.typeText}` }
  const name = `messages.${place}.text`
  const error = faultWordAt(t, faults, name)
  const nameOf = (fieldId: number) => fields.find(({ id }) => id === fieldId)?.name ?? t.wordGone
  function insert(fieldId: number) {
    // The editor of chips has no caret of its own outside of it: the word comes last.
    const at = words.length > 0 ? message.text.length : Math.min(caret.current, message.text.length)
    const next = message.text.slice(0, at) + WORD_MARK + message.text.slice(at)
    onChange({ ...message, text: next, words: [...words, { fieldId, fallback: '' }] })
    setInserted(inserted + 1)
  }
  return (
    <div className={styles.text}>
      {words.length > 0 || inserted > 0 ? (
        <Suspense>
          <WordEditor
            label={label ?? `${place + 1} ${t.typeText}`}
            name={name}
            text={message.text}
            words={words}
            invalid={error !== undefined}
            inserted={inserted}
            chip={({ fieldId, fallback }) => t.wordChip({ field: nameOf(fieldId), fallback })}
            onChange={(next) => onChange({ ...message, ...next })}
          />
          {error && <p className={styles.note}>{error}</p>}
        </Suspense>
      ) : (
        <Textarea
          {...named}
          autosize
          minRows={label ? 2 : 3}
          maxRows={14}
          maxLength={most}
          name={name}
          value={message.text}
          error={error}
          onSelect={(event) => {
            caret.current = event.currentTarget.selectionEnd
          }}
          // Pasted text may hold marks of pictures.
          onChange={(event) => onChange({ ...message, text: event.currentTarget.value.replaceAll(WORD_MARK, '') })}
        />
      )}
      <WordTools
        words={words}
        path={`messages.${place}.words`}
        faults={faults}
        onInsert={insert}
        onChange={(next) => onChange({ ...message, words: next })}
      />
    </div>
  )
}
