import type pg from 'pg'
import type { Core } from '../platform/core/core.ts'
import { createPool } from '../platform/core/db.ts'
import { Pipeline } from '../platform/core/pipeline.ts'
import { createReadPool } from '../platform/core/read-pool.ts'

/** Which of the two walls between the stores stand: the application's filter, the database's row-level security. */
export type Walls = 'both' | 'row-level security alone' | 'the filter alone' | 'neither'

// A comparison with a column is a join and stays; one with a parameter is the filter.
const FILTER = /((?:"?\w+"?\.)?"?store_id"?)\s*=\s*(\$\d+)(?:::\w+)?/g

/** The statement without its store filter; the parameter keeps its place and type. */
const withoutFilter = (text: string) => text.replace(FILTER, '$2::int is not null')

/** The server's core with some of its walls taken down. Jobs are not queued: who wants one worked works it with this core. */
export function coreWith(walls: Walls, core: Core, superUrl: string): Core {
  const superuser = walls === 'the filter alone' || walls === 'neither'
  const url = superuser ? superUrl : core.config.appUrl!
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
