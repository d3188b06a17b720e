import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { createApp } from '../app/app.ts'
import { tokenHash } from '../core/tokens.ts'
import { cachedToken, cacheToken, evictToken } from '../http/token-cache.ts'
import type { Core } from '../servers/core.ts'
import { madeProfile } from '../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { send } from './calls.ts'
import { type FlushStore, flushStore, randomChange, randomRead, refusalOf } from './pipeline-scene.ts'
import { secretOf } from './rows.ts'
import { coreWith, endPools } from './walls.ts'

const QUERIES = Number(process.env.FLUSH_QUERIES ?? 125)
const INTERLEAVINGS = Number(process.env.FLUSH_INTERLEAVINGS ?? 200)
const SEED = Number(process.env.FLUSH_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261122))

/** Counts connections taken from each pool. */
function counting({ pool, readPool }: Core) {
  const taken = { ordinary: 0, flush: 0 }
  pool.on('acquire', () => taken.ordinary++)
  readPool.on('acquire', () => taken.flush++)
  return taken
}

describe('a read in one flush is refused with the next request', () => {
  let store: TestStore
  let other: TestStore
  beforeEach(async () => {
    store = await newStore()
    other = await newStore()
    await madeProfile(store, { 1: secretOf(store.storeId) })
    await madeProfile(other, { 1: secretOf(other.storeId) })
  })
  const update = async (text: string, ...values: unknown[]) => (await testServer()).admin.query(text, values)

  test.each<[string, number, (userId: number) => Promise<unknown>]>([
    [
      'whose session was ended',
      401,
      (id) => update('update user_session set revoked_at = now() where user_id = $1', id),
    ],
    ['whose token is over', 401, (id) => update('update access_token set expires_at = now() where user_id = $1', id)],
    ['who was removed', 401, (id) => update('update store_member set removed_at = now() where user_id = $1', id)],
    [
      'who lost the right',
      403,
      (id) =>
        update(
          `update role r set permissions = '{cdp-core.label.read}' from store_member m
           where m.user_id = $1 and r.store_id = m.store_id and r.id = m.role_id`,
          id,
        ),
    ],
    [
      'whose store has taken back the agreement',
      403,
      (id) =>
        update(
          `insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by)
           select store_id, '${DPA_VERSION}', 'declined', '{}', '', user_id from store_member where user_id = $1`,
          id,
        ),
    ],
    ['whose store is gone', 401, () => deleteStore(store.storeId)],
  ])('to a member %s', async (_, status, change) => {
    const { core } = await testServer()
    const member = await store.member(['cdp-core.profile.read'])
    await member.call(profiles.list, { query: {} })
    const taken = counting(core)
    expect((await member.call(profiles.list, { query: {} })).data).toHaveLength(1)
    expect(taken).toEqual({ ordinary: 0, flush: 1 })
    await change(member.userId)
    expect((await member.try(profiles.list, { query: {} })).status).toBe(status)
    expect(taken.flush).toBe(2)
  })

  test('and a hint at another store, or another person, shows nothing of theirs', async () => {
    await store.call(profiles.list, { query: {} })
    await other.call(profiles.list, { query: {} })
    for (const hint of [
      { id: store.userId, storeId: other.storeId },
      { id: other.userId, storeId: other.storeId },
      { id: store.userId, storeId: null },
    ]) {
      cacheToken(tokenHash(store.token), { by: { kind: 'person', id: hint.id }, storeId: hint.storeId })
      const { data } = await store.call(profiles.list, { query: {} })
      expect(JSON.stringify(data)).toContain(secretOf(store.storeId))
      expect(JSON.stringify(data)).not.toContain(secretOf(other.storeId))
      expect(cachedToken(tokenHash(store.token))).toEqual({
        by: { kind: 'person', id: store.userId },
        storeId: store.storeId,
      })
    }
  })
})

async function deleteStore(storeId: number) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ name: string }>(
    "select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid where a.attname = 'store_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace",
  )
  const client = await admin.connect()
  await client.query("begin; set local session_replication_role = 'replica'")
  for (const { name } of rows) await client.query(`delete from ${name} where store_id = $1`, [storeId])
  await client.query('commit')
  client.release()
}

