import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import { setDatabaseTime } from '../core/now.ts'

/** Milliseconds. A machine that slept is wrong for at most this long. */
const READ_MS = 15_000

/** Reads the clock of the database. The answer is half a round trip old. */
export async function readClock(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const asked = performance.now()
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  setDatabaseTime(rows[0]!.ms, (asked + performance.now()) / 2)
}

/** Keeps the clock of this process that of the database. */
export const followClock = (pool: Pick<pg.Pool, 'query'>): TimedWork => ({
  name: 'clock of the database',
  everyMs: READ_MS,
  everyProcess: true,
  work: () => readClock(pool),
})
