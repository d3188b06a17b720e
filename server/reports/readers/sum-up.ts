import type pg from 'pg'
import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'

const HOUR_MS = 3_600_000

/** Sums up traces of past days by customer, viewer, way and hour, block after block. Returns the number of blocks. */
export async function sumUpReads(pool: Pick<pg.Pool, 'query'>, signal?: AbortSignal, most?: number): Promise<number> {
  const given = most === undefined ? [] : [most]
  for (let blocks = 0; ; blocks++) {
    const text = `select auth.sum_reads(${given.length > 0 ? '$1' : ''}) as did`
    const { rows } = await pool.query<{ did: boolean }>(text, given)
    if (!rows[0]!.did || signal?.aborted) return blocks
  }
}

/** Deletes summed up traces and people of exports older than two years, block after block. */
export async function purgeReads(pool: Pick<pg.Pool, 'query'>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ gone: number }>('select auth.purge_reads() as gone')
    if (rows[0]!.gone === 0 || signal?.aborted) break
  }
  await pool.query('select auth.purge_export_people()')
}

/** Looks every hour: a shop may switch its machine off at night. */
export const sumUpReadsHourly = ({ pool }: Pick<Core, 'pool'>): TimedWork => ({
  name: 'sensitive-reads',
  everyMs: HOUR_MS,
  async work(signal) {
    await sumUpReads(pool, signal)
    await purgeReads(pool, signal)
  },
})
