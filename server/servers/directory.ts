import type pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import type { TimedWork } from '../core/clock.ts'
import { isUnreachable } from '../core/sqlstate.ts'
import { transaction } from '../database/db.ts'
import { type Core, type Directory, type StoreKey, type StoreRouter, serverNumber } from './core.ts'

/** Milliseconds between two reads of the directory. */
const READ_MS = 2000
/** News in one transaction. */
const BATCH = 200
/** Seconds after which a call that met the end of a move is worth repeating. */
const MOVING_SECONDS = 1
/** Things without a store whose store was found: the oldest is forgotten first. */
const MOST_FOUND = 10_000

/** Cores of the database servers, and the server of each store. */
export interface StoreDirectory
  extends Directory,
    Omit<StoreRouter, 'several' | 'isHere' | 'countingPool' | 'atStore' | 'atKey'> {
  /** Takes a server in, after it was opened. */
  join(core: Core): void
  close(): void
}

/** Returns the directory of a core; undefined with one server. */
export const directoryOf = (core: Pick<Core, 'servers'>) => core.servers as StoreDirectory | undefined

/** A store that is not simply at home. */
interface Place {
  store: number
  server: number
  name: string
  state: 'open' | 'held' | 'moved'
}

/** Opens the directory of an installation with several servers; servers join it later. */
export async function startServers(home: Core, further: readonly number[]): Promise<StoreDirectory> {
  const cores = new Map<number, Core>([[1, home]])
  let places = new Map<number, Place>()
  const ids = [1, ...further]
  const found = new Map<string, number>()
  const nameOf = (kind: StoreKey, key: Buffer) => `${kind} ${key.toString('latin1')}`
  /** Asks one server after the other. Throws server_away if one that does not answer may have it. */
  async function search(kind: StoreKey, key: Buffer): Promise<Core | undefined> {
    let away = false
    for (const core of servers.reachable()) {
      const storeId = await storeOf(core.pool, kind, key).catch(ifItIsThere)
      if (storeId === 'away') away = true
      else if (storeId !== undefined) {
        const name = nameOf(kind, key)
        if (found.size >= MOST_FOUND) found.delete(found.keys().next().value!)
        found.set(name, storeId)
        return core
      }
    }
    if (away) throw new ApiError('server_away')
    return undefined
  }
  const servers: StoreDirectory = {
    home,
    reachable: () => [...cores.values()].toSorted((one, other) => serverNumber(one) - serverNumber(other)),
    coreOf(server) {
      const core = cores.get(server)
      if (!core) throw new ApiError('server_away')
      return core
    },
    serverOf: (storeId) => places.get(storeId)?.server ?? 1,
    async find(kind, key) {
      const known = found.get(nameOf(kind, key))
      return known === undefined ? ((await servers.seek(kind, key)) ?? home) : servers.coreOf(servers.serverOf(known))
    },
    async seek(kind, key) {
      const first = await search(kind, key)
      if (first) return first
      // A store that moved meanwhile was hidden at both servers, one after the other.
      await servers.refresh()
      const second = await search(kind, key)
      if (second) return second
      if (ids.some((id) => !cores.has(id))) throw new ApiError('server_away')
      if ([...places.values()].some(({ state }) => state === 'held'))
        throw new ApiError('store_moving', { seconds: MOVING_SECONDS })
      return undefined
    },
    isMoving: (storeId) => places.get(storeId)?.state === 'held',
    allAtHome: () => [...places.values()].every(({ server }) => server === 1),
    async refresh() {
      const { rows } = await home.pool.query<Place>('select store, server, name, state from auth.placed_stores()')
      places = new Map(rows.map((row) => [row.store, row]))
    },
    async notify() {
      const { rows } = await home.pool.query<{ server: number }>('select auth.servers_to_tell() as server')
      for (const { server } of rows) {
        const core = cores.get(server)
        if (core && server > 1) await deliverNews(home.pool, core.pool, server)
      }
    },
    join(core) {
      cores.set(serverNumber(core), core)
    },
    close: () => clearInterval(timer),
  }
  await servers.refresh()
  const timer = setInterval(() => void servers.refresh().catch(() => {}), READ_MS)
  timer.unref()
  return servers
}

async function storeOf(pool: pg.Pool, kind: StoreKey, key: Buffer): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number | null }>('select auth.store_of($1, $2) as id', [kind, key])
  return rows[0]!.id ?? undefined
}

function ifItIsThere(error: unknown): 'away' {
  if (isUnreachable(error)) return 'away'
  throw error
}

/** Delivers news to one server. A row is deleted at home once the server has it; a duplicate delivery is ignored there. */
async function deliverNews(home: pg.Pool, there: pg.Pool, server: number): Promise<void> {
  for (let delivered = BATCH; delivered === BATCH; )
    delivered = await transaction(home, 'begin', async (client) => {
      type News = { id: number; kind: string; person: number; what: unknown }
      const { rows } = await client.query<News>('select * from auth.take_news($1, $2)', [server, BATCH])
      if (rows.length === 0) return 0
      const people = rows.filter(({ kind }) => kind === 'person').map(({ person }) => person)
      const copied = await client.query<{ people: unknown }>('select auth.people_to_copy($1) as people', [people])
      await there.query('select auth.receive_news($1, $2)', [
        JSON.stringify(rows),
        JSON.stringify(copied.rows[0]!.people),
      ])
      return rows.length
    })
}

/** Delivers the news of home to the other servers each second: to those that were away, and after a killed process. */
export const deliverNewsSteadily = (directory: StoreDirectory): TimedWork => ({
  name: 'news',
  everyMs: 1000,
  everyProcess: true,
  work: () => directory.notify(),
})
