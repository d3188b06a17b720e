import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { TimedWork } from '../../core/clock.ts'
import { databaseNow } from '../../core/now.ts'
import { inStore } from '../../database/db.ts'
import { errorOf } from '../../http/errors.ts'
import { programOf } from '../../http/program-uses.ts'
import { countRefused } from '../../ingest/connectors/state.ts'
import { logRefusedItems } from '../../ingest/receipts/log-items.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'

/** Milliseconds between two writes. A killed process loses at most these counts. */
const WRITE_MS = 5000
const HOUR_MS = 3_600_000
/** An address may name anything. */
const ID = /^[1-9]\d{0,8}$/

/** Requests of one hour to a connector that were refused. */
interface Refused {
  storeId: number
  connector: number
  hour: string
  requests: number
  errors: Set<ErrorName>
}

/** Refused requests of this process that are not written yet. */
const counted = new WeakMap<pg.Pool, Map<string, Refused>>()

/** Counts requests of known credentials to connectors that are refused. */
export function countRefusals(app: FastifyInstance, core: Core): void {
  const address = connectorItems.sendRecords.path.replace('{id}', ':id')
  app.addHook('onResponse', async (request) => {
    const error = errorOf(request)
    if (!error || request.routeOptions.url !== address) return
    const program = programOf(request)
    const { id } = request.params as { id: string }
    if (!program || !ID.test(id)) return
    const hour = new Date(Math.floor(databaseNow() / HOUR_MS) * HOUR_MS).toISOString()
    const pool = routerOf(core).countingPool(program.storeId)
    add(pool, { storeId: program.storeId, connector: Number(id), hour, requests: 1, errors: new Set([error]) })
  })
}

function add(pool: pg.Pool, refused: Refused) {
  const all = counted.get(pool) ?? new Map<string, Refused>()
  counted.set(pool, all)
  const key = `${refused.storeId} ${refused.connector} ${refused.hour}`
  const before = all.get(key)
  if (!before) return all.set(key, refused)
  before.requests += refused.requests
  for (const error of refused.errors) before.errors.add(error)
}

/** Writes the refused requests of this process into the figures of their connectors and the online log. */
export async function writeRefusals(pool: pg.Pool): Promise<void> {
  const all = [...(counted.get(pool)?.values() ?? [])]
  counted.delete(pool)
  const written = await Promise.allSettled(
    all.map(({ storeId, connector, hour, requests, errors }) =>
      inStore(pool, storeId, async (db) => {
        // Addresses without a connector count nowhere.
        if (await countRefused(db, storeId, connector, { hour, requests }))
          await logRefusedItems(db, storeId, connector, [...errors])
      }),
    ),
  )
  for (const [place, one] of written.entries()) if (one.status === 'rejected') add(pool, all[place]!)
  const failed = written.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** Writes every few seconds. */
export const writeRefusalsSteadily = (pool: pg.Pool): TimedWork => ({
  name: 'refused requests',
  everyMs: WRITE_MS,
  everyProcess: true,
  work: () => writeRefusals(pool),
})
