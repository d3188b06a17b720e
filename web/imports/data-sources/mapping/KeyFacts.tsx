import { describeKey, type KeyFigures } from './evidence.ts'
import { evidenceText } from './evidence-text.ts'
import { KeyQuestion } from './KeyQuestion.tsx'
import { chooseKey, type KeyOption, keyOptionsOf } from './key-options.ts'
import styles from './MatchSentence.module.css'
import type { MappingAnswer } from './mapping-answer.ts'
import { type Draft, fedKeysOf, feedersOf, measureOf } from './mapping-draft.ts'
import { ROW_NUMBER, type TargetFields, targetKey } from './mapping-fields.ts'
import { useStepWords } from './step-words.ts'

interface KeyFactsProps {
  mapping: MappingAnswer
  draft: Draft
  /** The keys that are in use, and the fields that may be. */
  keys: readonly number[]
  candidates: readonly number[]
  fields: TargetFields
  /** Rows of the file. */
  rows: number
  /** True where items come without end. */
  endless: boolean
  onChange: (next: (before: Draft) => Draft) => void
  /** Makes a field of a column, to be a key; absent for who may not. */
  onMakeKey: ((column: string) => void) | undefined
}

/** Maximum sentences about unsuitable keys. */
const MOST = 3

/** Suitability of the chosen keys, and advice without one. */
export function KeyFacts(props: KeyFactsProps) {
  const { mapping, draft, keys, candidates, fields, rows, endless, onChange, onMakeKey } = props
  const t = useStepWords(evidenceText)
  const nameOf = (id: number) => mapping.profileFields.find((field) => field.id === id)?.displayName ?? ''
  const { used, refused, guessed } = keyFactsOf(mapping, draft, keys, candidates)
  const measured = used.map(({ field, measure }) => describeKey(nameOf(field), measure, t))
  // One more would say no more than what is known of it.
  const named = refused.length > MOST + 1 ? refused.slice(0, MOST) : refused
  const notApart = [
    ...named.map(({ field, measure: { cells, distinct } }) => t.notApart({ field: nameOf(field), cells, distinct })),
    ...(refused.length > named.length ? [t.notApartMore({ count: refused.length - named.length })] : []),
  ]
  // The number says whom a row is about: no key is missing.
  if (keys.length > 0 || feedersOf(draft).has(ROW_NUMBER)) {
    return (
      <ul className={styles.facts}>
        {[...measured, ...notApart].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    )
  }
  const columnName = (id: string) => mapping.sourceSchema.find((column) => column.id === id)?.name ?? ''
  const options = keyOptionsOf(mapping, draft, candidates, fields, onMakeKey !== undefined)
  const optionName = ({ field, column }: KeyOption) =>
    field === null
      ? t.columnAsKey({ column: columnName(column) })
      : t.fieldAsKey({ field: nameOf(field), column: columnName(column) })
  return (
    <div className={styles.ask} role="status">
      {notApart.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {guessed.map(({ field, column: id }) => (
        <p key={field}>{t.guessedKey({ field: nameOf(field), column: columnName(id) })}</p>
      ))}
      {options.length === 0 && !draft.allNew && <p>{t.noKey}</p>}
      <KeyQuestion
        options={options}
        nameOf={optionName}
        rows={endless ? null : rows}
        allNew={draft.allNew}
        onChoose={(option) =>
          option.makes ? onMakeKey?.(option.column) : onChange((before) => chooseKey(before, option))
        }
        onAllNew={() => onChange((before) => ({ ...before, keys: [], allNew: true }))}
      />
    </div>
  )
}

interface Measured {
  field: number
  measure: KeyFigures
}

/** Facts about the chosen keys, unsuitable fields, and guesses. */
function keyFactsOf(
  mapping: MappingAnswer,
  draft: Draft,
  keys: readonly number[],
  candidates: readonly number[],
): { used: Measured[]; refused: Measured[]; guessed: { field: number; column: string }[] } {
  const measured = (fields: readonly number[]) =>
    fields.flatMap((field): Measured[] => {
      const measure = measureOf(draft, field, mapping)
      return measure ? [{ field, measure }] : []
    })
  const feeders = feedersOf(draft)
  const guessed = candidates.flatMap((field) => {
    const column = feeders.get(targetKey('system_profile', field))?.[0]
    const suggestion = mapping.sourceMapping.find((one) => one.sourceSchemaId === column)
    return column !== undefined && suggestion?.reason === 'content' ? [{ field, column }] : []
  })
  const refused = fedKeysOf(draft, mapping).filter((field) => !candidates.includes(field))
  return { used: measured(keys), refused: measured(refused), guessed }
}
