import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inStore } from '../../database/db.ts'

/** Seconds for which a worker may be silent before another one takes the automations of its store. */
const LEASE_SECONDS = 10

/** The automations of a store, as one worker has them. Another worker that takes them raises the fence. */
interface Lease {
  storeId: number
  fence: number
}

/** Thrown in a transaction of a worker that has lost its lease: nothing of it may be committed. */
export class LostLease extends Error {}

const nameOf = (storeId: number) => `ruam automations ${storeId}`
const until = sql<string>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/**
 * Takes the automations of a store. Returns undefined while another worker has them. No lease ends later than it is long: a clock that was set
 * back leaves none behind.
 */
export async function acquireLease(pool: pg.Pool, storeId: number, holder: string): Promise<Lease | undefined> {
  const fence = await inStore(pool, storeId, async (db) => {
    const { rows } = await sql<{ fence: number }>`
      update automation_engine set holder = ${holder}::uuid, fence = fence + 1, until = ${until}
      where store_id = (select store_id from automation_engine where store_id = ${storeId}
        and (until is null or until not between clock_timestamp() and ${until}) for update skip locked)
      returning fence`.execute(db)
    return rows[0]?.fence
  })
  if (fence !== undefined) return { storeId, fence }
  await endSleepers(pool, storeId)
  return undefined
}

/** Ends connections of workers that stopped within a transaction: they keep their rows locked for longer than the lease. */
const endSleepers = (pool: pg.Pool, storeId: number) =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database() and usename = current_user
       and state = 'idle in transaction' and state_change < clock_timestamp() - make_interval(secs => $2)`,
    [nameOf(storeId), LEASE_SECONDS],
  )

/**
 * Works in one transaction that only the holder of the lease commits: it locks the lease and renews it. `now`: its beginning by the clock of
 * the database. Throws LostLease.
 */
export function withLease<T>(
  pool: pg.Pool,
  { storeId, fence }: Lease,
  work: (db: Db, now: string) => Promise<T>,
): Promise<T> {
  return inStore(pool, storeId, async (db) => {
    const { rows } = await sql<{ now: string }>`
      with renewed as (
        update automation_engine set until = ${until} where store_id = ${storeId} and fence = ${fence} returning 1
      )
      select clock_timestamp() as now, set_config('application_name', ${nameOf(storeId)}, true) from renewed`.execute(
      db,
    )
    if (!rows[0]) throw new LostLease()
    return work(db, rows[0].now)
  })
}

/** Gives the lease back, so that the next worker need not wait for its end. */
export async function endLease(pool: pg.Pool, { storeId, fence }: Lease): Promise<void> {
  await inStore(pool, storeId, (db) =>
    sql`update automation_engine set until = null where store_id = ${storeId} and fence = ${fence}`.execute(db),
  )
}
