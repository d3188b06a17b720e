import type pg from 'pg'
import { createPool, SETTINGS } from './db.ts'
import { withoutNames } from './pipeline.ts'
import { onePlanOptions } from './plans.ts'

/**
 * Connections for reads that were declared (`reading.ts`). Their plans are made once, for any store and any value, so there must be one to
 * choose: with statistics of an empty table a scan looks cheap, and would be kept when the table has a million rows.
 * `pooled`: behind a pooler each transaction has another session, so statements have no names and bring the settings along.
 */
export function createReadPool(url: string, options: pg.PoolConfig & { pooled?: boolean } = {}): pg.Pool {
  const { pooled, ...rest } = options
  const pool = createPool(url, {
    max: 8,
    // Limits how long a plan from small tables is kept, even if the tables are never analyzed.
    maxLifetimeSeconds: 300,
    options: pooled ? undefined : `${SETTINGS} ${onePlanOptions}`,
    ...rest,
  })
  if (pooled) pool.on('connect', withoutNames)
  return pool
}
