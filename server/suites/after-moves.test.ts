import { setTimeout as sleep } from 'node:timers/promises'
import { stores } from '@ruam/contract/access/stores.ts'
import { labelColors } from '@ruam/contract/customers/label-colors.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { beforeAll, expect, test } from 'vitest'
import { newToken, tokenHash } from '../core/tokens.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { eachStore } from '../work/each-store.ts'

let server: Awaited<ReturnType<typeof testServer>>
let store: TestStore
beforeAll(async () => {
  server = await testServer({ twoServers: true })
  store = await newStore()
})

/** The store as a move has it between its old and its new server: open at neither, and held in the directory. */
async function withoutServer<T>(work: () => Promise<T>): Promise<T> {
  const place = (state: string) =>
    server.home.admin.query('update store_directory set state = $2 where store = $1', [store.storeId, state])
  await place('held')
  await server.admin.query("insert into store_closed (store, state) values ($1, 'moved')", [store.storeId])
  try {
    return await work()
  } finally {
    await server.admin.query('delete from store_closed where store = $1', [store.storeId])
    await place('open')
  }
}

const label = () =>
  store.try(labels.create, { body: { name: `ป้าย ${newToken()}`, color: labelColors[0], type: 'general' } })

test('a write with the token of the old server asks the browser for another one, and is repeated by it', async () => {
  expect((await label()).status).toBe(200)
  const refused = await withoutServer(label)
  expect([refused.status, refused.body]).toEqual([401, expect.objectContaining({ error: 'signed_out' })])
  expect((await label()).status).toBe(200)
})

test('the key of a program is not invalid while its store is open nowhere', { tags: ['verify'] }, async () => {
  const { key } = await store.call(apiKeys.create, { body: { name: 'ระบบขาย', scopes: ['profile:read'] } })
  const read = async () => {
    const headers = { authorization: `Bearer ${key}` }
    const reply = await server.app.inject({ method: 'GET', url: '/open-api/v1/profiles', headers })
    return [reply.statusCode, reply.json().error]
  }
  expect(await read()).toEqual([200, undefined])
  expect(await withoutServer(read)).toEqual([503, 'store_moving'])
  expect(await read()).toEqual([200, undefined])
})

test('a store that is opened at the end of its move opens at the new server, and does not seem to be gone', {
  tags: ['verify'],
}, async () => {
  const person = newToken()
  await server.home.admin.query('select auth.begin_session($1, $2, $3, 3600, 3600)', [
    store.userId,
    tokenHash(newToken()),
    tokenHash(person),
  ])
  const open = () =>
    server.app.inject({
      method: 'POST',
      url: `/api${stores.token.path}`,
      headers: { authorization: `Bearer ${person}` },
      payload: { id: store.storeId },
    })
  const opening = await withoutServer(async () => {
    const asked = open()
    await sleep(300)
    return { asked }
  })
  expect((await opening.asked).statusCode).toBe(200)
  expect((await withoutServer(open)).json().error).toBe('store_moving')
})

test('work that goes through all stores leaves out those that move, and a failure keeps none from its turn', {
  tags: ['verify'],
}, async () => {
  const worked: number[] = []
  const work = ({ store_id }: { store_id: number }) => {
    worked.push(store_id)
    if (store_id === 1)
      return Promise.reject(Object.assign(new Error('closed store'), { code: 'RU002', detail: 'moved' }))
    return store_id === 2 ? Promise.reject(new Error('broken')) : Promise.resolve()
  }
  await expect(eachStore([{ store_id: 1 }, { store_id: 2 }, { store_id: 3 }], work)).rejects.toThrow('broken')
  expect(worked).toEqual([1, 2, 3])
})
