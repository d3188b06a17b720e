import { type RawBuilder, sql } from 'kysely'

/**
 * Predicate for a lookup per row: the profile is neither deleted nor merged. Compared outside of OFFSET 0: inside, the indexes of live profiles
 * fit as well, and a planner that does not know the store would read one of them whole per row.
 */
export const isLive = (storeId: number, id: RawBuilder<unknown>) => sql<boolean>`exists (
  select from (select deleted_at, merged_into from profile where store_id = ${storeId} and id = ${id} offset 0) p
  where p.deleted_at is null and p.merged_into is null)`
