import { rowsOf } from '@ruam/contract/common.ts'
import { COUNT_CAP } from '@ruam/contract/constants.ts'
import type { ProfileQuery } from '@ruam/contract/profiles.ts'
import { systemFields } from '@ruam/contract/system-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import type { Field } from '../profile-fields/fields.ts'
import type { Value } from './masking.ts'
import { readKeyword } from './search.ts'

const columns = ['id', ...systemFields.map((field) => field.column), 'custom', 'created_at', 'updated_at'] as const

const live = (db: Db, storeId: number) =>
  db
    .selectFrom('profile')
    .where('profile.store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)

/**
 * Live profiles that a keyword finds. One probe of the primary key for each: a join would be planned by statistics that know
 * nothing of rows that were imported a moment ago, and may then search once for every profile of the store.
 */
function found(db: Db, storeId: number, keyword: string) {
  const { words, phones, mail } = readKeyword(keyword)
  const hits = sql<{ id: number }>`(select door.search_profiles(${words}::text[], ${phones}::text[], ${mail}) as id)`
  // OFFSET 0 keeps the probe a probe.
  return db
    .selectFrom(hits.as('hit'))
    .crossJoinLateral((e) =>
      e
        .selectFrom('profile')
        .selectAll()
        .where('profile.store_id', '=', storeId)
        .whereRef('profile.id', '=', 'hit.id')
        .offset(sql.lit(0))
        .as('profile'),
    )
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null) as unknown as ReturnType<typeof live>
}

function matching(db: Db, storeId: number, q: ProfileQuery) {
  let rows = q.keyword ? found(db, storeId, q.keyword) : live(db, storeId)
  if (q.created_from) rows = rows.where('created_at', '>=', q.created_from)
  if (q.created_to) rows = rows.where('created_at', '<=', q.created_to)
  if (q.updated_from) rows = rows.where('updated_at', '>=', q.updated_from)
  if (q.updated_to) rows = rows.where('updated_at', '<=', q.updated_to)
  if (q.labels) {
    const labels = q.labels
    rows = rows.where((e) =>
      e(
        'profile.id',
        'in',
        e
          .selectFrom('profile_label')
          .select('profile_id')
          .where('store_id', '=', storeId)
          .where('label_id', 'in', labels)
          .where('source', '<>', 'manual_remove'),
      ),
    )
  }
  return rows
}

const orders = {
  updated_at: sql`profile.updated_at`,
  created_at: sql`profile.created_at`,
  first_name: sql`profile.first_name collate "th-x-icu"`,
  last_name: sql`profile.last_name collate "th-x-icu"`,
} as const

/** A page of profiles. Ids first: they come from an index alone, and only the page's rows are read whole. */
export async function listProfiles(db: Db, storeId: number, q: ProfileQuery) {
  const direction = q.sort_dir === 'asc' ? sql`asc nulls last` : sql`desc nulls last`
  const instants = q.sort_by === 'updated_at' || q.sort_by === 'created_at'
  const ids = await matching(db, storeId, q)
    .select('profile.id')
    // An instant is never null, and `nulls last` would keep its index from being used.
    .orderBy(sql`${orders[q.sort_by]} ${instants ? sql.raw(q.sort_dir) : direction}`)
    .orderBy('profile.id', q.sort_dir)
    .offset(q.offset)
    .limit(rowsOf(q.limit))
    .execute()
  return profilesById(
    db,
    storeId,
    ids.map((row) => row.id),
  )
}

/** Rows in the order of the ids. */
export async function profilesById(db: Db, storeId: number, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await live(db, storeId).select(columns).where('profile.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type ProfileRow = Awaited<ReturnType<typeof profilesById>>[number]

/** A field's value of a profile row: a typed column, or the store's own field out of `custom`. */
export function fieldValue(row: ProfileRow, field: Field): Value {
  return field.column ? row[field.column] : (row.custom[field.id] ?? null)
}

/** How many profiles match, counted up to the cap. */
export async function countProfiles(
  db: Db,
  storeId: number,
  q: ProfileQuery,
): Promise<{ total: number; capped: boolean }> {
  const found = matching(db, storeId, q)
    .select(sql`1`.as('one'))
    .limit(COUNT_CAP + 1)
  const { n } = await db.selectFrom(found.as('found')).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return { total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP }
}

/** How many profiles the store has; kept by every write, so that no list counts them. */
export async function totalProfiles(db: Db, storeId: number): Promise<number> {
  const row = await db.selectFrom('profile_total').select('live').where('store_id', '=', storeId).executeTakeFirst()
  return row?.live ?? 0
}

export async function labelsOf(db: Db, storeId: number, profileIds: number[]) {
  if (profileIds.length === 0) return []
  return db
    .selectFrom('profile_label')
    .innerJoin('label', (join) =>
      join.onRef('label.store_id', '=', 'profile_label.store_id').onRef('label.id', '=', 'profile_label.label_id'),
    )
    .select(['profile_label.profile_id', 'label.id', 'label.name', 'label.color', 'label.type'])
    .where('profile_label.store_id', '=', storeId)
    .where('profile_label.profile_id', 'in', profileIds)
    .where('profile_label.source', '<>', 'manual_remove')
    .where('label.display_enabled', '=', true)
    .orderBy('label.name')
    .orderBy('label.id')
    .execute()
}
