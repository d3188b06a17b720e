import { sql } from 'kysely'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Db } from '../../platform/core/db.ts'
import { storeLocks } from '../../platform/postgres/locks.ts'

/** Milliseconds that an estimate may take. */
const LIMIT_MS = 15_000

/** First key of the advisory locks of running estimates. Nothing waits for them. */
const LOCK = storeLocks.newestSegment

/** Seconds in which a stop that is under way arrives. */
const ARRIVES = 0.02

const CANCELLED = '57014'

/**
 * Does somebody's estimate alone: it stops the one before of theirs in the database, on whichever server that was asked for, and is
 * stopped by a newer one, or when it takes too long. Throws estimate_stopped then. The caller's transaction does nothing else.
 */
export async function newestAlone<T>(db: Db, userId: number, work: () => Promise<T>): Promise<T> {
  try {
    await begin(db, userId)
    const done = await work()
    await leave(db, userId)
    return done
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELLED) throw error
    throw new ApiError('estimate_stopped', undefined, { cause: error })
  }
}

async function begin(db: Db, userId: number): Promise<void> {
  const name = `ruam estimate ${userId}`
  await sql`select set_config('application_name', ${name}, true), set_config('statement_timeout', ${String(LIMIT_MS)}, true),
    set_config('jit', 'off', true), pg_advisory_xact_lock_shared(${LOCK}, ${userId}::int)`.execute(db)
  await sql`select pg_cancel_backend(other.pid) from pg_stat_activity own
    join pg_stat_activity other on other.application_name = ${name} and other.datname = own.datname and other.usename = own.usename
      and (other.xact_start, other.pid) < (own.xact_start, own.pid)
    where own.pid = pg_backend_pid()`.execute(db)
}

/** From here on nobody stops it; a stop that is under way would meet the commit, or somebody else's statement. */
async function leave(db: Db, userId: number): Promise<void> {
  await sql`select set_config('application_name', '', true)`.execute(db)
  await sql`select pg_sleep(${ARRIVES}) where exists (
    select from pg_locks where locktype = 'advisory' and classid = ${LOCK} and objid = ${userId}::oid and objsubid = 2
      and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database()))`.execute(
    db,
  )
}
