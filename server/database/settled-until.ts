import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

interface Settled {
  until: string
}

/** `pg_stat_activity` without the names of databases and roles, which cost as much as the rest. */
const settledRow: RawBuilder<Settled> = sql`select least(clock_timestamp(), min(xact_start)) as until
  from pg_stat_get_activity(null), (select usesysid as own, datid as here from pg_stat_get_activity(pg_backend_pid())) me
  where datid = here and usesysid = own and pid <> pg_backend_pid() and xact_start is not null`

/**
 * Returns the time before which every change is committed. Later writers begin after it, and so do the times of what they write. It must be
 * read in a statement before the changes, and with an older snapshot than theirs.
 */
export async function settledUntil(db: Db): Promise<string> {
  const { rows } = await settledRow.execute(db)
  return rows[0]!.until
}

/** The same as a declared read. */
export const settledRead = prepared('settled_until', () => settledRow)
