import { MAX_KEY_LENGTH } from '@ruam/contract/platform/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { isLive } from '../fields/live.ts'

// Values of the store's own match keys stand in profile_key, where an import looks them up. Those of system fields have indexes.

/**
 * The fields among these by whose values people are matched. None of them can become one, or be deleted, until the caller's
 * transaction ends. Throws profile_locked when the values of one are being converted.
 */
export async function matchKeys(db: Db, storeId: number, fieldIds: readonly number[]): Promise<number[]> {
  if (fieldIds.length === 0) return []
  const rows = await db
    .selectFrom('profile_field')
    .select(['id', 'match_key', 'converting_to'])
    .where('store_id', '=', storeId)
    .where('id', 'in', fieldIds)
    .orderBy('id')
    .forShare()
    .execute()
  if (rows.some((row) => row.converting_to !== null)) throw new ApiError('profile_locked')
  return rows.filter((row) => row.match_key).map((row) => row.id)
}

/** Returns all match keys, and locks them as such until the transaction ends. */
export async function allMatchKeys(db: Db, storeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('profile_field')
    .select('id')
    .where('store_id', '=', storeId)
    .where('match_key', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores the current values of these match keys. */
export async function rewriteKeys(db: Db, storeId: number, profileIds: readonly number[], keys: readonly number[]) {
  if (keys.length === 0 || profileIds.length === 0) return
  await dropKeys(db, storeId, keys, profileIds)
  await insertKeys(db, storeId, keys, sql`and p.id = any(${profileIds}::bigint[])`)
}

/** Stores the values of new match keys for all profiles. */
export async function storeKeys(db: Db, storeId: number, keys: readonly number[]): Promise<void> {
  for (const key of keys) await insertKeys(db, storeId, [key], sql`and p.custom ? ${String(key)}`)
}

/** Deletes the stored keys of these fields, for these profiles or for all. */
export async function dropKeys(db: Db, storeId: number, keys: readonly number[], profileIds?: readonly number[]) {
  const these = profileIds ? sql`and profile_id = any(${profileIds}::bigint[])` : sql``
  await sql`delete from profile_key
    where store_id = ${storeId} and field_id = any(${keys}::int[]) ${these}`.execute(db)
}

async function insertKeys(db: Db, storeId: number, keys: readonly number[], which: RawBuilder<unknown>): Promise<void> {
  // Values that are too long are not keys. Ordered by id, because each row locks its profile.
  await sql`insert into profile_key (store_id, field_id, value, profile_id)
    select p.store_id, k.id, p.custom ->> k.id::text, p.id
    from profile p cross join unnest(${keys}::int[]) as k (id)
    where p.store_id = ${storeId} ${which} and ${isLive('p')}
      and length(p.custom ->> k.id::text) <= ${MAX_KEY_LENGTH}
    order by p.id, k.id
    on conflict do nothing`.execute(db)
}
