import type pg from 'pg'
import { createPool } from '../database/db.ts'
import { Pipeline } from '../database/pipeline.ts'
import { createReadPool } from '../database/read-pool.ts'
import { type Core, serverNumber } from '../servers/core.ts'
import { directoryOf, type StoreDirectory } from '../servers/directory.ts'
import { routerOf } from '../servers/store-router.ts'
import { databaseUrl } from '../testing/database.testing.ts'

/** Which of the two walls between the stores stand: the application's filter, the database's row-level security. */
export type Walls = 'both' | 'row-level security alone' | 'the filter alone' | 'neither'

// A comparison with a column is a join and stays; one with a parameter is the filter.
const FILTER = /((?:"?\w+"?\.)?"?store_id"?)\s*=\s*(\$\d+)(?:::\w+)?/g

/** The statement without its store filter; the parameter keeps its place and type. */
const withoutFilter = (text: string) => text.replace(FILTER, '$2::int is not null')

/**
 * The server's core with some of its walls taken down, and those of its other database servers. Jobs are not queued: who wants one worked works it
 * with this core. `superUrl`: of the cluster.
 */
export function coreWith(walls: Walls, core: Core, superUrl: string): Core {
  const servers = directoryOf(core)
  if (!servers) return without(walls, core, superUrl)
  const cores = new Map(servers.reachable().map((one) => [serverNumber(one), without(walls, one, superUrl)]))
  const coreAt = (server: number) => cores.get(server) ?? servers.coreOf(server)
  const [home, reachable] = [coreAt(1), () => [...cores.values()]]
  const find = async (...what: Parameters<typeof servers.find>) => coreAt(serverNumber(await servers.find(...what)))
  for (const one of cores.values())
    one.servers = { ...servers, home, reachable, find, coreOf: coreAt } as StoreDirectory
  return home
}

/** Ends the connections of a core with walls taken down. */
export async function endPools(core: Core): Promise<void> {
  const cores = routerOf(core).reachable()
  await Promise.all(cores.flatMap(({ pool, readPool }) => [pool.end(), readPool.end()]))
}

function without(walls: Walls, core: Core, superUrl: string): Core {
  const superuser = walls === 'the filter alone' || walls === 'neither'
  const appUrl = core.config.appUrl!
  const url = superuser ? databaseUrl(superUrl, new URL(appUrl).pathname.slice(1)) : appUrl
  const pool = createPool(url)
  const readPool = createReadPool(url)
  if (walls === 'row-level security alone' || walls === 'neither')
    for (const each of [pool, readPool]) each.on('connect', dropFilters)
  return { ...core, pool, readPool, sessions: pool, jobs: { enqueue: async () => {} } }
}

function dropFilters(client: pg.ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const loose = (first: unknown, ...rest: unknown[]) => {
    if (typeof first === 'string') return query(withoutFilter(first), ...rest)
    if (first instanceof Pipeline) first.rewrite(withoutFilter)
    const config = first as { text?: unknown; submit?: unknown }
    const isText = typeof config.text === 'string' && typeof config.submit !== 'function'
    return query(isText ? { ...config, text: withoutFilter(config.text as string) } : first, ...rest)
  }
  Object.assign(client, { query: loose })
}
