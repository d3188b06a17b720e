import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { LEASE_MS, type Leases } from '../core/clock.ts'

/** Leases in the database, by its clock. */
export function databaseLeases(pool: Pick<pg.Pool, 'query'>): Leases {
  const holder = randomUUID()
  return {
    async hold(names) {
      const { rows } = await pool.query<{ name: string }>('select auth.hold_leases($1, $2, $3) as name', [
        holder,
        names,
        LEASE_MS / 1000,
      ])
      return new Set(rows.map(({ name }) => name))
    },
    async giveBack() {
      await pool.query('select auth.return_leases($1)', [holder])
    },
  }
}
