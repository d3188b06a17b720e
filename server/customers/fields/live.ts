import { type RawBuilder, sql } from 'kysely'

/**
 * Condition for live profiles among those that are looked up by id. An expression, so that no partial index of live profiles fits: in a table
 * that was never analysed it seems to have one row, and would be read whole for each block.
 */
export const isLive = (profile = 'profile'): RawBuilder<boolean> =>
  sql`num_nulls(${sql.ref(`${profile}.deleted_at`)}, ${sql.ref(`${profile}.merged_into`)}) = 2`

/** Ids of restricted profiles, by the index of those that are no members. */
export const restrictedIds = (storeId: number): RawBuilder<{ id: number }> =>
  sql`(select id from profile where store_id = ${storeId} and coalesce(deleted_at, restricted_at) is not null
    and restricted_at is not null)`

/** Condition of everything that goes out: live profiles whose data may be used. */
export const isFree = (profile = 'profile'): RawBuilder<boolean> =>
  sql`num_nulls(${sql.ref(`${profile}.deleted_at`)}, ${sql.ref(`${profile}.merged_into`)}, ${sql.ref(`${profile}.restricted_at`)}) = 3`
