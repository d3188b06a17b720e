import { isUnreachable } from '../../core/sqlstate.ts'
import { asOwner, type DatabaseServer, type DatabaseServers, type Statements } from '../database-servers.ts'
import { isUnderWay, type Move, readMove } from './state.ts'

/** A store as an operator weighs it. Figures are null while its server is away. */
export interface StoreSize {
  id: number
  name: string
  people: number | null
  /** Estimate from PostgreSQL's statistics; null if it has none. */
  bytes: number | null
  /** Counted events and requests of programs, per minute of the last 24 hours. */
  eventsPerMinute: number | null
  requestsPerMinute: number | null
  move: Pick<Move, 'target' | 'step'> | null
}

export interface ServerOverview {
  id: number
  /** Null while it is away. */
  version: string | null
  bytes: number | null
  /** Largest first. */
  stores: StoreSize[]
}

/** Returns all servers with the stores that lie on them. */
export async function readOverview(servers: DatabaseServers): Promise<ServerOverview[]> {
  const { placed, moves } = await asOwner(servers.home.ownerUrl, async (home) => {
    const { rows } = await home.query<{ store: number; server: number; name: string }>(
      'select store, server, name from store_directory order by store',
    )
    const found = new Map<number, Move>()
    for (const { store } of rows) {
      const move = await readMove(home, store)
      if (isUnderWay(move)) found.set(store, move)
    }
    return { placed: rows, moves: found }
  })
  return Promise.all(
    servers.all.map(async (server) => {
      const there = placed.filter((place) => place.server === server.id)
      const moveOf = (store: number) => moves.get(store) ?? null
      return readServer(server, there, moveOf).catch((error: unknown): ServerOverview => {
        if (!isUnreachable(error)) throw error
        const unknown = { people: null, bytes: null, eventsPerMinute: null, requestsPerMinute: null }
        const stores = there.map(({ store: id, name }) => ({ id, name, ...unknown, move: moveOf(id) }))
        return { id: server.id, version: null, bytes: null, stores }
      })
    }),
  )
}

type Figures = Pick<StoreSize, 'people' | 'eventsPerMinute' | 'requestsPerMinute'> & { name: string | null }

const FIGURES = `
  select (select name from store where store_id = $1) as name,
    coalesce((select live from profile_total where store_id = $1), 0)::float8 as people,
    (select coalesce(sum(value), 0) / 1440.0 from hourly_count where store_id = $1 and hour > now() - interval '1 day')::float8 as "eventsPerMinute",
    (select coalesce(sum(requests), 0) / 1440.0 from credential_count where store_id = $1 and hour > now() - interval '1 day')::float8 as "requestsPerMinute"`

async function readServer(
  { id, ownerUrl, powerUrl }: DatabaseServer,
  placed: readonly { store: number; name: string }[],
  moveOf: (store: number) => Move | null,
): Promise<ServerOverview> {
  const bytes = await asOwner(powerUrl, readBytes)
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ version: string; bytes: number }>(
      "select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes",
    )
    const stores: StoreSize[] = []
    for (const { store, name } of placed) {
      await client.query("select set_config('ruam.store_id', $1, false)", [String(store)])
      const figures = (await client.query<Figures>(FIGURES, [store])).rows[0]!
      stores.push({
        ...{ ...figures, id: store, name: figures.name ?? name },
        ...{ bytes: bytes.get(store) ?? null, move: moveOf(store) },
      })
    }
    const weight = (one: StoreSize) => one.bytes ?? one.people ?? 0
    return { id, ...rows[0]!, stores: stores.toSorted((a, b) => weight(b) - weight(a)) }
  })
}

/** Estimates the bytes of each store by its share of the rows of each table, which only a role past the wall may read. */
async function readBytes(client: Statements): Promise<Map<number, number>> {
  const { rows } = await client.query<{ store: number; bytes: number }>(`
    select v.store, sum(pg_total_relation_size(c.oid) * v.share)::float8 as bytes
    from pg_class c
      join pg_stats s on s.schemaname = 'public' and s.tablename = c.relname and s.attname = 'store_id' and not s.inherited
      cross join unnest(s.most_common_vals::text::int[], s.most_common_freqs) v (store, share)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by v.store`)
  return new Map(rows.map(({ store, bytes }) => [store, bytes]))
}
