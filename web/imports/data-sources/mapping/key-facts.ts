import type { KeyMeasure } from './evidence.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import { type Draft, fedKeysOf, feedersOf, measureOf } from './mapping-draft.ts'
import { targetKey } from './mapping-fields.ts'

interface Measured {
  field: number
  measure: KeyMeasure
}

/** Facts about the chosen keys, unsuitable fields, and guesses. */
export function keyFactsOf(
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

/** Minimum filled and distinct share of a column named as a possible key. */
const NEARLY_ALL = 0.95

/** A column of codes that feeds nothing yet and could be a key; undefined when there is none. */
export function couldBeKey({ sourceMapping }: MappingAnswer, draft: Draft, rows: number): string | undefined {
  return sourceMapping.find(({ sourceSchemaId, key, offer, evidence, dataType }) => {
    const codes = evidence.some((one) => one.kind === 'looks' && one.as === 'code')
    if ((!codes && offer !== 'new_field') || !key || draft.rows[sourceSchemaId]?.targets.length !== 0) return false
    const { cells, distinct, apart } = key
    const differ = cells >= rows * NEARLY_ALL && distinct >= cells * NEARLY_ALL
    return apart === 'well' && differ && (dataType === 'String' || dataType === 'Number')
  })?.sourceSchemaId
}
