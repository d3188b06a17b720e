import { useRef } from 'react'
import styles from './TickBox.module.css'

interface TickBoxProps {
  label: string
  checked: boolean
  /** Some of what it stands for. */
  mixed?: boolean
  disabled?: boolean
  /** `range`: Shift was held. */
  onToggle: (range: boolean) => void
}

/** The box of a row, with a label that widens what can be hit. A list shows hundreds: it is the browser's own, drawn as the others are. */
export function TickBox({ label, checked, mixed = false, disabled, onToggle }: TickBoxProps) {
  const range = useRef(false)
  return (
    <label
      className={styles.tickBox}
      onMouseDown={(event) => {
        range.current = event.shiftKey
        // Shift marks text otherwise.
        if (event.shiftKey) event.preventDefault()
      }}
    >
      <input
        className={styles.tick}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        onChange={() => {
          onToggle(range.current)
          range.current = false
        }}
      />
    </label>
  )
}
