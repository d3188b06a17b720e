import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Namespace of the advisory locks of moves. */
const LOCK = 45

/** One process moves a store. */
export interface MoverLock {
  /** True once the connection that holds the lock is gone: another process may have it. */
  lost(): boolean
  release(): Promise<void>
}

/**
 * Takes the lock of a store's move at home, which ends with its connection; undefined if another process has it. `patienceMs`: a worker that looks after
 * the move returns it soon.
 */
export async function acquireMoverLock(
  homeUrl: string,
  storeId: number,
  patienceMs = 0,
): Promise<MoverLock | undefined> {
  const client = new pg.Client({ connectionString: homeUrl, application_name: 'ruam store move' })
  let lost = false
  const gone = () => {
    lost = true
  }
  client.on('error', gone)
  client.on('end', gone)
  await client.connect()
  for (const until = performance.now() + patienceMs; ; await sleep(100)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [
      LOCK,
      storeId,
    ])
    if (rows[0]!.mine) return { lost: () => lost, release: () => client.end().catch(() => {}) }
    if (performance.now() >= until) break
  }
  await client.end()
  return undefined
}

/** True while a process has the lock of a store's move. */
export async function isMoverThere({ pool }: { pool: pg.Pool }, storeId: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_locks l where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.objsubid = 2 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCK, storeId],
  )
  return rowCount === 1
}
