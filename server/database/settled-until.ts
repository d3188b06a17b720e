import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Returns the time before which every change is committed. Later writers begin after it, and so do the times of what they write. It must be
 * read in a statement before the changes, and with an older snapshot than theirs.
 */
export async function settledUntil(db: Db): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    select least(clock_timestamp(), min(xact_start)) as until from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start is not null`.execute(
    db,
  )
  return rows[0]!.until
}
