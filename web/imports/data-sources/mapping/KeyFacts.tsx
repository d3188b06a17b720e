import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { describeKey, type KeyFigures } from './evidence.ts'
import { evidenceText } from './evidence-text.ts'
import styles from './MatchSentence.module.css'
import type { MappingAnswer } from './mapping-answer.ts'
import { type Draft, fedKeysOf, feedersOf, measureOf } from './mapping-draft.ts'
import { ROW_NUMBER, targetKey } from './mapping-fields.ts'
import { useStepWords } from './step-words.ts'

/** Minimum filled and distinct share of a column named as a possible key. */
const NEARLY_ALL = 0.95

interface KeyFactsProps {
  mapping: MappingAnswer
  draft: Draft
  /** The keys that are in use, and the fields that may be. */
  keys: readonly number[]
  candidates: readonly number[]
  /** Rows of the file. */
  rows: number
  /** Makes a field of a column, to be a key; absent for who may not. */
  onMakeKey: ((column: string) => void) | undefined
}

/** Maximum sentences about unsuitable keys, and maximum fields in one. */
const MOST = 3
const MOST_NAMES = 8

/** Suitability of the chosen keys, and advice without one. */
export function KeyFacts({ mapping, draft, keys, candidates, rows, onMakeKey }: KeyFactsProps) {
  const t = useStepWords(evidenceText)
  const nameOf = (id: number) => mapping.profileFields.find((field) => field.id === id)?.displayName ?? ''
  const columnName = (id: string) => mapping.sourceSchema.find((column) => column.id === id)?.name ?? ''
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
  const choices = candidates.slice(0, MOST_NAMES).map(nameOf).join(', ') + (candidates.length > MOST_NAMES ? ', …' : '')
  const column = couldBeKey(mapping, draft, rows)
  return (
    <div className={styles.help} role="status">
      <IconAlertTriangle size={16} stroke={1.6} />
      <div>
        {notApart.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {guessed.map(({ field, column: id }) => (
          <p key={field}>{t.guessedKey({ field: nameOf(field), column: columnName(id) })}</p>
        ))}
        <p>{candidates.length > 0 ? t.chooseOne({ fields: choices }) : t.noKey}</p>
        {column !== undefined && (
          <p>
            {t.couldBeKey({ column: columnName(column) })}{' '}
            {onMakeKey && (
              <Button variant="transparent" size="compact-sm" className={styles.act} onClick={() => onMakeKey(column)}>
                {t.makeKey}
              </Button>
            )}
          </p>
        )}
      </div>
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

/** A column of codes that feeds nothing yet and could be a key; undefined when there is none. */
function couldBeKey({ sourceMapping }: MappingAnswer, draft: Draft, rows: number): string | undefined {
  return sourceMapping.find(({ sourceSchemaId, key, offer, evidence, dataType }) => {
    const codes = evidence.some((one) => one.kind === 'looks' && one.as === 'code')
    if ((!codes && offer !== 'new_field') || !key || draft.rows[sourceSchemaId]?.targets.length !== 0) return false
    const { cells, distinct, apart } = key
    const differ = cells >= rows * NEARLY_ALL && distinct >= cells * NEARLY_ALL
    return apart === 'well' && differ && (dataType === 'String' || dataType === 'Number')
  })?.sourceSchemaId
}
