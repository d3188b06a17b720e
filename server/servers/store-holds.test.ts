import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closedAs, contextOf, writeIn } from '../core/context.ts'
import { inStore } from '../database/db.ts'
import { type TestServers, testServers } from '../testing/servers/two-servers.testing.ts'
import { beginMove, copyPeople, flip, holdWrites, readPlacement, release, serverOf } from './store-holds.ts'

let servers: TestServers
beforeAll(async () => {
  servers = await testServers()
})
afterAll(() => servers.close())

/** A store at home with one member. */
async function newStore(): Promise<number> {
  const [home] = servers.admins
  const { rows } = await home!.query<{ store_id: number }>(`
    with someone as (insert into users (email, first_name, last_name, password_hash)
        values (gen_random_uuid() || '@example.com', 'สมหญิง', 'ใจดี', 'secret') returning id),
      made as (insert into store (name) values ('ร้านย้าย') returning store_id),
      named as (insert into store_directory (store, name) select store_id, 'ร้านย้าย' from made),
      role as (insert into role (store_id, name, permissions) select store_id, 'owner', '{}' from made returning id)
    insert into store_member (store_id, user_id, role_id) select made.store_id, someone.id, role.id from made, someone, role
    returning store_id`)
  return rows[0]!.store_id
}

const write = (server: number, storeId: number) =>
  inStore(servers.get(server).pool, storeId, (db) =>
    db
      .insertInto('label')
      .values({ store_id: storeId, name: `ป้าย ${Math.random()}`, color: '#2a7fff', type: 'general' } as never)
      .execute(),
  )
/** How a write of a store is refused at once; undefined if it is not. */
async function refusal(server: number, storeId: number) {
  const client = await servers.get(server).pool.connect()
  try {
    await client.query(`begin; ${contextOf(storeId)}; ${writeIn(storeId)}`)
    return undefined
  } catch (error) {
    return closedAs(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('ids of the second server begin in a range of their own', async () => {
  const { rows } = await servers.admins[1]!.query(
    "select nextval('label_id_seq')::float8 as label, nextval('profile_id_seq')::float8 as profile, nextval('audit_log_id_seq')::float8 as act",
  )
  expect(rows[0]).toEqual({ label: 100_000_001, profile: 1_000_000_000_001, act: 200_000_001 })
})

test('a held store waits for those who write, and is written again once it is released', async () => {
  const store = await newStore()
  const writer = await servers.home.pool.connect()
  await writer.query(`begin; ${contextOf(store)}; ${writeIn(store)}`)
  let held = false
  const holding = holdWrites(servers, store).then(() => (held = true))
  await sleep(300)
  expect(held).toBe(false)
  await writer.query('commit')
  writer.release()
  await holding
  expect(await refusal(1, store)).toBe('held')
  expect(await readPlacement(servers, store)).toMatchObject({ server: 1, state: 'held' })
  const writing = write(1, store)
  await holdWrites(servers, store)
  await release(servers, store)
  await writing
  expect(await readPlacement(servers, store)).toMatchObject({ server: 1, state: 'open', moving_to: null })
})

test('at no step of a move is a store writable in two places, and a repeated flip goes forward', async () => {
  const store = await newStore()
  const open = async () => [(await refusal(1, store)) === undefined, (await refusal(2, store)) === undefined]
  await beginMove(servers, store, 2)
  await beginMove(servers, store, 2)
  expect(await open()).toEqual([true, false])
  await holdWrites(servers, store)
  expect(await open()).toEqual([false, false])
  await flip(servers, store, 2)
  expect(await open()).toEqual([false, true])
  expect([await refusal(1, store), await serverOf(servers, store)]).toEqual(['moved', 2])
  await flip(servers, store, 2)
  expect(await open()).toEqual([false, true])
  await expect(beginMove(servers, store, 2)).rejects.toThrow(/is on server 2/)
})

test('people of a store are copied without their passwords, and again after they changed', async () => {
  const store = await newStore()
  const people = () => servers.admins[1]!.query('select first_name, password_hash from users where id = any($1)', [ids])
  const { rows: members } = await servers.admins[0]!.query<{ id: number }>(
    'select user_id as id from store_member where store_id = $1',
    [store],
  )
  const ids = members.map(({ id }) => id)
  expect(await copyPeople(servers, store, 2)).toBe(1)
  expect((await people()).rows).toEqual([{ first_name: 'สมหญิง', password_hash: '' }])
  await servers.admins[0]!.query("update users set first_name = 'สมใจ' where id = any($1)", [ids])
  await copyPeople(servers, store, 2)
  expect((await people()).rows).toEqual([{ first_name: 'สมใจ', password_hash: '' }])
})
