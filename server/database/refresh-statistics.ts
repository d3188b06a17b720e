import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'

/** Milliseconds between two looks at all tables. One takes 1 to 3 ms, and up to 50 ms more per table while it is written. */
const LOOK_MS = 15_000

/** Analyzes the tables of stores whose statistics have become wrong, whatever wrote them, each in its own transaction. Returns their names. */
export async function refreshStatistics(pool: Pick<pg.Pool, 'query'>, signal?: AbortSignal): Promise<string[]> {
  const analyzed: string[] = []
  while (!signal?.aborted) {
    const { rows } = await pool.query<{ name: string | null }>('select auth.refresh_statistics($1) as name', [
      analyzed.at(-1) ?? '',
    ])
    const name = rows[0]!.name
    if (name === null) break
    analyzed.push(name)
  }
  return analyzed
}

/** Keeps the planner's statistics close to what writers have done. */
export const refreshStatisticsSteadily = ({ pool }: { pool: pg.Pool }): TimedWork => ({
  name: 'statistics',
  everyMs: LOOK_MS,
  work: (signal) => refreshStatistics(pool, signal),
})
