import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { ApiError } from '../../core/api-error.ts'
import { isUnreachable } from '../../core/sqlstate.ts'
import { type Db, inStore, onConnection, transaction } from '../../database/db.ts'
import { type Core, serverNumber } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { enterStore, makeStore, recordVisit, restoreStore, type StoreOfPerson, storesOf } from './queries.ts'
import { beginSandbox } from './sandbox.ts'

type ListedStore = StoreOfPerson & { away?: true }

/** Stores of a person on servers other than home. Of a server that is away home knows the names, and whose they are. */
export async function storesElsewhere(core: Core, userId: number): Promise<ListedStore[]> {
  const {
    several,
    home: { pool: home },
    coreOf,
  } = routerOf(core)
  if (!several) return []
  const listed = 'select s.*, s.store_id in (select auth.sandboxes_of($1)) as sandbox from auth.stores_of($1) s'
  type Place = { store: number; server: number; name: string }
  const { rows: places } = await home.query<Place>('select store, server, name from auth.places_of($1)', [userId])
  const byServer = [...Map.groupBy(places, ({ server }) => server)]
  const found = await Promise.all(
    byServer.map(async ([server, known]) => {
      try {
        const { pool } = coreOf(server)
        const { rows } = await pool.query<ListedStore>(listed, [userId])
        for (const { store_id, name } of rows)
          if (known.some((place) => place.store === store_id && place.name !== name))
            await home.query('select auth.name_store($1, $2)', [store_id, name])
        return rows
      } catch (error) {
        if (!(error instanceof ApiError) && !isUnreachable(error)) throw error
        return known.map(({ store, name }) => ({
          store_id: store,
          name,
          roles: [],
          deleted_at: null,
          sandbox: false,
          away: true as const,
        }))
      }
    }),
  )
  return found.flat()
}

/** All stores of a person, in the order of their list: by name, those that are deleted at the end. */
export async function allStoresOf(core: Core, db: Db, userId: number): Promise<ListedStore[]> {
  const here: ListedStore[] = await storesOf(db, userId)
  const elsewhere = await storesElsewhere(core, userId)
  if (elsewhere.length === 0) return here
  const sign = new Intl.Collator('th').compare
  return [...here, ...elsewhere].toSorted(
    (one, other) =>
      Number(one.deleted_at !== null) - Number(other.deleted_at !== null) ||
      sign(one.name, other.name) ||
      one.store_id - other.store_id,
  )
}

interface Entering {
  userId: number
  sessionId: number
  storeId: number
  access: Buffer
  seconds: number
}

/** Issues a token for a store on another server, whose database gets a copy of the person and of the session. `db`: home. */
export function enterElsewhere(core: Core, db: Db, { userId, sessionId, storeId, access, seconds }: Entering) {
  return routerOf(core).atStore(storeId, async (there) => {
    // Holds the session, so that its end can only be told after it was copied.
    const { rows } = await sql<{ until: string | null }>`
      select auth.session_to_copy(${sessionId}) as until`.execute(db)
    const { until } = rows[0]!
    if (until === null) throw new ApiError('signed_out')
    const people = await copyOf(db, userId)
    return transaction(there.pool, 'begin', async (client) => {
      await client.query('select auth.receive_people($1)', [people])
      await client.query('select auth.receive_session($1, $2, $3)', [sessionId, userId, until])
      const remote = onConnection(client)
      const entered = await enterStore(remote, sessionId, userId, storeId, access, seconds)
      if (entered) await recordVisit(remote, userId, storeId)
      return entered
    })
  })
}

/** Columns of people that are copied to other servers, as JSON. */
async function copyOf(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ people: unknown }>`
    select auth.people_to_copy(${[userId]}::int[]) as people`.execute(db)
  return JSON.stringify(rows[0]!.people)
}

/** Brings a person to another server, before something there names them. */
export async function bringPerson(core: Core, client: pg.ClientBase, userId: number): Promise<void> {
  const { rows } = await routerOf(core).home.pool.query<{ people: unknown }>(
    'select auth.people_to_copy($1) as people',
    [[userId]],
  )
  await client.query('select auth.receive_people($1)', [JSON.stringify(rows[0]!.people)])
}

/** Opens a deleted store of another server again; false when it is gone, was never deleted, or is not this person's. */
export const restoreElsewhere = (core: Core, userId: number, storeId: number, requestId: string): Promise<boolean> =>
  routerOf(core).atStore(storeId, (there) =>
    inStore(there.pool, storeId, (db) => restoreStore(db, userId, storeId, requestId)),
  )

interface NewStore {
  userId: number
  name: string
  requestId: string
  sandbox: boolean
}

/** Creates a store on the server with the fewest stores. Returns null if the person owns no store yet. `db` is the home database. */
export async function makeStoreOnServer(
  core: Core,
  db: Db,
  { userId, name, requestId, sandbox }: NewStore,
): Promise<number | null> {
  const router = routerOf(core)
  if (!router.several) {
    const id = await makeStore(db, userId, name, requestId)
    if (id !== null && sandbox) await beginSandbox(core, db, id, userId)
    return id
  }
  const all = await allStoresOf(core, db, userId)
  const owned = all.filter(({ roles, deleted_at }) => roles.includes(OWNER) && deleted_at === null)
  if (!owned.some((one) => !one.sandbox)) return null
  if (sandbox && owned.some((one) => one.sandbox)) throw new ApiError('sandbox_exists')
  const home = router.home.pool
  const among = router.reachable().map(serverNumber)
  const { rows: chosen } = await home.query<{ server: number }>('select auth.emptiest_server($1) as server', [among])
  const { server } = chosen[0]!
  // Committed at home before the server has the store, so that a killed process leaves a number without a store, and no store without a place.
  const { rows } = await home.query<{ id: number }>('select auth.place_store($1, $2, $3) as id', [userId, server, name])
  const { id } = rows[0]!
  try {
    await router.refresh()
    await router.atStore(id, (there) =>
      transaction(there.pool, 'begin', async (client) => {
        if (there !== router.home) await bringPerson(core, client, userId)
        const roles = JSON.stringify(presetRoles)
        await client.query('select auth.receive_store($1, $2, $3, $4, $5)', [id, userId, name, roles, requestId])
        if (sandbox) await beginSandbox(there, onConnection(client), id, userId)
      }),
    )
  } catch (error) {
    await home.query('select auth.forget_store($1)', [id])
    throw error
  }
  return id
}
