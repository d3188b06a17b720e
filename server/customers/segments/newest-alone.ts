import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { failedWith } from '../../core/sqlstate.ts'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import { prepared } from '../../database/prepared.ts'

/** Milliseconds that an estimate may take. */
const LIMIT_MS = 15_000

/** First key of the advisory locks of running estimates. Nothing waits for them. */
const LOCK = storeLocks.newestSegment

/** Seconds in which a pending cancel arrives. */
const ARRIVES = 0.02

/**
 * Runs only the newest estimate of a user: cancels their previous one in the database, whichever server runs it. Throws
 * estimate_stopped if a newer one cancels it, or if it takes too long. The caller's transaction does nothing else.
 */
export async function newestAlone<T>(db: Db, userId: number, work: () => Promise<T>): Promise<T> {
  try {
    await begin(db, userId)
    const done = await work()
    await leave(db, userId)
    return done
  } catch (error) {
    if (!failedWith(error, 'queryCanceled')) throw error
    throw new ApiError('estimate_stopped', undefined, { cause: error })
  }
}

const nameOf = (userId: number) => `ruam estimate ${userId}`

/** Cancels the earlier estimates of a user as `newestAlone` does, for an estimate that takes too little time to be cancelled. */
export const cancelsEarlier = (userId: number) => ({
  lock: lockRead(userId),
  cancelled: cancelRead(nameOf(userId)),
})

const lockRead = prepared(
  'estimate_lock',
  (_, userId: number) => sql`select pg_advisory_xact_lock_shared(${sql.lit(LOCK)}, ${userId}::int)`,
)

const cancelRead = prepared(
  'estimate_cancel',
  (_, name: string) => sql`select pg_cancel_backend(other.pid) from pg_stat_get_activity(pg_backend_pid()) own
    join pg_stat_get_activity(null) other on other.application_name = ${name} and other.datid = own.datid and other.usesysid = own.usesysid
      and (other.xact_start, other.pid) < (own.xact_start, own.pid)`,
)

async function begin(db: Db, userId: number): Promise<void> {
  const name = nameOf(userId)
  await sql`select set_config('application_name', ${name}, true), set_config('statement_timeout', ${String(LIMIT_MS)}, true),
    set_config('jit', 'off', true), pg_advisory_xact_lock_shared(${LOCK}, ${userId}::int)`.execute(db)
  await sql`select pg_cancel_backend(other.pid) from pg_stat_activity own
    join pg_stat_activity other on other.application_name = ${name} and other.datname = own.datname and other.usename = own.usename
      and (other.xact_start, other.pid) < (own.xact_start, own.pid)
    where own.pid = pg_backend_pid()`.execute(db)
}

/** Makes this estimate uncancellable and lets a pending cancel arrive: later it would hit the commit, or another caller's statement. */
async function leave(db: Db, userId: number): Promise<void> {
  await sql`select set_config('application_name', '', true)`.execute(db)
  await sql`select pg_sleep(${ARRIVES}) where exists (
    select from pg_locks where locktype = 'advisory' and classid = ${LOCK} and objid = ${userId}::oid and objsubid = 2
      and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database()))`.execute(
    db,
  )
}
