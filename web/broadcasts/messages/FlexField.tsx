import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { useRef } from 'react'
import type { DraftMessage } from '../broadcast.ts'
import { FlexEditor } from '../flex/FlexEditor.tsx'
import { numbered, readNumbers, withNumbers } from './numbered-words.ts'
import styles from './Words.module.css'
import { type Words, WordTools } from './WordTools.tsx'

type Flex = Extract<DraftMessage, { type: 'flex' }>
type Field = HTMLInputElement | HTMLTextAreaElement

interface FlexFieldProps {
  message: Flex
  place: number
  faults: readonly Fault[]
  onChange: (message: Flex) => void
}

/** The cards of a flex message, and its words about each customer, which their texts show as numbers. */
export function FlexField({ message, place, faults, onChange }: FlexFieldProps) {
  const { words = [] } = message
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<Field>(undefined)
  const added = useRef<Words>([])
  const name = `messages.${place}.contents`
  const isText = (target: Element): target is Field =>
    (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
    (target.name === name || (target.name.startsWith(name) && target.name.endsWith('text')))
  function insert(fieldId: number) {
    const texts = [...box.current!.querySelectorAll('input, textarea')].filter(isText)
    const field = texts.find((one) => one === last.current) ?? texts[0]
    if (!field) return
    field.focus()
    added.current = [{ fieldId, fallback: '' }]
    // Types it at the caret, so that the browser can undo it.
    document.execCommand('insertText', false, numbered(words.length))
    added.current = []
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notes which of its texts had the focus
    <div
      ref={box}
      className={styles.text}
      onFocus={({ target }) => {
        if (isText(target)) last.current = target
      }}
    >
      <FlexEditor
        contents={withNumbers(message.contents)}
        name={name}
        faults={faults}
        onChange={(edited) => onChange({ ...message, ...readNumbers(edited, [...words, ...added.current]) })}
      />
      <WordTools
        words={words}
        path={`messages.${place}.words`}
        faults={faults}
        marks={words.map((_, index) => numbered(index))}
        onInsert={insert}
        onChange={(next) => onChange({ ...message, words: next })}
      />
    </div>
  )
}
