import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { beforeEach, expect, test } from 'vitest'
import { newCallLimits } from '../../http/call-limits.ts'
import { testApp } from '../../testing/app.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

let { store, key, post, ended, rows } = {} as Sender
beforeEach(async () => {
  ;({ store, key, post, ended, rows } = await newSender())
})

const item = (n: number) => ({ values: { firstName: 'พร้อมกัน', phone: `08155506${String(n).padStart(2, '0')}` } })

test('two systems that send the same new people at once make each of them once', { timeout: 120_000 }, async () => {
  const keys = [key, (await newCredential(store)).credential]
  const people = Array.from({ length: 50 }, (_, n) => item(n))
  const sent = await Promise.all(
    people.flatMap((one) => keys.map(async (own) => ({ own, body: (await post('profiles', one, {}, own)).body }))),
  )
  const results: (ItemResult | undefined)[] = []
  for (const { own, body } of sent) results.push((await ended(body, own))[0])
  expect(results.filter((one) => one?.status === 'added')).toHaveLength(50)
  expect(new Set(results.map((one) => one?.profile_id)).size).toBe(50)
  expect((await store.call(profiles.list, { query: {} })).total_all).toBe(50)
})

test('a hundred programs that send one new person at once make one', { timeout: 120_000 }, async () => {
  const sent = await Promise.all(Array.from({ length: 100 }, () => post('profiles', item(99))))
  const results: (ItemResult | undefined)[] = []
  for (const { body } of sent) results.push((await ended(body))[0])
  expect(results.filter((one) => one?.status === 'added')).toHaveLength(1)
  expect(results.filter((one) => one?.status === 'duplicated')).toHaveLength(99)
  expect(new Set(results.map((one) => one?.profile_id)).size).toBe(1)
})

test('a program that does not heed 429 gets no more through, and holds up no other', { timeout: 120_000 }, async () => {
  const { core } = await testServer()
  let time = 1_000_000
  const app = await testApp({ ...core, limits: newCallLimits(core.pool, { now: () => time }) })
  const other = (await newCredential(store)).credential
  const hammer = async (credential: string, n: number) => {
    const headers = { authorization: `Bearer ${credential}` }
    const payload = { values: { phone: `0819${String(n).padStart(6, '0')}` } }
    return app.inject({ method: 'POST', url: '/open-api/v1/profiles', headers, payload })
  }
  const replies = await Promise.all(Array.from({ length: 300 }, (_, n) => hammer(key, n)))
  const taken = replies.filter(({ statusCode }) => statusCode < 300)
  expect(taken).toHaveLength(100)
  for (const { statusCode, headers } of replies)
    if (statusCode >= 300) expect([statusCode, headers['retry-after']]).toEqual([429, '1'])
  expect((await hammer(other, 500)).statusCode).toBe(200)
  // A refused request costs nothing: the next second is whole again.
  time += 1000
  expect((await hammer(key, 600)).statusCode).toBe(200)
  expect(await rows('select count(*)::int as receipts from receipt where store_id = $1')).toEqual([{ receipts: 102 }])
  await app.close()
})
