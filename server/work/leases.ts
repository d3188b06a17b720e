import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Milliseconds until the work of a killed process is taken over; quality asks for 15 s. */
export const LEASE_MS = 12_000
/** Three extensions may fail before a lease expires. */
export const EXTEND_MS = 3000

/** Leases of scheduled work: of several processes, one holds each. */
export interface Leases {
  /** Takes or extends leases for LEASE_MS, and returns the names that this process holds. */
  hold(names: readonly string[]): Promise<ReadonlySet<string>>
  /** Frees all leases of this process. */
  giveBack(): Promise<void>
}

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
