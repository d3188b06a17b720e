import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closedAs, contextOf, writeIn } from '../../core/context.ts'
import { inStore } from '../../database/db.ts'
import { type TestServers, testServers } from '../../testing/servers/two-servers.testing.ts'
import {
  beginMove,
  holdWrites,
  leaveStore,
  openThere,
  prolongWriteLock,
  readPlacement,
  release,
  serverOf,
} from '../store-holds.ts'
import { type Ends, withEnds } from './connect.ts'
import { copyPeople } from './people.ts'

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

const atEnds = (store: number, work: (ends: Ends) => Promise<void>) =>
  withEnds(servers, { store, source: 1, target: 2 }, work)

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

test('a held store waits for its writers, and is written again once it is released', async () => {
  const store = await newStore()
  const writer = await servers.home.pool.connect()
  await writer.query(`begin; ${contextOf(store)}; ${writeIn(store)}`)
  await atEnds(store, async (ends) => {
    let held = false
    const holding = holdWrites(ends, store, 60_000).then(() => (held = true))
    await sleep(300)
    expect(held).toBe(false)
    await writer.query('commit')
    writer.release()
    await holding
    expect(await refusal(1, store)).toBe('held')
    expect(await readPlacement(servers, store)).toMatchObject({ server: 1, state: 'held' })
    const writing = write(1, store)
    await release(ends, store)
    await writing
    expect(await readPlacement(servers, store)).toMatchObject({ server: 1, state: 'open', moving_to: null })
  })
})

test('a hold ends by the clock of its database, and the store cannot be left then', async () => {
  const store = await newStore()
  await atEnds(store, async (ends) => {
    await beginMove(ends, store, 2)
    const since = await holdWrites(ends, store, 400)
    expect(await refusal(1, store)).toBe('held')
    expect(await prolongWriteLock(ends.source, store, since!, 500)).toBe(true)
    // As when its mover is paused: no process ends it.
    await write(1, store)
    await servers.get(1).pool.query('select auth.notify_disk(99)')
    expect(await prolongWriteLock(ends.source, store, since!, 60_000)).toBe(false)
    expect(await leaveStore(ends.source, store, since!)).toBe(false)
    expect(await refusal(1, store)).toBeUndefined()
  })
})

test('at no step of a move is a store writable in two places, and opening it again goes forward', async () => {
  const store = await newStore()
  const open = async () => [(await refusal(1, store)) === undefined, (await refusal(2, store)) === undefined]
  await atEnds(store, async (ends) => {
    await beginMove(ends, store, 2)
    await beginMove(ends, store, 2)
    expect(await open()).toEqual([true, false])
    const since = await holdWrites(ends, store, 60_000)
    expect(await open()).toEqual([false, false])
    expect(await leaveStore(ends.source, store, since!)).toBe(true)
    expect(await open()).toEqual([false, false])
    await expect(holdWrites(ends, store, 60_000)).rejects.toThrow('is closed on its server')
    for (let times = 0; times < 2; times++) {
      await openThere(ends, store, 2)
      expect(await open()).toEqual([false, true])
    }
    expect([await refusal(1, store), await serverOf(servers, store)]).toEqual(['moved', 2])
    await expect(beginMove(ends, store, 2)).rejects.toThrow(/is on server 2/)
  })
})

test('a function that waits for a move to end does not write in the copy that was left', async () => {
  const store = await newStore()
  const [home] = servers.admins
  const { rows } = await home!.query<{ id: number }>(
    `insert into credential (store_id, id, kind, name, scopes, secret_hash, secret_end, status, expires_at)
     overriding system value values ($1, nextval(pg_get_serial_sequence('credential', 'id')), 'key', '', '{}', '', '', 'active', now() + interval '1 day') returning id`,
    [store],
  )
  const use = { storeId: store, id: rows[0]!.id, former: false, hour: '2026-11-27T10:00:00Z', requests: 1, refused: 0 }
  const note = () => servers.home.pool.query('select auth.note_uses($1)', [JSON.stringify([use])])
  await atEnds(store, async (ends) => {
    await beginMove(ends, store, 2)
    const since = await holdWrites(ends, store, 60_000)
    const refused = expect(note()).rejects.toMatchObject({ code: 'RU002' })
    await sleep(300)
    expect(await leaveStore(ends.source, store, since!)).toBe(true)
    await refused
    await note()
    const used = await home!.query('select last_used_at as at from credential where store_id = $1', [store])
    expect(used.rows).toEqual([{ at: null }])
  })
})

test('people of a store are copied without their passwords, and again after they changed', async () => {
  const store = await newStore()
  const people = () => servers.admins[1]!.query('select first_name, password_hash from users where id = any($1)', [ids])
  const { rows: members } = await servers.admins[0]!.query<{ id: number }>(
    'select user_id as id from store_member where store_id = $1',
    [store],
  )
  const ids = members.map(({ id }) => id)
  const copy = (ends: Ends) => copyPeople(servers, ends.source, store, 2)
  await atEnds(store, async (ends) => expect(await copy(ends)).toBe(1))
  expect((await people()).rows).toEqual([{ first_name: 'สมหญิง', password_hash: '' }])
  await servers.admins[0]!.query("update users set first_name = 'สมใจ' where id = any($1)", [ids])
  await atEnds(store, async (ends) => void (await copy(ends)))
  expect((await people()).rows).toEqual([{ first_name: 'สมใจ', password_hash: '' }])
})
