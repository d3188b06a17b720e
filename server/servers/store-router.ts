// With core.ts the port of `servers/`: other folders import nothing else of it (tools/order.ts).
import { ApiError } from '../core/api-error.ts'
import { isMovedAway } from '../core/context.ts'
import { isUnreachable } from '../core/sqlstate.ts'
import { newToken } from '../core/tokens.ts'
import { type Core, type StoreRouter, serverNumber } from './core.ts'
import { directoryOf, type StoreDirectory } from './directory.ts'

/** Returns the way to the stores of all database servers, as the server of this core sees it. */
export function routerOf(core: Core): StoreRouter {
  const directory = directoryOf(core)
  return directory ? amongSeveral(core, directory) : alone(core)
}

const alone = (core: Core): StoreRouter => ({
  several: false,
  home: core,
  reachable: () => [core],
  coreOf: () => core,
  serverOf: () => serverNumber(core),
  isHere: () => true,
  isMoving: () => false,
  allAtHome: () => true,
  countingPool: () => core.pool,
  atStore: (_storeId, work) => work(core),
  atKey: (_kind, _key, work) => work(core),
  find: async () => core,
  seek: async () => undefined,
  refresh: async () => {},
  notify: async () => {},
})

function amongSeveral(here: Core, directory: StoreDirectory): StoreRouter {
  const { reachable, serverOf, coreOf, find, seek, refresh } = directory
  return {
    ...directory,
    several: true,
    isHere: (storeId) => serverOf(storeId) === serverNumber(here),
    countingPool: (storeId) =>
      reachable().find((there) => serverNumber(there) === serverOf(storeId))?.pool ?? here.pool,
    async atStore(storeId, work) {
      const there = coreOf(serverOf(storeId))
      try {
        return await work(there)
      } catch (error) {
        if (isMovedAway(error)) {
          await refresh()
          const now = coreOf(serverOf(storeId))
          if (now !== there) return work(now)
        }
        throw unreachableError(there, error)
      }
    },
    async atKey(kind, key, work) {
      try {
        const done = await work(await find(kind, key))
        if (done !== undefined) return done
      } catch (error) {
        if (!isMovedAway(error)) throw error
      }
      const now = await seek(kind, key)
      return now && work(now)
    },
  }
}

/** Returns the error of a call at a server: server_away if a server other than home did not answer. */
export const unreachableError = (there: Core, error: unknown): unknown =>
  serverNumber(there) > 1 && !(error instanceof ApiError) && isUnreachable(error)
    ? new ApiError('server_away', { seconds: 5 }, { cause: error })
    : error

const STORE_TOKEN = /^s([2-9]|10)-[\w-]{43}$/

/** Returns a new token for a store of a server. It carries the number of the server, except for home. */
export const newStoreToken = (server: number): string => (server === 1 ? newToken() : `s${server}-${newToken()}`)

/** Returns the server of a store's token: home for tokens without a number, which include those of persons. */
export const serverOfToken = (token: string): number => Number(STORE_TOKEN.exec(token)?.[1] ?? 1)
