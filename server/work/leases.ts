import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { LEASE_MS, type Leases } from '../core/clock.ts'
import { gauge } from '../metrics/metrics.ts'

/** Leases in the database, by its clock. `server` is the number in their figures. */
export function databaseLeases(pool: Pick<pg.Pool, 'query'>, server = 1): Leases {
  const holder = randomUUID()
  const show = (names: readonly string[], held?: ReadonlySet<string>) => {
    for (const task of names) gauge('ruam_lease_held', { task, server }, held?.has(task) ? 1 : 0)
  }
  return {
    async hold(names) {
      try {
        const { rows } = await pool.query<{ name: string }>('select auth.hold_leases($1, $2, $3) as name', [
          holder,
          names,
          LEASE_MS / 1000,
        ])
        const held = new Set(rows.map(({ name }) => name))
        show(names, held)
        return held
      } catch (error) {
        show(names)
        throw error
      }
    },
    async giveBack() {
      await pool.query('select auth.return_leases($1)', [holder])
    },
  }
}
