import { sql } from 'kysely'
import { fromKysely, type Job, type PgBoss } from 'pg-boss'
import type { Db } from './db.ts'

/** pg-boss takes the highest first, of equal ones the oldest. */
export const NEW = 1
/** Of what has had a turn already: behind what is new. */
export const BEHIND = 0
/** Of what has waited behind others for a whole turn: what is new has no end where many stores work. */
const WAITED = 2

/** How long a turn lasts while others wait, in milliseconds: for one that is new at least, and for one that has had a turn. */
export interface SliceTimes {
  least: number
  whole: number
}
export const usualTimes: SliceTimes = { least: 300, whole: 10_000 }

/** A place in a queue, which a handler has until it ends or leaves it to others. */
export interface TimeSlice {
  /**
   * Whether it is time to leave: another store's job waits that is new, or one that had its turn before and this one has lasted for
   * ten seconds.
   */
  isOver(db: Db): Promise<boolean>
  /** Leaves with the caller's transaction, which puts what is to go on into the queue once more, behind the others. */
  leave(db: Db): Promise<void>
  /** For a handler that would begin from the start: others get a place beside its own until it ends, where one can be had. */
  share(): Promise<void>
}

export function timeSlice(
  boss: PgBoss,
  name: string,
  job: Job<object>,
  times: SliceTimes,
  share: () => Promise<void>,
): TimeSlice {
  const begun = performance.now()
  const { store_id: own } = job.data as { store_id?: number }
  return {
    async isOver(db) {
      const lasted = performance.now() - begun
      if (lasted < times.least) return false
      const { rows } = await sql<{ wanted: boolean }>`select exists (select from pgboss.job where name = ${name}
        and state < 'active' and not blocked and start_after <= clock_timestamp()
        and (priority = ${NEW} or ${lasted >= times.whole})
        and (data ->> 'store_id')::int is distinct from ${own ?? null}) as wanted`.execute(db)
      return rows[0]!.wanted
    },
    async leave(db) {
      await boss.complete(name, job, undefined, { db: fromKysely(db as never) })
    },
    share,
  }
}

/** Lets what has waited behind others for a whole turn go before what is new. */
export async function bringForward(boss: PgBoss, name: string, { whole }: SliceTimes): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set priority = ${WAITED} where name = $1 and state < 'active' and priority = ${BEHIND}
      and created_on < clock_timestamp() - make_interval(secs => $2)`,
    [name, whole / 1000],
  )
}
