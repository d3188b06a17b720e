import type { BulkTarget } from '@ruam/contract/customers/bulk.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { compileFilter } from '../profiles/list-conditions.ts'
import { listPage } from '../profiles/list-page.ts'
import { orderOf } from '../profiles/list-sort.ts'
import { type ProfileRow, profilesById, totalProfiles } from '../profiles/queries.ts'
import type { Action } from './request.ts'
import { targetIds } from './targets.ts'

const SAMPLE = 10

/** Counts affected and changed profiles of a bulk change, and returns the ten changed last. */
export async function previewOf(db: Db, storeId: number, target: BulkTarget, action: Action) {
  const ids = await targetIds(db, storeId, target)
  // Reads labels once instead of per profile, and values only to compare them.
  const values =
    action.type === 'set_field' ? sql`join profile p on p.store_id = ${storeId} and p.id = target.id` : sql``
  const { rows } = await sql<{ total: number; changes: number }>`
    with target as materialized (${ids}), holders as materialized (${holdersOf(storeId, action)})
    select count(*) as total, count(*) filter (where ${wouldChange(action)}) as changes
    from target ${values} left join holders on holders.profile_id = target.id`.execute(db)
  return { ...rows[0]!, sample: await newestOf(db, storeId, target) }
}

/** Uses the first profiles of the list, which reads no further than needed. */
async function newestOf(db: Db, storeId: number, target: BulkTarget): Promise<ProfileRow[]> {
  if ('filter' in target) {
    const filter = await compileFilter(db, storeId, target.filter)
    const page = { filter, sort_by: 'updated_at', sort_dir: 'desc', offset: 0, limit: SAMPLE, count: false } as const
    return (await listPage(db, storeId, page, orderOf(null, page), await totalProfiles(db, storeId))).profiles
  }
  const { rows } = await sql<{ id: number }>`
    select id from profile where store_id = ${storeId} and id in (${await targetIds(db, storeId, target)})
    order by updated_at desc, id desc limit ${SAMPLE}`.execute(db)
  return profilesById(
    db,
    storeId,
    rows.map(({ id }) => id),
  )
}

/** Counts the action's labels per profile. */
const holdersOf = (storeId: number, action: Action) =>
  'label_ids' in action
    ? sql`select profile_id, count(*) as labels from profile_label
      where store_id = ${storeId} and label_id = any(${action.label_ids}::int[]) and source <> 'manual_remove' group by profile_id`
    : sql`select null::bigint as profile_id, 0 as labels where false`

function wouldChange(action: Action): RawBuilder<boolean> {
  switch (action.type) {
    case 'add_labels':
      return sql`coalesce(holders.labels, 0) < ${action.label_ids.length}::int`
    case 'remove_labels':
      return sql`holders.labels > 0`
    case 'delete':
      return sql`true`
    case 'set_field': {
      const field = systemFields.find(({ id }) => id === action.field_id)
      const now = field ? sql`to_jsonb(${sql.ref(`p.${field.column}`)})` : sql`p.custom -> ${String(action.field_id)}`
      const value = action.value === null ? null : JSON.stringify(action.value)
      return sql`${now} is distinct from ${value}::jsonb`
    }
  }
}
