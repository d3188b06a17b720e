import { IconChevronDown } from '@tabler/icons-react'
import styles from './MatchSentence.module.css'

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  missing?: boolean
  quiet?: boolean
}

/** A choice inside of a sentence. */
export function Choice({ label, value, options, onChange, missing, quiet }: ChoiceProps) {
  return (
    <span className={styles.pill} data-quiet={quiet}>
      <select
        className={styles.choice}
        aria-label={label}
        aria-invalid={missing}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {!quiet && <IconChevronDown size={14} stroke={1.8} />}
    </span>
  )
}
