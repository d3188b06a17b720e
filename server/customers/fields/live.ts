import { type RawBuilder, sql } from 'kysely'

/**
 * Condition for live profiles among those that are looked up by id. An expression, so that no partial index of live profiles fits: in a table
 * that was never analysed it seems to have one row, and would be read whole for each block.
 */
export const isLive = (profile = 'profile'): RawBuilder<boolean> =>
  sql`num_nulls(${sql.ref(`${profile}.deleted_at`)}, ${sql.ref(`${profile}.merged_into`)}) = 2`

/** The same for profiles whose data may be used: live, and not restricted. The condition of everything that goes out. */
export const isFree = (profile = 'profile'): RawBuilder<boolean> =>
  sql`num_nulls(${sql.ref(`${profile}.deleted_at`)}, ${sql.ref(`${profile}.merged_into`)}, ${sql.ref(`${profile}.restricted_at`)}) = 3`
