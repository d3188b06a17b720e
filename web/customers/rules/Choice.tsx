import { NativeSelect } from '@mantine/core'
import styles from './Rules.module.css'

interface ChoiceProps<V extends string> {
  label: string
  value: V
  choices: readonly (readonly [value: V, text: string])[]
  onChoose: (value: V) => void
  /** For joining words, on a filled background. */
  joining?: boolean
}

/** One of a few words within a sentence. */
export function Choice<V extends string>({ label, value, choices, onChoose, joining }: ChoiceProps<V>) {
  return (
    <NativeSelect
      size="sm"
      className={styles.choice}
      data-joining={joining || undefined}
      aria-label={label}
      value={value}
      data={choices.map(([value, label]) => ({ value, label }))}
      onChange={(event) => {
        const chosen = choices.find(([value]) => value === event.currentTarget.value)
        if (chosen) onChoose(chosen[0])
      }}
    />
  )
}
