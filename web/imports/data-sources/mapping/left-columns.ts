import { consentColumns } from '../consents/consent-draft.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import {
  changeRow,
  type Draft,
  feedersOf,
  isNameKey,
  type SuggestedTarget,
  setTarget,
  splitNameColumn,
} from './mapping-draft.ts'
import type { TargetFields, TargetKey } from './mapping-fields.ts'

/** A column that is left out though it holds something of customers. */
export interface LeftColumn {
  id: string
  name: string
  holds: NonNullable<SuggestedTarget['holds']>
  /** The field that one press maps it to, `names` for the parts of a name; null if nothing takes its values by itself. */
  target: TargetKey | 'names' | null
}

const fieldOf: Partial<Record<LeftColumn['holds']['what'], TargetKey>> = {
  phone: 'profile:phone',
  email: 'profile:email',
  birth_date: 'profile:birthDate',
  citizen_id: 'profile:citizenId',
}

/** The columns that hold something of customers, feed nothing, and were not put aside one by one. */
export function leftColumnsOf(mapping: MappingAnswer, draft: Draft, fields: TargetFields): LeftColumn[] {
  const fed = feedersOf(draft)
  const consents = consentColumns(draft.consents)
  const suggestions = new Map(mapping.sourceMapping.map((one) => [one.sourceSchemaId, one]))
  return mapping.sourceSchema.flatMap(({ id, name }) => {
    const row = draft.rows[id]
    const { holds, reason } = suggestions.get(id) ?? {}
    // A proposed field takes its column when the step is left.
    if (!holds || reason === 'new_key' || !row || row.targets.length > 0) return []
    if (row.reviewed || consents.has(id)) return []
    return [{ id, name, holds, target: holds.others ? null : (targetOf(holds.what, fed, fields) ?? null) }]
  })
}

/** The field that takes the values of a left column; `names` for the parts of a name. Undefined if another column feeds it. */
function targetOf(
  what: LeftColumn['holds']['what'],
  fed: ReadonlyMap<TargetKey, readonly string[]>,
  fields: TargetFields,
): TargetKey | 'names' | undefined {
  if (what === 'name') return [...fed.keys()].some(isNameKey) ? undefined : 'names'
  const key = fieldOf[what]
  const field = key && fields.get(key)
  return field && (field.joins || !fed.has(key)) ? key : undefined
}

/** The draft with those of some left columns mapped that have a target. */
export function mapLeftColumns(draft: Draft, columns: readonly LeftColumn[], fields: TargetFields): Draft {
  return columns.reduce((before, { id, holds, target: wanted }) => {
    const target = wanted && targetOf(holds.what, feedersOf(before), fields)
    const row = before.rows[id]
    if (!target || !row) return before
    return changeRow(before, id, {
      targets: target === 'names' ? splitNameColumn(before, id) : setTarget(row, row.targets.length, target),
    })
  }, draft)
}
