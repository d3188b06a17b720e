import { sql } from 'kysely'
import { fromKysely, type Job, type PgBoss } from 'pg-boss'
import type { Db } from '../database/db.ts'

/** pg-boss takes the highest first, of equal ones the oldest. */
export const NEW = 1
/** Priority of a job that had a time slice: behind new ones. */
export const LOW_PRIORITY = 0
/** Priority of a job that waited a full time slice; without it, new jobs could starve it. */
const WAITED = 2

/** Length of a time slice in milliseconds while others wait: minimum for a new job, and maximum for a resumed one. */
export interface SliceTimes {
  least: number
  whole: number
}
export const usualTimes: SliceTimes = { least: 300, whole: 10_000 }

/** A place in a queue, which a handler has until it ends or leaves it to others. */
export interface TimeSlice {
  /** True if the job should yield: a new job of another store waits, or a resumed one and this job has run for ten seconds. */
  isOver(db: Db): Promise<boolean>
  /** Yields in the caller's transaction, which queues the rest of the work again, behind the others. */
  leave(db: Db): Promise<void>
  /** For a handler that can't resume: gives other jobs an extra slot until it ends, if one is free. */
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
    `update pgboss.job set priority = ${WAITED} where name = $1 and state < 'active' and priority = ${LOW_PRIORITY}
      and created_on < clock_timestamp() - make_interval(secs => $2)`,
    [name, whole / 1000],
  )
}
