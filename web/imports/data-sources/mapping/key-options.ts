import type { MappingAnswer } from './mapping-answer.ts'
import {
  changeRow,
  type Draft,
  feedersOf,
  measureOf,
  type SuggestedTarget,
  setKey,
  setTarget,
} from './mapping-draft.ts'
import { type TargetFields, type TargetKey, targetKey } from './mapping-fields.ts'

/** Something that could tell customers apart: a field that a column feeds, or a column that would feed one. */
export interface KeyOption {
  field: number | null
  column: string
  measure: SuggestedTarget['key']
  /** True if a field is made for the column first. */
  makes: boolean
}

const fieldOf = { phone: 'profile:phone', email: 'profile:email', citizen_id: 'profile:citizenId' } as const

/** Options shown: more would be a list to search. */
const MOST = 5

/** The options of a file, the surest first: fed fields, then contacts and ids, then codes, by how well their values differ. */
export function keyOptionsOf(
  mapping: MappingAnswer,
  draft: Draft,
  candidates: readonly number[],
  fields: TargetFields,
  mayMake: boolean,
): KeyOption[] {
  const feeders = feedersOf(draft)
  const fed = candidates.map((field) => ({
    field,
    column: feeders.get(targetKey('system_profile', field))?.[0] ?? '',
    measure: measureOf(draft, field, mapping),
    makes: false,
  }))
  const free = mapping.sourceMapping.flatMap(({ sourceSchemaId: column, key, holds, dataType }): KeyOption[] => {
    if (!holds || holds.others || draft.rows[column]?.targets.length !== 0 || (key && key.apart === 'not')) return []
    const target: TargetKey | undefined = fieldOf[holds.what as keyof typeof fieldOf]
    const field = target && fields.get(target)
    if (field) return [{ field: field.id, column, measure: key, makes: false }]
    const isCode = holds.what === 'code' && (dataType === 'String' || dataType === 'Number')
    return isCode && mayMake && key?.apart === 'well' ? [{ field: null, column, measure: key, makes: true }] : []
  })
  const share = ({ measure }: KeyOption) => (measure && measure.cells > 0 ? measure.distinct / measure.cells : 0)
  const byShare = (options: KeyOption[]) => options.toSorted((a, b) => share(b) - share(a))
  return [...byShare(fed), ...byShare(free)].slice(0, MOST)
}

/** The draft with an option as its first key, and its column mapped. */
export function chooseKey(draft: Draft, { field, column }: KeyOption): Draft {
  if (field === null) return draft
  const key = targetKey('system_profile', field)
  const row = draft.rows[column]
  const isFed = feedersOf(draft).get(key)?.includes(column) ?? false
  const mapped = row && !isFed ? changeRow(draft, column, { targets: setTarget(row, row.targets.length, key) }) : draft
  return { ...mapped, keys: setKey(mapped.keys, 0, field), allNew: false }
}
