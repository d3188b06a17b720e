import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import type { ActivityTypeInfo } from '../../customers/fields/activity-types.ts'
import { exportedNumberPrefix } from '../../formats/files/exported-columns.ts'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import type { SourceColumn, Suggestion } from './column-drafts.ts'
import { plainRow } from './plain-row.ts'

const dates = new Set([normalizeHeader(activityDate.th), normalizeHeader(activityDate.en)])
const isDate = ({ name }: SourceColumn) => dates.has(normalizeHeader(name))

/** True for the columns of an activity file exported by the store with this mark. */
export const isExportedActivities = (columns: readonly SourceColumn[], mark: string): boolean =>
  columns.some(({ name }) => exportedNumberPrefix(name) === mark) && columns.some(isDate)

type Fed = Pick<MappingBody, 'activity_id' | 'activity_key' | 'equal_activities' | 'mapping'>

/**
 * Maps such a file to the only activity type with all of its columns, except computed ones; undefined if none or several match. Its
 * activities exist already: equal ones are one.
 */
export function exportedActivities(
  columns: readonly SourceColumn[],
  types: readonly ActivityTypeInfo[],
  mark: string,
): Fed | undefined {
  const own = columns.filter((column) => exportedNumberPrefix(column.name) !== mark && !isDate(column))
  const fed = types.flatMap(({ id, fields }) => {
    const byHeader = new Map(fields.map((field) => [normalizeHeader(field.display_name), field]))
    for (const field of fields) byHeader.set(normalizeHeader(`${field.display_name} (${field.name})`), field)
    const found = own.map(({ name }) => byHeader.get(normalizeHeader(name)))
    if (found.includes(undefined)) return []
    // Needs at least one date in addition to the number, and the most fields: a narrower type would leave something out.
    return [{ id, left: fields.length - 1 - new Set(found).size, found }]
  })
  const least = Math.min(...fed.map(({ left }) => left))
  const [type, another] = fed.filter(({ left }) => left === least)
  if (!type || another) return undefined
  const date = columns.find(isDate)!
  const rows = own.flatMap((column, place): MappingBody['mapping'] => {
    const field = type.found[place]!
    if (field.formula) return []
    return [{ ...plainRow, source_schema_id: column.id, destination_id: field.id, destination_type: 'custom_activity' }]
  })
  // Exported days are as they were stored, appointments ahead too.
  const stored = { ...plainRow, date_shift: 'none' as const }
  const day = { ...stored, source_schema_id: date.id, destination_id: activityDate.id } as const
  return {
    activity_id: type.id,
    activity_key: null,
    equal_activities: 'once',
    mapping: [{ ...day, destination_type: 'system_activity' }, ...rows],
  }
}

/** Suggestion for a column of such a file: it feeds the activity, or is computed and not imported. */
export function ofActivities(suggestion: Suggestion, { mapping }: Fed): Suggestion {
  if (suggestion.reason === 'number') return suggestion
  const feeds = mapping.some((row) => row.source_schema_id === suggestion.source_schema_id)
  const reason = feeds ? 'activity' : 'exported'
  return { ...suggestion, destination_id: null, reason, offer: null, other: null, full_name: false }
}
