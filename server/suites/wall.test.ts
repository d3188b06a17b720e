import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createPool, transaction } from '../database/db.ts'
import { assertRowSecurity } from '../database/migrate.ts'
import { databaseUrl, OWNER } from '../testing/database.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { fillStore, insertOf, type Row, readTables, type Table, valuesFor } from './filler.ts'
import { storeTables } from './rows.ts'

beforeAll(() => testServer({ alone: true }))

let admin: pg.Pool
let app: pg.Pool
let appUrl: string
let a: TestStore
let b: TestStore
let tables: Table[]
let rowsOfB: Map<string, Row>
let rowsOfA: Map<string, Row>

beforeAll(async () => {
  const server = await testServer()
  admin = server.admin
  app = server.core.pool
  appUrl = server.core.config.appUrl!
  ;[a, b] = await Promise.all([newStore(), newStore()])
  tables = await readTables(admin, await storeTables(admin))
  rowsOfA = await fillStore(admin, tables, a.storeId, a.userId)
  rowsOfB = await fillStore(admin, tables, b.storeId, b.userId)
})

const list = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await admin.query<T>(text, values)).rows
const inStoreA = <T>(work: (client: pg.PoolClient) => Promise<T>) =>
  transaction(app, `begin; select set_config('ruam.store_id', '${a.storeId}', true)`, work)
const nowhere = <T>(work: (client: pg.PoolClient) => Promise<T>) => transaction(app, 'begin', work)

test('both stores have a row in every store table', () => {
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    expect([name, rowsOfA.get(name)?.store_id, rowsOfB.get(name)?.store_id]).toEqual([name, a.storeId, b.storeId])
  }
})

/** SQL state of a rejection: 42501, by a policy or a missing right. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: { code?: string }) => thrown,
  )
  return error?.code
}

const perTable = (title: string, check: (table: Table) => Promise<void>) =>
  test(title, async () => {
    for (const table of tables) await check(table)
  })

describe('without a store', () => {
  perTable('every store table reads empty', async ({ name }) => {
    const { rows } = await nowhere((client) => client.query(`select * from ${name}`))
    expect([name, rows]).toEqual([name, []])
  })

  perTable('no store table takes a row', async (table) => {
    const insert = insertOf(table.name, valuesFor(table, a.storeId, a.userId, rowsOfA))
    expect([table.name, await refusal(nowhere((client) => client.query(insert)))]).toEqual([table.name, '42501'])
  })

  test('no user’s name can be read', async () => {
    const { rows } = await nowhere((client) => client.query('select id, email from users'))
    expect(rows).toEqual([])
  })

  test('a store is not left open on a connection after its transaction', async () => {
    const pool = createPool(appUrl, { max: 1 })
    await transaction(pool, `begin; select set_config('ruam.store_id', '${a.storeId}', true)`, async () => {})
    const { rows } = await pool.query('select * from store')
    await pool.end()
    expect(rows).toEqual([])
  })
})

describe('in one store, of another', () => {
  perTable('no row can be read', async ({ name }) => {
    const { rows } = await inStoreA((client) => client.query<{ store_id: number }>(`select store_id from ${name}`))
    expect([name, [...new Set(rows.map((row) => row.store_id))]]).toEqual([name, [a.storeId]])
  })

  perTable('no row can be put in', async (table) => {
    const insert = insertOf(table.name, { ...valuesFor(table, b.storeId, b.userId, rowsOfB) })
    expect([table.name, await refusal(inStoreA((client) => client.query(insert)))]).toEqual([table.name, '42501'])
  })

  perTable('no row can be changed or deleted', async ({ name, columns }) => {
    const { name: column } = columns.find(({ generated }) => !generated)!
    for (const text of [
      `update ${name} set ${column} = ${column} where store_id = $1`,
      `delete from ${name} where store_id = $1`,
    ]) {
      const touched = await inStoreA(async (client) => (await client.query(text, [b.storeId])).rowCount).catch(
        ({ code }) => code,
      )
      // No row is met, or the right is missing altogether.
      expect([0, '42501']).toContain(touched)
    }
    const { rows } = await admin.query(`select * from ${name} where store_id = $1`, [b.storeId])
    expect(rows).toContainEqual(rowsOfB.get(name))
  })

  perTable('no row of one’s own can be pushed into it', async ({ name }) => {
    const move = inStoreA((client) => client.query(`update ${name} set store_id = $1`, [b.storeId]))
    // The store's own id is the database's to give (428C9).
    expect([name, await refusal(move)]).toEqual([name, name === 'store' ? '428C9' : '42501'])
  })

  perTable('no row can be named by one’s own', async (table) => {
    // Foreign keys that could reference the other store's ids under one's own store_id.
    const foreign = table.references.filter(
      ({ table: to, from }) => to !== 'users' && to !== 'store' && from[0] !== 'store_id',
    )
    expect([table.name, foreign]).toEqual([table.name, []])
  })

  test('people can be seen by the members of their own store alone', async () => {
    const { rows } = await inStoreA((client) => client.query<{ id: number }>('select id from users'))
    expect(rows).toEqual([{ id: a.userId }])
    expect(await refusal(inStoreA((client) => client.query('select password_hash from users')))).toBe('42501')
    expect(await refusal(inStoreA((client) => client.query("update users set email = 'x'")))).toBe('42501')
  })

  test('a search finds no one, although it runs with other rights', async () => {
    const phone = '+66866666666'
    await admin.query(
      "update profile set first_name = 'มะลิวัลย์', phone = $2, email = 'maliwan@example.com' where store_id = $1",
      [b.storeId, phone],
    )
    const find = (store: number, call: string) =>
      transaction(app, `begin; select set_config('ruam.store_id', '${store}', true)`, (client) =>
        client.query(`select auth.${call}('{มะลิวัลย์}', $1, '6666', 'maliwan@', '{}', 100)`, [[phone]]),
      )
    for (const call of ['search_profiles', 'find_profiles'])
      expect([(await find(a.storeId, call)).rowCount, (await find(b.storeId, call)).rowCount]).toEqual([0, 1])
  })
})

describe('the server refuses to start', () => {
  const roles = ['wall_test_door', 'wall_test_heir']
  const superUrl = () => databaseUrl(inject('database').superUrl, new URL(appUrl).pathname.slice(1))
  afterAll(() => admin.query(roles.map((role) => `drop role if exists ${role}`).join('; ')))

  async function startAs(url: string) {
    const pool = createPool(url, { max: 1 })
    await assertRowSecurity(pool).finally(() => pool.end())
  }

  async function startAsHeirOf(role: string, name: string) {
    await admin.query(`create role ${name} login password 'secret'; grant ${pg.escapeIdentifier(role)} to ${name}`)
    const url = new URL(appUrl)
    url.username = name
    url.password = 'secret'
    await startAs(url.href)
  }

  test('as a superuser', async () => {
    await expect(startAs(superUrl())).rejects.toThrow(/too powerful/)
  })

  test('as the owner of the tables', async () => {
    const url = new URL(superUrl())
    url.username = OWNER
    url.password = 'owner'
    await expect(startAs(url.href)).rejects.toThrow(/too powerful/)
  })

  test('as a role that may take on the rights of ruam_auth or of a superuser', async () => {
    await expect(startAsHeirOf('ruam_auth', roles[0]!)).rejects.toThrow(/too powerful/)
    const [root] = await list<{ name: string }>('select current_user as name')
    await expect(startAsHeirOf(root!.name, roles[1]!)).rejects.toThrow(/too powerful/)
  })

  test('but not as the application role', async () => {
    await expect(startAs(appUrl)).resolves.toBeUndefined()
  })
})
