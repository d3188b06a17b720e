import styles from './ChoiceButtons.module.css'

interface ChoiceButtonsProps<T extends string> {
  label: string
  value: T
  choices: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
}

/** A few choices side by side, each one click away. */
export function ChoiceButtons<T extends string>({ label, value, choices, onChoose }: ChoiceButtonsProps<T>) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <div>
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-pressed={choice.value === value}
            onClick={() => choice.value !== value && onChoose(choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
