import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Pills.module.css'

interface PillsProps<T> {
  /** Name of the choice. */
  label: string
  choices: readonly { value: T; text: ReactNode }[]
  chosen: T
  onChoose: (value: T) => void
}

/** A choice of one of a few, in a row of small buttons above what it narrows. */
export function Pills<T extends string | undefined>({ label, choices, chosen, onChoose }: PillsProps<T>) {
  const box = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the choice that was made may stand out of sight
  useEffect(() => {
    const pressed = box.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (pressed && box.current) box.current.scrollLeft = pressed.offsetLeft - box.current.offsetLeft - 16
  }, [chosen])
  return (
    <fieldset ref={box} className={styles.pills} aria-label={label}>
      {choices.map(({ value, text }) => (
        <button key={value ?? ''} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}
