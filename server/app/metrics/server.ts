import type pg from 'pg'
import { createPool } from '../../database/db.ts'
import { gauge, onScrape } from '../../metrics/metrics.ts'
import { readyPart } from '../../metrics/ready.ts'
import { type Core, serverNumber } from '../../servers/core.ts'

/** Milliseconds for one answer of the database; a scrape waits no longer. */
const ANSWER_MS = 2000

/** Shows a database server in `/metrics`, and in `/readyz`. Returns a function that ends this. */
export function watchServer(core: Core, directAppUrl: string): () => Promise<void> {
  const server = serverNumber(core)
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS, options: undefined }
  // Connections of their own: those of calls may all be busy, which is no outage.
  const direct = createPool(directAppUrl, { max: 1, ...limits })
  const ends = [
    onScrape(() => showPools(core)),
    onScrape(() => showAway(server, direct)),
    readyPart(server === 1 ? 'database' : `database_${server}`, () => direct.query('select 1').then(() => undefined), {
      optional: server !== 1,
    }),
  ]
  return async () => {
    for (const end of ends) end()
    await direct.end()
  }
}

function showPools({ pool, readPool, sessions, server = 1 }: Core): void {
  const pools = { calls: pool, reads: readPool, ...(sessions !== pool && { sessions }) }
  for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    gauge('ruam_pool_connections', { pool: name, server, state: 'busy' }, totalCount - idleCount)
    gauge('ruam_pool_connections', { pool: name, server, state: 'idle' }, idleCount)
    gauge('ruam_pool_waiting', { pool: name, server }, waitingCount)
  }
}

async function showAway(server: number, direct: pg.Pool): Promise<void> {
  const there = await direct.query('select 1').then(
    () => true,
    () => false,
  )
  gauge('ruam_database_away', { server }, there ? 0 : 1)
}
