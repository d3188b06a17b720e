import { IconKey, IconUsersPlus } from '@tabler/icons-react'
import styles from './KeyQuestion.module.css'
import type { KeyOption } from './key-options.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface KeyQuestionProps {
  /** What could tell customers apart, the suggested one first. */
  options: readonly KeyOption[]
  nameOf: (option: KeyOption) => string
  /** Rows of the file; null where items have no end. */
  rows: number | null
  /** True if every row was chosen to be new. */
  allNew: boolean
  onChoose: (option: KeyOption) => void
  onAllNew: () => void
}

/** Asks what tells the customers of a file apart. Nothing is chosen by itself. */
export function KeyQuestion({ options, nameOf, rows, allNew, onChoose, onAllNew }: KeyQuestionProps) {
  const t = useStepWords(mappingText)
  return (
    <fieldset className={styles.question}>
      <legend>{t.keyQuestion}</legend>
      <div className={styles.options}>
        {options.map((option, place) => (
          <button key={`${option.field} ${option.column}`} type="button" onClick={() => onChoose(option)}>
            <strong>
              <IconKey size={16} stroke={1.6} />
              {nameOf(option)}
              {place === 0 && <em>{t.keySuggested}</em>}
            </strong>
            <span>
              {option.measure ? t.keyOption(option.measure) : t.keyUnmeasured}
              {option.makes && ` · ${t.keyMakesField}`}
            </span>
          </button>
        ))}
        <button type="button" aria-pressed={allNew} onClick={onAllNew}>
          <strong>
            <IconUsersPlus size={16} stroke={1.6} />
            {t.allNewChoice}
          </strong>
          <span>{rows === null ? t.allNewText : t.allNewCount({ count: rows })}</span>
        </button>
      </div>
    </fieldset>
  )
}
