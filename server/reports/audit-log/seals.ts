import type pg from 'pg'
import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'
import { exportSeals } from './exported-seals.ts'

/** Seals past hours. Returns the number. */
export async function sealAudit(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ sealed: number }>('select auth.seal_audit() as sealed')
  return rows[0]!.sealed
}

/** The hours of stores whose rows are not those that were sealed. */
export async function brokenSeals(pool: Pick<pg.Pool, 'query'>): Promise<{ store_id: number; hour: string }[]> {
  const { rows } = await pool.query<{ store_id: number; hour: string }>(
    'select store_id, hour from auth.broken_seals()',
  )
  return rows
}

/** Times between which acts are missing, because an older database was restored and theirs could not be carried over. */
export async function missingActs(
  pool: Pick<pg.Pool, 'query'>,
): Promise<{ backup_at: string | null; restored_at: string }[]> {
  const { rows } = await pool.query<{ backup_at: string | null; restored_at: string }>(
    'select backup_at, restored_at from auth.restorations() where acts is null',
  )
  return rows
}

/** The days of stores whose traces of reading are not those of their digest. */
export async function brokenReads(pool: Pick<pg.Pool, 'query'>): Promise<{ store_id: number; day: string }[]> {
  const { rows } = await pool.query<{ store_id: number; day: string }>('select store_id, day from auth.broken_reads()')
  return rows
}

/** Deletes sealed hours older than two years, one at a time. Returns the number of rows. */
export async function purgeAudit(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ gone: number }>('select auth.purge_audit() as gone')
  return rows[0]!.gone
}

/** Looks every ten minutes, so that an hour is sealed well before the next is over. */
export const sealHourly = ({ pool, lists, server }: Pick<Core, 'pool' | 'lists' | 'server'>): TimedWork => ({
  name: 'audit-seal',
  everyMs: 600_000,
  async work() {
    await sealAudit(pool)
    await exportSeals(pool, lists, server)
    await purgeAudit(pool)
  },
})
