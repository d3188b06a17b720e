import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import { hasLeft } from '../core/context.ts'
import { isOutage } from '../core/sqlstate.ts'
import { newToken } from '../core/tokens.ts'
import { transaction } from '../database/db.ts'
import type { Core, CoreServers, Lead } from './core.ts'

/** Milliseconds between two reads of the directory. */
const READ_MS = 2000
/** News in one transaction. */
const BATCH = 200
/** Seconds after which a call that met the end of a move is worth repeating. */
const MOVING_SECONDS = 1
/** Things without a store whose store was found: the oldest is forgotten first. */
const MOST_FOUND = 10_000

/** A store that is not simply at home. */
interface Place {
  store: number
  server: number
  name: string
  state: 'open' | 'held' | 'moved'
}

export async function startServers(home: Core, further: readonly number[]): Promise<CoreServers> {
  const cores = new Map<number, Core>([[1, home]])
  let places = new Map<number, Place>()
  const found = new Map<string, number>()
  const nameOf = (lead: Lead, key: Buffer) => `${lead} ${key.toString('latin1')}`
  /** Asks one server after the other. Throws server_away if one that does not answer may have it. */
  async function search(lead: Lead, key: Buffer): Promise<Core | undefined> {
    let away = false
    for (const core of servers.open()) {
      const storeId = await storeOf(core.pool, lead, key).catch(ifItIsThere)
      if (storeId === 'away') away = true
      else if (storeId !== undefined) {
        const name = nameOf(lead, key)
        if (found.size >= MOST_FOUND) found.delete(found.keys().next().value!)
        found.set(name, storeId)
        return core
      }
    }
    if (away) throw new ApiError('server_away')
    return undefined
  }
  const servers: CoreServers = {
    home,
    ids: [1, ...further],
    open: () => [...cores.values()].toSorted((one, other) => serverNumber(one) - serverNumber(other)),
    coreOf(server) {
      const core = cores.get(server)
      if (!core) throw new ApiError('server_away')
      return core
    },
    serverOf: (storeId) => places.get(storeId)?.server ?? 1,
    async find(lead, key) {
      const known = found.get(nameOf(lead, key))
      return known === undefined ? ((await servers.seek(lead, key)) ?? home) : servers.coreOf(servers.serverOf(known))
    },
    async seek(lead, key) {
      const first = await search(lead, key)
      if (first) return first
      // A store that moved meanwhile was hidden at both servers, one after the other.
      await servers.read()
      const second = await search(lead, key)
      if (second) return second
      if (servers.ids.some((id) => !cores.has(id))) throw new ApiError('server_away')
      if ([...places.values()].some(({ state }) => state === 'held'))
        throw new ApiError('store_moving', { seconds: MOVING_SECONDS })
      return undefined
    },
    isMoving: (storeId) => places.get(storeId)?.state === 'held',
    allAtHome: () => [...places.values()].every(({ server }) => server === 1),
    async read() {
      const { rows } = await home.pool.query<Place>('select store, server, name, state from auth.placed_stores()')
      places = new Map(rows.map((row) => [row.store, row]))
    },
    async tell() {
      const { rows } = await home.pool.query<{ server: number }>('select auth.servers_to_tell() as server')
      for (const { server } of rows) {
        const core = cores.get(server)
        if (core && server > 1) await tellServer(home.pool, core.pool, server)
      }
    },
    join(core) {
      cores.set(serverNumber(core), core)
    },
    close: () => clearInterval(timer),
  }
  await servers.read()
  const timer = setInterval(() => void servers.read().catch(() => {}), READ_MS)
  timer.unref()
  return servers
}

async function storeOf(pool: pg.Pool, lead: Lead, key: Buffer): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number | null }>('select auth.store_of($1, $2) as id', [lead, key])
  return rows[0]!.id ?? undefined
}

function ifItIsThere(error: unknown): 'away' {
  if (isAway(error)) return 'away'
  throw error
}

/** Delivers news to one server. A row is deleted at home once the server has it; a duplicate delivery is ignored there. */
async function tellServer(home: pg.Pool, there: pg.Pool, server: number): Promise<void> {
  for (let told = BATCH; told === BATCH; )
    told = await transaction(home, 'begin', async (client) => {
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

/** Number of the database server of a core. */
export const serverNumber = ({ server = 1 }: Pick<Core, 'server'>): number => server

/** Core of the server on which a store lies. Throws server_away. */
export const coreOfStore = (core: Core, storeId: number): Core =>
  core.servers ? core.servers.coreOf(core.servers.serverOf(storeId)) : core

/** Connections by which something of a store is counted; those of home while its server is away, where it will not be found. */
export const poolToCountAt = ({ servers, pool }: Core, storeId: number): pg.Pool =>
  servers?.open().find((there) => serverNumber(there) === servers.serverOf(storeId))?.pool ?? pool

/** True if a store is on this core's server. */
export const isHere = ({ server, servers }: Pick<Core, 'server' | 'servers'>, storeId: number): boolean =>
  servers === undefined || servers.serverOf(storeId) === serverNumber({ server })

/** Core of home: people, sessions and the directory. */
export const homeOf = (core: Core): Core => core.servers?.home ?? core

const STORE_TOKEN = /^s([2-9]|10)-[\w-]{43}$/

/** A new token for a store of a server; it carries the server's number, but for home. */
export const newStoreToken = (server: number): string => (server === 1 ? newToken() : `s${server}-${newToken()}`)

/** Server of a store's token. One that names none is of home, as are those of persons. */
export function serverOfToken({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const token = (headers.authorization ?? '').replace(/^Bearer /, '')
  return Number(STORE_TOKEN.exec(token)?.[1] ?? 1)
}

/** True for errors of a server that is not there, or does not answer. */
export const isAway = (error: unknown): boolean =>
  isOutage(error) ||
  /timeout exceeded when trying to connect|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN/.test(
    `${(error as { code?: string }).code} ${(error as Error).message}`,
  )

/** Does work at the server of a store, and says so if that is away. */
export async function atServerOf<T>(core: Core, storeId: number, work: (there: Core) => Promise<T>): Promise<T> {
  const there = coreOfStore(core, storeId)
  try {
    return await work(there)
  } catch (error) {
    if (hasLeft(error) && core.servers) {
      await core.servers.read()
      const now = coreOfStore(core, storeId)
      if (now !== there) return work(now)
    }
    throw awayFrom(there, error)
  }
}

/**
 * Does the work at the server of the store to which something leads, and at another one if the store has just moved. The work returns undefined
 * if it does not find it, and writes in one transaction.
 */
export async function atFinder<T>(
  home: Core,
  lead: Lead,
  key: Buffer,
  work: (there: Core) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { servers } = home
  if (!servers) return work(home)
  try {
    const done = await work(await servers.find(lead, key))
    if (done !== undefined) return done
  } catch (error) {
    if (!hasLeft(error)) throw error
  }
  const now = await servers.seek(lead, key)
  return now && work(now)
}

/** The error of a call at a server: server_away for what a server other than home did not answer. */
export const awayFrom = (there: Core, error: unknown): unknown =>
  serverNumber(there) > 1 && !(error instanceof ApiError) && isAway(error)
    ? new ApiError('server_away', { seconds: 5 }, { cause: error })
    : error
