import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Field } from '../fields/fields.ts'
import { isFree } from '../fields/live.ts'
import type { ProfileColumn } from '../rules/condition.ts'
import type { MaskedValue } from './masking.ts'

/** Columns shown of a profile. */
export const columns = [
  'profile.id',
  ...systemFields.map((field) => field.column),
  'custom',
  'created_at',
  'updated_at',
  'deleted_at',
  'restricted_at',
] as const

/** The labels that a profile carries, in no order. */
export const labelIds = sql<number[]>`array(select l.label_id from profile_label l
  where l.store_id = profile.store_id and l.profile_id = profile.id and l.source <> 'manual_remove')`.as('label_ids')

/** Time in which a deleted profile can be restored. */
const RESTORABLE = sql`interval '30 days'`

/** True if a deleted profile can be restored. */
export const isRestorable = sql<boolean>`deleted_at > now() - ${RESTORABLE}`.as('restorable')

/** The live profiles, or those that were deleted and can be brought back. */
export function profilesOf(db: Db, storeId: number, deleted = false) {
  const rows = db.selectFrom('profile').where('profile.store_id', '=', storeId).where('merged_into', 'is', null)
  return deleted
    ? rows.where('deleted_at', '>', sql<string>`now() - ${RESTORABLE}`)
    : rows.where('deleted_at', 'is', null)
}

/**
 * The live ones among the profiles with these ids. `read`: the columns that are asked for; all of them, when it is left out, cost half
 * as much again.
 */
export function probed(db: Db, storeId: number, ids: RawBuilder<{ id: number }>, read?: readonly ProfileColumn[]) {
  const some = new Set<ProfileColumn>(['id', 'deleted_at', 'merged_into', ...(read ?? [])])
  // OFFSET 0 keeps the probe a probe.
  return db
    .selectFrom(ids.as('hit'))
    .crossJoinLateral((e) =>
      e
        .selectFrom('profile')
        .$if(read === undefined, (rows) => rows.selectAll())
        .$if(read !== undefined, (rows) => rows.select([...some]))
        .where('profile.store_id', '=', storeId)
        .whereRef('profile.id', '=', 'hit.id')
        .offset(sql.lit(0))
        .as('profile'),
    )
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null) as unknown as ReturnType<typeof profilesOf>
}

/** Rows in the order of the ids: of live profiles, or of those that can be brought back. */
export async function profilesById(db: Db, storeId: number, ids: number[], deleted = false) {
  if (ids.length === 0) return []
  const these = sql<{ id: number }>`(select unnest(${ids}::bigint[]) as id)`
  const found = deleted ? profilesOf(db, storeId, true).where('profile.id', 'in', ids) : probed(db, storeId, these)
  const rows = await found.select(columns).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** True for a live profile that is not restricted. */
export async function isFreeProfile(db: Db, storeId: number, id: number): Promise<boolean> {
  const found = db
    .selectFrom('profile')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where(isFree())
  return (await found.executeTakeFirst()) !== undefined
}

export type ProfileRow = Awaited<ReturnType<typeof profilesById>>[number]

/** A field's value of a profile row: a typed column, or the store's own field out of `custom`. */
export function fieldValue(row: ProfileRow, field: Field): MaskedValue {
  return field.column ? row[field.column] : (row.custom[field.id] ?? null)
}

/** Stored number of live profiles, updated by every write. No row for stores that never had one. */
export const totalRow = (db: Db, storeId: number) =>
  db.selectFrom('profile_total').select('live').where('store_id', '=', storeId)

export async function totalProfiles(db: Db, storeId: number): Promise<number> {
  return (await totalRow(db, storeId).executeTakeFirst())?.live ?? 0
}

/** A label as profiles show it. */
export interface LabelChip {
  id: number
  name: string
  color: string
  type: 'general' | 'advanced'
  display_enabled: boolean
}

/** The labels of profiles by name; `hidden`: also those that are not displayed. */
export async function labelsOf(db: Db, storeId: number, profileIds: number[], hidden: boolean) {
  if (profileIds.length === 0) return []
  return db
    .selectFrom('profile_label')
    .innerJoin('label', (join) =>
      join.onRef('label.store_id', '=', 'profile_label.store_id').onRef('label.id', '=', 'profile_label.label_id'),
    )
    .select([
      'profile_label.profile_id',
      'label.id',
      'label.name',
      'label.color',
      'label.type',
      'label.display_enabled',
    ])
    .where('profile_label.store_id', '=', storeId)
    .where('profile_label.profile_id', 'in', profileIds)
    .where('profile_label.source', '<>', 'manual_remove')
    .$if(!hidden, (labels) => labels.where('label.display_enabled', '=', true))
    .orderBy('label.name')
    .orderBy('label.id')
    .execute()
}
