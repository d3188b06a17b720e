import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { useLayoutEffect, useRef } from 'react'
import type { DraftMessage } from '../broadcast.ts'
import styles from './Words.module.css'

type Words = NonNullable<Extract<DraftMessage, { type: 'text' }>['words']>

interface WordedText {
  text: string
  words: Words
}

interface WordEditorProps extends WordedText {
  label: string
  name: string
  invalid: boolean
  /** Puts the caret behind the text whenever it rises: a word was inserted from outside. */
  inserted: number
  /** Returns what a chip says. */
  chip: (word: Words[number]) => string
  onChange: (text: WordedText) => void
}

/** A text with chips. The browser edits its nodes; the message is read from them. */
export default function WordEditor({ label, name, text, words, invalid, inserted, chip, onChange }: WordEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  // As it was read last: another text, such as one with a new word, is drawn again.
  const read = useRef<string>(undefined)
  const drawn = drawingOf({ text, words }, chip)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is made of the text and the names in it
  useLayoutEffect(() => {
    if (read.current === drawn) return
    read.current = drawn
    box.current!.replaceChildren(...nodesOf({ text, words }, chip))
    if (document.activeElement === box.current) placeCaretLast(box.current!)
  }, [drawn])
  useLayoutEffect(() => {
    // This code may arrive late: by then somebody may be writing what stands in place of the word.
    if (inserted > 0 && !isWritten(document.activeElement)) placeCaretLast(box.current!)
  }, [inserted])
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field of HTML holds chips
    <div
      ref={box}
      role="textbox"
      tabIndex={0}
      aria-multiline
      aria-label={label}
      aria-invalid={invalid || undefined}
      data-name={name}
      className={styles.editor}
      contentEditable
      suppressContentEditableWarning
      onPaste={(event) => {
        // Only words: pasted markup would look as if it were sent.
        event.preventDefault()
        insertText(event.clipboardData.getData('text/plain').replaceAll(WORD_MARK, ''))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        insertText('\n')
      }}
      onInput={() => {
        const next = readNodes(box.current!)
        read.current = drawingOf(next, chip)
        onChange(next)
      }}
    />
  )
}

/** Types a text at the caret, so that the browser can undo it. */
function insertText(text: string): void {
  document.execCommand('insertText', false, text)
}

const drawingOf = ({ text, words }: WordedText, chip: (word: Words[number]) => string) =>
  JSON.stringify([text, words.map((word) => [word, chip(word)])])

function nodesOf({ text, words }: WordedText, chip: (word: Words[number]) => string): Node[] {
  const parts = text.split(WORD_MARK)
  return parts.flatMap((part, index) => {
    const word = index < parts.length - 1 ? words[index] : undefined
    const nodes: Node[] = part === '' ? [] : [document.createTextNode(part)]
    if (word) nodes.push(chipOf(word, chip(word)))
    return nodes
  })
}

function chipOf({ fieldId, fallback }: Words[number], said: string): HTMLElement {
  const chip = document.createElement('span')
  chip.contentEditable = 'false'
  chip.className = styles.chip!
  chip.dataset.field = String(fieldId)
  chip.dataset.fallback = fallback
  chip.textContent = said
  return chip
}

/** Reads a text with its words. Lines are blocks in some browsers, and breaks in others. */
function readNodes(root: Node): WordedText {
  let text = ''
  const words: Words = []
  const walk = (node: Node) => {
    if (node instanceof Text) text += node.data.replaceAll(WORD_MARK, '')
    else if (!(node instanceof HTMLElement)) return
    else if (node.dataset.field) {
      text += WORD_MARK
      words.push({ fieldId: Number(node.dataset.field), fallback: node.dataset.fallback ?? '' })
    } else if (node.tagName === 'BR') text += '\n'
    else {
      if (text !== '' && !text.endsWith('\n')) text += '\n'
      for (const child of node.childNodes) walk(child)
    }
  }
  for (const child of root.childNodes) walk(child)
  // An empty box keeps a line end.
  return { text: text === '\n' ? '' : text, words }
}

const isWritten = (field: Element | null) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement

function placeCaretLast(box: HTMLElement): void {
  box.focus()
  const selection = getSelection()
  selection?.selectAllChildren(box)
  selection?.collapseToEnd()
}
