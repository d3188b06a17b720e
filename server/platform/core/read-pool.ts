import type pg from 'pg'
import { createPool, SETTINGS } from './db.ts'
import { onePlanOptions } from './plans.ts'

/**
 * Connections for reads that were declared (`reading.ts`). Their plans are made once, for any store and any value, so there must be one to
 * choose: with statistics of an empty table a scan looks cheap, and would be kept when the table has a million rows.
 */
export function createReadPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  return createPool(url, {
    max: 8,
    // A plan that was made while tables were small is not kept for ever, even where nobody analyzes them.
    maxLifetimeSeconds: 300,
    options: `${SETTINGS} ${onePlanOptions}`,
    ...options,
  })
}
