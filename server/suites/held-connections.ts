import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

interface RequestConnections {
  /** Ends of the connections of each pool, in the order in which the request asked for them. */
  released: Map<pg.Pool, Promise<void>>
  patienceMs: number
  asksForSecond: boolean
}

const requests = new AsyncLocalStorage<RequestConnections>()

/** Gives each request one connection of a pool at a time: the second one waits for the first, as it would in a full pool. */
export function limitConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const limited = async () => {
    const request = requests.getStore()
    if (!request) return connect()
    const before = request.released.get(pool)
    let end = () => {}
    request.released.set(pool, new Promise((resolve) => (end = resolve)))
    if (before && !(await isOver(before, request.patienceMs))) request.asksForSecond = true
    const client = await connect().catch((error: unknown) => {
      end()
      throw error
    })
    const { release } = client
    client.release = (broken) => {
      end()
      release.call(client, broken)
    }
    return client
  }
  type Callback = (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void
  // `pool.query` passes a callback.
  const either = (callback?: Callback) =>
    callback ? void limited().then((client) => callback(undefined, client, client.release), callback) : limited()
  pool.connect = either as typeof pool.connect
}

/** Returns false if the promise is pending for longer than the patience. */
function isOver(promise: Promise<void>, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs)
    void promise.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

/** Makes a request, and returns whether it asked for a second connection while it held one. Parallel transactions take turns. */
export async function connectionsOf<T>(
  ask: () => Promise<T>,
  patienceMs = 20_000,
): Promise<{ result: T; asksForSecond: boolean }> {
  const request: RequestConnections = { released: new Map(), patienceMs, asksForSecond: false }
  const result = await requests.run(request, ask)
  return { result, asksForSecond: request.asksForSecond }
}
