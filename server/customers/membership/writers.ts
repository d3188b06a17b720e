import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inStore } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'

/** First key of the advisory locks held by writers that evaluate profiles with the current rules. */
const LOCK = storeLocks.ruleWriters

/**
 * To be called by a writer of people before it asks which segments there are: until its transaction ends, `writersOver` waits for it.
 * No transaction requests this lock exclusively, so writers never wait for it.
 */
export async function noteWriter(db: Db, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK}, ${storeId}::int), set_config('jit', 'off', true)`.execute(db)
}

/** The moment by the database's clock, which gives people and activities their times: nothing that was written before lies ahead of it. */
export async function transactionTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  // Milliseconds are cut off where there are microseconds.
  return new Date(Date.parse(rows[0]!.now) + 1)
}

const PAUSE_MS = 10

/**
 * Waits until the currently running writers have ended, so that their changes are visible. Later writers are not waited for, because
 * they already use the current segments.
 */
export async function writersOver(pool: pg.Pool, storeId: number, signal: AbortSignal): Promise<void> {
  const holders = async (among: readonly string[] | null) => {
    const { rows } = await inStore(pool, storeId, (db) =>
      sql<{ holder: string }>`select virtualtransaction as holder from pg_locks
        where locktype = 'advisory' and classid = ${LOCK} and objid = ${storeId}::oid and objsubid = 2 and mode = 'ShareLock'
          and database = (select oid from pg_database where datname = current_database())
          and (${among}::text[] is null or virtualtransaction = any(${among}::text[]))`.execute(db),
    )
    return rows.map((row) => row.holder)
  }
  for (let left = await holders(null); left.length > 0; left = await holders(left)) {
    await sleep(PAUSE_MS, undefined, { signal })
  }
}
