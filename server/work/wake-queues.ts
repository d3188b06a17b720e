import type { PgBoss } from 'pg-boss'
import { isOutage } from '../core/sqlstate.ts'

/** Milliseconds between two looks: a delayed job, or one of a killed worker, starts at most this long after its time. */
const LOOK_MS = 2000
/** Looks between two rounds of pg-boss's own maintenance, which deletes finished jobs. */
const MAINTENANCE_LOOKS = 30

/** Seconds between two fetches of a worker that nobody wakes. */
export const FETCH_SECONDS = 60

/** Intervals with which pg-boss does nothing by itself: `wakeQueues` calls it when there is something to do. */
export const quiet = { supervise: false, monitorIntervalSeconds: 1 } as const

/**
 * Wakes the workers of queues that have something to do, by one statement for all of them: new jobs are announced, delayed and repeated ones
 * are not. Jobs whose worker was killed are freed first. Returns a function that ends this.
 */
export function wakeQueues(
  boss: PgBoss,
  places: ReadonlyMap<string, ReadonlySet<string>>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let looks = 0
  let looking: Promise<void> | undefined

  async function look() {
    const { rows } = (await boss.getDb().executeSql(
      `select q.name,
         exists (select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked
           and j.start_after <= clock_timestamp()) as due,
         exists (select from pgboss.job j where j.name = q.name and j.state = 'active'
           and least(j.heartbeat_on + make_interval(secs => j.heartbeat_seconds), j.started_on + make_interval(secs => j.expire_seconds))
             < clock_timestamp()) as lost
       from unnest($1::text[]) q (name)`,
      [[...places.keys()]],
    )) as { rows: { name: string; due: boolean; lost: boolean }[] }
    for (const { name, lost } of rows) if (lost) await boss.supervise(name)
    if (looks++ % MAINTENANCE_LOOKS === 0) await boss.supervise()
    for (const { name, due } of rows) if (due) for (const id of places.get(name)!) boss.notifyWorker(id)
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => isOutage(error) || onError(error))
      .then(() => {
        looking = undefined
      })
  }, LOOK_MS)
  return async () => {
    clearInterval(timer)
    await looking
  }
}
