import { failedWith } from '../core/sqlstate.ts'
import { asOwner, type DatabaseServers, type Statements } from './database-servers.ts'

/** Namespace of the advisory locks of stores that `auth.write_in` shares. Number 0 is that of functions which may write in any store. */
const LOCK = 44

/** A row of the directory. */
interface PlacedStore {
  store_id: number
  server: number
  state: 'open' | 'held' | 'moved'
  moving_to: number | null
}

/** State of a store in a database. */
type Closed = 'open' | 'held' | 'moved' | 'arriving'

/** Reads the server of a store from home; undefined if it has no row and is at home. */
export async function readPlacement({ home }: DatabaseServers, storeId: number): Promise<PlacedStore | undefined> {
  const { rows } = await asOwner(home.ownerUrl, (client) =>
    client.query<PlacedStore>(
      'select store as store_id, server, state, moving_to from store_directory where store = $1',
      [storeId],
    ),
  )
  return rows[0]
}

/** Number of a store's server, fresh from home. */
export const serverOf = async (servers: DatabaseServers, storeId: number): Promise<number> =>
  (await readPlacement(servers, storeId))?.server ?? 1

/** Reads how a store is closed in a database. A hold counts until it is removed, although its time may be over. */
export async function closedAt(server: Statements, storeId: number): Promise<Closed> {
  const { rows } = await server.query<{ state: Closed }>('select state from store_closed where store = $1', [storeId])
  return rows[0]?.state ?? 'open'
}

/**
 * Begins a move: writes down where to, and closes the store there before its first row comes. Does nothing new when it is repeated. Throws if
 * the store is there already, or on its way elsewhere.
 */
export async function beginMove(
  { home, target }: { home: Statements; target: Statements },
  storeId: number,
  to: number,
): Promise<void> {
  const { rowCount } = await home.query(
    'update store_directory set moving_to = $2, changed_at = now() where store = $1 and server <> $2 and coalesce(moving_to, $2) = $2',
    [storeId, to],
  )
  if (rowCount === 0) throw new Error(`Store ${storeId} is on server ${to}, on its way to another, or not there.`)
  await target.query(
    "insert into store_closed (store, state) values ($1, 'arriving') on conflict (store) do update set state = 'arriving', since = now(), until = null",
    [storeId],
  )
}

/** Writers that are waited for before a hold. New ones wait behind it meanwhile. */
const WRITERS_MS = 1000

/**
 * Holds the writes of a store for `ms` by the clock of its database. None is under way afterwards, and none begins. Returns the time of the hold, which
 * names it; undefined if the writers did not end in time. Throws if the store is not here.
 */
export async function holdWrites(
  { home, source }: { home: Statements; source: Statements },
  storeId: number,
  ms: number,
): Promise<string | undefined> {
  await home.query("update store_directory set state = 'held', changed_at = now() where store = $1", [storeId])
  const hold = await alone(source, WRITERS_MS, [storeId], async () => {
    const { rows } = await source.query<{ since: string }>(
      `insert into store_closed as c (store, state, until) values ($1, 'held', clock_timestamp() + $2 * interval '1 millisecond')
       on conflict (store) do update set since = excluded.since, until = excluded.until where c.state = 'held' returning since::text`,
      [storeId, ms],
    )
    if (!rows[0]) throw new Error(`Store ${storeId} is closed on its server: it is not held.`)
    return rows[0].since
  }).catch(unlessLate)
  // Functions that may write in any store: those that begin see the hold.
  return hold && alone(source, WRITERS_MS, [0], async () => hold).catch(unlessLate)
}

/** Prolongs a hold. False if it has ended. */
export const prolongWriteLock = (source: Statements, storeId: number, since: string, ms: number): Promise<boolean> =>
  alone(source, WRITERS_MS, [storeId, 0], async () => {
    const { rowCount } = await source.query(
      `update store_closed set until = clock_timestamp() + $3 * interval '1 millisecond'
       where store = $1 and state = 'held' and since = $2::timestamptz and until > clock_timestamp()`,
      [storeId, since, ms],
    )
    return rowCount === 1
  })

/**
 * Closes the old copy for ever and ends its tokens: the decision of a move. False if the hold has ended, for the store may have been written since.
 * The locks keep writers out until the commit.
 */
export async function leaveStore(source: Statements, storeId: number, since: string): Promise<boolean> {
  return alone(source, WRITERS_MS, [storeId, 0], async () => {
    const { rowCount } = await source.query(
      `update store_closed set state = 'moved', until = null
       where store = $1 and state = 'held' and since = $2::timestamptz and until > clock_timestamp()`,
      [storeId, since],
    )
    if (rowCount) await source.query('select auth.end_tokens_of($1)', [storeId])
    return rowCount === 1
  })
}

/** Gives a hold up: the store may be written where it was. The copy at the target stays closed. */
export async function release(
  { home, source }: { home: Statements; source: Statements },
  storeId: number,
): Promise<void> {
  await source.query("delete from store_closed where store = $1 and state = 'held'", [storeId])
  await home.query("update store_directory set state = 'open', moving_to = null, changed_at = now() where store = $1", [
    storeId,
  ])
}

/** Opens a store at its new server, after its old copy was closed for ever. Goes forward when it is repeated. */
export async function openThere(
  { home, target }: { home: Statements; target: Statements },
  storeId: number,
  to: number,
): Promise<void> {
  // Held: until the next statement, no server has the store open.
  const { rowCount } = await home.query(
    "update store_directory set state = 'held', server = $2, changed_at = now() where store = $1 and (server = $2 or moving_to = $2)",
    [storeId, to],
  )
  if (rowCount === 0) throw new Error(`Store ${storeId} is not on its way to server ${to}.`)
  await target.query("delete from store_closed where store = $1 and state <> 'held'", [storeId])
  await home.query("update store_directory set state = 'open', moving_to = null, changed_at = now() where store = $1", [
    storeId,
  ])
}

/** Works in a transaction that has the locks of these stores alone. */
async function alone<T>(
  source: Statements,
  patienceMs: number,
  stores: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  await source.query(`begin; set local lock_timeout = ${patienceMs}; set local synchronous_commit = on`)
  try {
    for (const store of stores) await source.query(`select pg_advisory_xact_lock(${LOCK}, $1)`, [store])
    const result = await work()
    await source.query('commit')
    return result
  } catch (error) {
    await source.query('rollback').catch(() => {})
    throw error
  }
}

function unlessLate(error: unknown): undefined {
  if (!failedWith(error, 'lockNotAvailable')) throw error
}
