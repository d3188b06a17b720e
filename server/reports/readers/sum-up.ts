import type pg from 'pg'
import type { TimedWork } from '../../platform/core/clock.ts'
import type { Core } from '../../platform/core/core.ts'

const HOUR_MS = 3_600_000

/** Sums up traces of past days by customer, viewer, way and hour, and deletes those older than two years. Returns the number of days. */
export async function sumUpReads(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ days: number }>('select auth.sum_reads() as days')
  return rows[0]!.days
}

/** Looks every hour: a shop may switch its machine off at night. */
export const sumUpReadsHourly = ({ pool }: Pick<Core, 'pool'>): TimedWork => ({
  name: 'sensitive-reads',
  everyMs: HOUR_MS,
  work: () => sumUpReads(pool),
})
