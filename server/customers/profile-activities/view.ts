import type { ListedActivity } from '@ruam/contract/customers/profile-activities.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Db } from '../../database/db.ts'
import { computedActivityValues } from '../fields/computed.ts'
import { localizeField, localizeType } from '../fields/given-names.ts'
import { sourceNames, type Writer } from '../history/source-names.ts'
import { type ActivityNames, readActivityNames } from './activity-names.ts'
import type { ActivityRow } from './queries.ts'

/** Activities as calls answer them. */
export async function viewActivities(
  db: Db,
  storeId: number,
  rows: readonly ActivityRow[],
  language: Language,
  names?: ActivityNames,
): Promise<ListedActivity[]> {
  if (rows.length === 0) return []
  const known = names ?? (await readActivityNames(db, storeId))
  const ids = rows.map(({ id }) => id)
  const worked = await computedActivityValues(db, storeId, ids, [...known.fields.values()])
  const nameOf = await sourceNames(db, storeId, rows.map(writerOf))
  return rows.map((row) => activityAnswer(row, known, nameOf(writerOf(row)), language, worked.get(row.id)))
}

/** Author of an activity. */
export function writerOf({ run, row_no, created_by }: ActivityRow): Writer {
  const source = run !== null ? 'run' : created_by !== null ? 'user' : 'system'
  return { source, source_id: created_by, run, row_no }
}

/** An activity as calls answer it: the fields of its type in its order, then others it has a value of. */
export function activityAnswer(
  { id, type_id, activity_at, fields: kept, created_at, pinned_at, follow_on, followed_at }: ActivityRow,
  { types, fields }: ActivityNames,
  source: ListedActivity['source'],
  language: Language,
  worked?: Record<string, ListedActivity['fields'][number]['value']>,
): ListedActivity {
  const { name, field_ids } = localizeType(types.get(type_id)!, language)
  const shown = [...new Set([...field_ids, ...Object.keys(kept).map(Number)])].flatMap((fieldId) => {
    const field = fields.get(fieldId)
    const value = field?.formula ? worked?.[fieldId] : kept[fieldId]
    if (!field || value === undefined || value === null) return []
    const { display_name } = localizeField(field, language)
    return [{ id: field.id, name: field.name, display_name, data_type: field.data_type, value }]
  })
  const isNote = types.get(type_id)!.purpose === 'note'
  const note = isNote
    ? { pinned: Boolean(pinned_at), follow_on: follow_on ?? null, followed_at: followed_at ?? null }
    : null
  return { id, type: { id: type_id, name }, activity_at, fields: shown, source, created_at, note }
}