test('a label that gets another name has it in the next list', async () => {
  const store = await newStore()
  const body = { name: 'เก่า', description: '', color: 'blue' as const, type: 'general' as const }
  const label = await store.call(labels.create, { body })
  await madeProfile(store, { 1: 'ญาดา' }, [label.id])
  const shown = async () => (await store.call(profiles.list, { query: {} })).data[0]!.labels.map(({ name }) => name)
  expect([await shown(), await shown()]).toEqual([['เก่า'], ['เก่า']])
  const { type: _, ...changed } = body
  const params = { id: String(label.id) }
  await store.call(labels.update, { params, body: { ...changed, name: 'ใหม่', origin_time: label.updated_at } })
  expect([await shown(), await shown()]).toEqual([['ใหม่'], ['ใหม่']])
})

describe('two stores and their staff', () => {
  let stores: FlushStore[]
  let app: FastifyInstance
  let core: Core
  beforeAll(async () => {
    stores = [await flushStore(), await flushStore()]
    core = coreWith('row-level security alone', (await testServer()).home.core, inject('database').superUrl)
    app = await createApp(core, { web: false })
  }, 120_000)
  afterAll(async () => {
    await app.close()
    await endPools(core)
  })

  test(`an answer in one flush is that of the ordinary way, byte for byte, to ${QUERIES} questions (FLUSH_SEED=${SEED})`, {
    timeout: 3_600_000,
  }, async () => {
    const random = randomOf(SEED)
    const server = await testServer()
    const taken = counting(server.core)
    for (let n = 0; n < QUERIES; n++) {
      const store = random.pick(stores)
      const asked = randomRead(random, [store])
      const staff = random.pick(store.staff)
      const token = asked.endpoint.permission === 'person' ? staff.personToken : staff.token
      const ask = () => send(server.app, asked.endpoint, asked.request, `Bearer ${token}`)
      evictToken(tokenHash(token))
      const [ordinary, flushed] = [await ask(), await ask()]
      expect([asked, flushed.statusCode, flushed.body]).toEqual([asked, ordinary.statusCode, ordinary.body])
      expect(flushed.headers['content-type']).toBe(ordinary.headers['content-type'])
    }
    // Enough of them to say something.
    expect(taken.flush).toBeGreaterThan(QUERIES / 4)
  })

  test(`${INTERLEAVINGS} reads and changes of rights, with a stale token cache, reveal no foreign row, by row-level security alone (FLUSH_SEED=${SEED})`, {
    timeout: 3_600_000,
  }, async () => {
    const random = randomOf(SEED)
    const everybody = stores.flatMap(({ staff }) => staff)
    let shown = 0
    for (let n = 0; n < INTERLEAVINGS; n++) {
      if (random.chance(0.3)) {
        await randomChange(random, stores)
        continue
      }
      const batch = Array.from({ length: 1 + random.below(6) }, async () => {
        const staff = random.pick(everybody)
        const asked = randomRead(random, stores)
        const token = asked.endpoint.permission === 'person' ? staff.personToken : staff.token
        if (random.chance(0.3)) {
          const storeId = random.pick([...stores.map(({ storeId }) => storeId), null])
          cacheToken(tokenHash(token), { by: { kind: 'person', id: random.pick(everybody).userId }, storeId })
        }
        const expected = refusalOf(asked, staff)
        const { statusCode, body } = await send(app, asked.endpoint, asked.request, `Bearer ${token}`)
        if (expected !== null) expect([asked, statusCode]).toEqual([asked, expected])
        else expect([asked, [200, 400, 403, 404]]).toEqual([asked, expect.arrayContaining([statusCode])])
        for (const { storeId } of stores)
          if (storeId !== staff.store.storeId) expect(body).not.toContain(secretOf(storeId))
        if (statusCode === 200 && body.includes(secretOf(staff.store.storeId))) shown++
      })
      await Promise.all(batch)
    }
    expect(shown).toBeGreaterThan(INTERLEAVINGS / 20)
  })
})
