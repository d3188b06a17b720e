import type pg from 'pg'
import { failedWith } from '../core/sqlstate.ts'
import { asOwner, type DatabaseServer, type DatabaseServers } from './database-servers.ts'

/** Namespace of the advisory locks of stores that `auth.write_in` shares. */
const LOCK = 44
/** Patience with the writers of a store. Others wait behind who waits for them, so it is short, and asked for several times. */
const LOCK_TIMEOUT = '2s'
const TRIES = 20

/** A row of the directory. */
interface PlacedStore {
  store_id: number
  server: number
  state: 'open' | 'held' | 'moved'
  moving_to: number | null
}

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

/**
 * Begins a move: writes down where to, and closes the store there before its first row comes. Does nothing new when it is repeated. Throws if
 * the store is there already, or on its way elsewhere.
 */
export async function beginMove(servers: DatabaseServers, storeId: number, to: number): Promise<void> {
  const target = servers.get(to)
  await asOwner(servers.home.ownerUrl, async (client) => {
    const { rowCount } = await client.query(
      'update store_directory set moving_to = $2, changed_at = now() where store = $1 and server <> $2 and coalesce(moving_to, $2) = $2',
      [storeId, to],
    )
    if (rowCount === 0) throw new Error(`Store ${storeId} is on server ${to}, on its way to another, or not there.`)
  })
  await asOwner(target.ownerUrl, (client) =>
    client.query(
      "insert into store_closed (store, state) values ($1, 'arriving') on conflict (store) do update set state = 'arriving', since = now()",
      [storeId],
    ),
  )
}

/**
 * Copies people to a server whose stores name them: without password, for names and mails. `ids` are all that tables of the store name.
 * Returns their number.
 */
export async function copyPeople(servers: DatabaseServers, storeId: number, to: number): Promise<number> {
  const from = servers.get(await serverOf(servers, storeId))
  const people = await asOwner(from.ownerUrl, async (client) => {
    // Forced row-level security shows the owner nothing without the context of the store.
    await client.query('begin read only')
    await client.query("select set_config('ruam.store_id', $1, true)", [String(storeId)])
    const { rows: columns } = await client.query<{ table: string; column: string }>(NAMING)
    const named = columns.map(
      ({ table, column }) => `select ${column} as id from ${table} where store_id = ${Number(storeId)}`,
    )
    const { rows } = await client.query<{ id: number }>(
      `select distinct id from (${named.join(' union all ')}) n where id is not null`,
    )
    await client.query('commit')
    return rows.map(({ id }) => id)
  })
  const { rows } = await servers.home.pool.query<{ people: unknown }>('select auth.people_to_copy($1) as people', [
    people,
  ])
  await servers.get(to).pool.query('select auth.receive_people($1)', [JSON.stringify(rows[0]!.people)])
  return people.length
}

/** Columns of store tables that refer to people. */
const NAMING = `
  select f.conrelid::regclass::text as table, quote_ident(a.attname) as column
  from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'public.users'::regclass
    and exists (select from pg_attribute s where s.attrelid = f.conrelid and s.attname = 'store_id' and s.attnotnull)`

/** Holds the writes of a store. When it returns, none is under way and none begins. Does nothing new when it is repeated. */
export async function holdWrites(servers: DatabaseServers, storeId: number): Promise<void> {
  const from = servers.get(await serverOf(servers, storeId))
  await mark(servers, storeId, "state = 'held'")
  await asOwner(from.ownerUrl, (client) => close(client, storeId, 'held'))
}

/** Closes a store under the lock that its writers share. */
async function close(client: pg.Client, storeId: number, state: 'held' | 'moved'): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
      await client.query(`select pg_advisory_xact_lock(${LOCK}, $1)`, [storeId])
      await client.query(
        'insert into store_closed (store, state) values ($1, $2) on conflict (store) do update set state = excluded.state',
        [storeId, state],
      )
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!failedWith(error, 'lockNotAvailable') || tries === TRIES) throw error
    }
  }
}

/** Gives a move up: the store may be written where it was. The copy at the target stays closed. */
export async function release(servers: DatabaseServers, storeId: number): Promise<void> {
  const from = servers.get(await serverOf(servers, storeId))
  await asOwner(from.ownerUrl, (client) =>
    client.query("delete from store_closed where store = $1 and state = 'held'", [storeId]),
  )
  await mark(servers, storeId, "state = 'open', moving_to = null")
}

/**
 * Ends a move: closes the old copy for ever and ends its tokens, then changes the directory, opens the new copy, and ends the hold. Repeated after
 * a kill at any point it goes forward.
 */
export async function flip(servers: DatabaseServers, storeId: number, to: number): Promise<void> {
  const target = servers.get(to)
  const place = await readPlacement(servers, storeId)
  if (!place) throw new Error(`Store ${storeId} is not in the directory.`)
  if (place.server !== to) {
    if (place.moving_to !== to) throw new Error(`Store ${storeId} is not on its way to server ${to}.`)
    await asOwner(servers.get(place.server).ownerUrl, async (client) => {
      await close(client, storeId, 'moved')
      await client.query('select auth.end_tokens_of($1)', [storeId])
    })
    await placePeople(servers, storeId, await membersOf(servers.get(place.server), storeId))
    // Still held: until the next step, no server has the store open.
    await mark(servers, storeId, "state = 'held', server = $2", [to])
  }
  await asOwner(target.ownerUrl, (client) =>
    client.query("delete from store_closed where store = $1 and state <> 'held'", [storeId]),
  )
  await mark(servers, storeId, "state = 'open', moving_to = null")
}

/** People who are or were members of a store. */
const membersOf = ({ ownerUrl }: DatabaseServer, storeId: number): Promise<number[]> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin read only')
    await client.query("select set_config('ruam.store_id', $1, true)", [String(storeId)])
    const { rows } = await client.query<{ id: number }>(
      'select user_id as id from store_member where store_id = $1 order by 1',
      [storeId],
    )
    await client.query('commit')
    return rows.map(({ id }) => id)
  })

/** Writes down at home whose store it is, for their list of stores. */
async function placePeople({ home }: DatabaseServers, storeId: number, people: readonly number[]): Promise<void> {
  for (const person of people) await home.pool.query('select auth.place_person($1, $2)', [person, storeId])
}

const mark = ({ home }: DatabaseServers, storeId: number, change: string, values: unknown[] = []) =>
  asOwner(home.ownerUrl, (client) =>
    client.query(`update store_directory set ${change}, changed_at = now() where store = $1`, [storeId, ...values]),
  )
