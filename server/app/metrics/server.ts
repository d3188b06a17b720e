import type pg from 'pg'
import { createPool } from '../../database/db.ts'
import { gauge, onScrape } from '../../metrics/metrics.ts'
import { readyPart } from '../../metrics/ready.ts'
import { type Core, serverNumber } from '../../servers/core.ts'
import { databaseFigures, databaseSize, forgetFigures } from './database-figures.ts'
import { migrationsPart, storagePart } from './parts.ts'

/** Milliseconds for one answer of the database; a scrape waits no longer. */
const ANSWER_MS = 2000

const watched = new Set<number>()

/** True once this process has opened a database server. */
export const isWatched = (server: number): boolean => watched.has(server)

/**
 * Shows a database server in `/metrics` and `/readyz`. It has two connections of its own: all of those for calls may be busy, which is no
 * outage. Returns a function that ends this.
 */
export function watchServer(core: Core): () => Promise<void> {
  const server = serverNumber(core)
  watched.add(server)
  const called = probePool(core.pool)
  const direct = probePool(core.sessions)
  const optional = server !== 1
  const { databaseUrl, databaseMaxBytes } = core.config
  const nameOf = (part: string) => (optional ? `${part}_${server}` : part)
  const ends = [
    onScrape(() => showPools(core)),
    onScrape(databaseFigures(server, direct)),
    readyPart(nameOf('database'), () => called.query('select 1').then(() => undefined), { optional }),
    readyPart(nameOf('queue'), () => direct.query('select from pgboss.version').then(() => undefined), { optional }),
    readyPart(nameOf('migrations'), migrationsPart(called), { optional }),
    ...(databaseUrl && databaseMaxBytes && !optional ? [onScrape(databaseSize(direct, databaseMaxBytes))] : []),
    ...(optional ? [] : [readyPart('storage', storagePart(core), { optional: true })]),
    () => forgetFigures(server),
    () => watched.delete(server),
  ]
  return async () => {
    for (const end of ends) end()
    await Promise.all([called.end(), direct.end()])
  }
}

/** A pool of one connection to where another pool leads. */
const probePool = ({ options: { connectionString } }: pg.Pool) =>
  createPool(connectionString!, {
    ...{ max: 1, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS },
    options: undefined,
  })

function showPools({ pool, readPool, sessions, server = 1 }: Core): void {
  const pools = { calls: pool, reads: readPool, ...(sessions !== pool && { sessions }) }
  for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    gauge('ruam_pool_connections', { pool: name, server, state: 'busy' }, totalCount - idleCount)
    gauge('ruam_pool_connections', { pool: name, server, state: 'idle' }, idleCount)
    gauge('ruam_pool_waiting', { pool: name, server }, waitingCount)
  }
}
