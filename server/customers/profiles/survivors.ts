import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'

/** Returns the live profiles into which merges have brought these ids, through any number of merges. Ids that were not merged are left out. */
export async function survivorsOf(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; survivor: number }>`
    with recursive chain (id, survivor) as (
      select p.id, p.merged_into from unnest(${ids}::bigint[]) asked (id)
        cross join lateral (select id, merged_into from profile where store_id = ${storeId} and id = asked.id offset 0) p
      where p.merged_into is not null
      union
      select chain.id, p.merged_into from chain
        cross join lateral (select merged_into from profile where store_id = ${storeId} and id = chain.survivor offset 0) p
      where p.merged_into is not null)
    select chain.id, chain.survivor from chain
      cross join lateral (
        select deleted_at, merged_into from profile where store_id = ${storeId} and id = chain.survivor offset 0) p
    where p.merged_into is null and p.deleted_at is null`.execute(db)
  return new Map(rows.map(({ id, survivor }) => [id, survivor]))
}

/**
 * Common table expressions of a recursive query: `survivor` has the profile that remains for each merged one of a set of ids, which a query
 * with one column returns. A survivor may have been deleted since.
 */
export const survivorTables = (storeId: number, ids: RawBuilder<unknown>) => sql`
  merged (id, survivor) as (
    select p.id, p.merged_into from profile p
    where p.store_id = ${storeId} and p.merged_into is not null and p.id in (${ids})
    union
    select merged.id, p.merged_into from merged
      join profile p on p.store_id = ${storeId} and p.id = merged.survivor and p.merged_into is not null
  ), survivor as (
    select merged.id, merged.survivor from merged
      join profile p on p.store_id = ${storeId} and p.id = merged.survivor and p.merged_into is null
  )`

/** Returns the error for an id without a live profile, to a caller who may read profiles: a merged id leads to the one that remains. */
export async function missingProfile(db: Db, storeId: number, id: number): Promise<ApiError> {
  const survivor = (await survivorsOf(db, storeId, [id])).get(id)
  return survivor === undefined ? new ApiError('not_found') : new ApiError('profile_merged', { merged_into: survivor })
}
