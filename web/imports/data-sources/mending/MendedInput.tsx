import { IconCircleCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../../../data/text.ts'
import styles from './MendedInput.module.css'
import { mendingText } from './mending-text.ts'
import type { CellChanges, MendedCell } from './use-mending.ts'

interface MendedInputProps {
  cell: MendedCell
  changes: CellChanges
  disabled: boolean
  /** Shown for a cell without a new value, if it is not left empty. */
  placeholder?: string
  /** Enter: moves the focus on. */
  onNext: (input: HTMLInputElement) => void
}

/** The new value of a cell. It is saved when the focus leaves it; a value that cannot be read stays, with the reason. */
export function MendedInput({ cell, changes, disabled, placeholder, onNext }: MendedInputProps) {
  const t = useWords(mendingText)
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const { text, value, error } = cell
  const isUnread = text !== null && error !== null
  const save = async (next: string | undefined) => {
    if (next !== undefined && next !== (text ?? value)) await changes.set(cell, next)
    setTyped(undefined)
  }
  return (
    <span className={styles.cell}>
      <input
        value={typed ?? text ?? ''}
        placeholder={placeholder ?? t.leftEmpty}
        aria-label={t.newValueOf({ no: cell.line ?? cell.recordNo })}
        aria-invalid={isUnread}
        aria-describedby={isUnread ? id : undefined}
        disabled={disabled}
        maxLength={1000}
        data-saved={text ?? value}
        // The value in the file is what people change, or type over.
        onFocus={({ currentTarget }) => {
          flushSync(() => setTyped(text ?? value))
          currentTarget.select()
        }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void save(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') onNext(event.currentTarget)
          if (event.key === 'Escape') setTyped(text ?? value)
        }}
      />
      {text !== null && error === null && <IconCircleCheck size={16} stroke={1.6} aria-hidden />}
      {isUnread && (
        <small id={id} role="alert">
          {error}
        </small>
      )}
    </span>
  )
}
