import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { Refusal } from '../core/refusal.ts'

/** Milliseconds that an estimate may take. */
const LIMIT_MS = 15_000

const CANCELLED = '57014'

/**
 * Does somebody's estimate alone: it stops the one before of theirs in the database, on whichever server that was asked for, and is
 * stopped by a newer one, or when it takes too long. Throws estimate_stopped then. The caller's transaction does nothing else.
 */
export async function newestAlone<T>(db: Db, userId: number, work: () => Promise<T>): Promise<T> {
  const name = `ruam estimate ${userId}`
  await sql`select set_config('application_name', ${name}, true), set_config('statement_timeout', ${String(LIMIT_MS)}, true),
    set_config('jit', 'off', true)`.execute(db)
  await sql`select pg_cancel_backend(other.pid) from pg_stat_activity own
    join pg_stat_activity other on other.application_name = ${name} and other.datname = own.datname and other.usename = own.usename
      and (other.xact_start, other.pid) < (own.xact_start, own.pid)
    where own.pid = pg_backend_pid()`.execute(db)
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === CANCELLED)
      throw new Refusal('estimate_stopped', undefined, { cause: error })
    throw error
  }
}
