import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { expect, test } from 'vitest'
import {
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/14.17.0'
const target = 'https://shop.example/โปร?a=1'.replace('โปร', encodeURIComponent('โปร'))

interface Opened {
  method?: 'GET' | 'HEAD'
  browser?: string
  headers?: Record<string, string>
}

async function open(address: string, { method = 'GET', browser = PHONE, headers = {} }: Opened = {}) {
  const { app } = await testServer()
  return app.inject({ method, url: new URL(address).pathname, headers: { 'user-agent': browser, ...headers } })
}

/** Sends a text with a link. Returns the broadcast and the addresses that friends got, by user. */
async function sent(made: Scene, more: object = {}) {
  const { id } = await draft(made, { messages: [{ type: 'text', text: `ดู ${target}` }], ...more })
  await schedule(made, id)
  expect((await settled(made, id)).status).toBe('published')
  const accepted = made.state.accepted.filter(
    ({ unit, channelId }) => unit === `ruam_${id}` && channelId === made.line.id,
  )
  const addresses = new Map(
    accepted.map(({ userId, message }) => [userId, (message as { text: string }).text.split(' ')[1]!]),
  )
  return { id, addresses, address: [...addresses.values()][0]! }
}

const counted = async (made: Scene, id: number) =>
  (await read(made, id)).links.map(({ clicks, visitors }) => [clicks, visitors])
/** Moves clicks back, as if seconds had passed. */
const later = (made: Scene) =>
  change(made, `update broadcast_click set clicked_at = clicked_at - interval '2 seconds' where store_id = $1`)

test('a link is sent under one short address, which redirects to its target without a cookie', async () => {
  const made = await scene({ friends: 3 })
  const { id, addresses, address } = await sent(made)
  expect([...new Set(addresses.values())]).toEqual([address])
  expect(address).toMatch(/^https:\/\/media\.example\/l\/[\w-]{16}$/)
  const { statusCode, headers } = await open(address)
  expect([statusCode, headers.location, headers['set-cookie']]).toEqual([302, target, undefined])
  // Each click is counted, and no other site learns the address of a customer.
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  expect((await read(made, id)).links).toEqual([{ arm: null, message: 0, target, address, clicks: 1, visitors: 1 }])
})

test('a click counts once a second for each visitor, and not for robots, previews and heads', async () => {
  const made = await scene({ friends: 1 })
  const { id, address } = await sent(made)
  await Promise.all(Array.from({ length: 5 }, () => open(address)))
  expect(await counted(made, id)).toEqual([[1, 1]])
  await later(made)
  await open(address)
  await open(address, { browser: `${PHONE} Android` })
  expect(await counted(made, id)).toEqual([[3, 2]])
  const robots = ['facebookexternalhit/1.1;line-poker/1.0', 'Twitterbot/1.0', 'Googlebot/2.1', 'curl/8.0']
  const replies = [
    ...(await Promise.all(robots.map((browser) => open(address, { browser })))),
    await open(address, { method: 'HEAD', browser: 'Phone/1.0' }),
    await open(address, { browser: 'Phone/2.0', headers: { 'sec-purpose': 'prefetch' } }),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 302))
  expect(await counted(made, id)).toEqual([[3, 2]])
})

test('a visitor who opens several links is one of those who clicked', async () => {
  const made = await scene({ friends: 1 })
  const { id } = await sent(made, { messages: [{ type: 'text', text: `ดู ${target} หรือ https://shop.example/b` }] })
  const clickers = async () => {
    const { results } = await made.store.call(broadcasts.list, { query: {} })
    return results.map((one) => one.clickers)
  }
  expect(await clickers()).toEqual([0])
  const [first, second] = (await read(made, id)).links.map(({ address }) => address!)
  // At once: a scanner opens all links of a message in one instant.
  await Promise.all([open(first!), open(second!), open(first!, { browser: `${PHONE} Android` })])
  expect(await clickers()).toEqual([2])
  expect(await counted(made, id)).toEqual([
    [2, 2],
    [1, 1],
  ])
})

test('an unknown address, a changed one and that of a deleted store are not found', async () => {
  const made = await scene({ friends: 1 })
  const { address } = await sent(made)
  for (const wrong of [
    `${address.slice(0, -1)}!`,
    `${address}.1.aaaaaaaaaa`,
    'https://media.example/l/AAAAAAAAAAAAAAAA',
  ])
    expect((await open(wrong)).statusCode).toBe(404)
  await change(made, 'update store set deleted_at = now() where store_id = $1')
  expect((await open(address)).statusCode).toBe(404)
})

test('a browser gets a page in both languages for a link that does not open, and a program gets JSON', async () => {
  const made = await scene({ friends: 1 })
  const { address } = await sent(made)
  await change(made, 'update store set deleted_at = now() where store_id = $1')
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const wrong = ['https://media.example/l/AAAAAAAAAAAAAAAA', `https://media.example/l/${'a'.repeat(70)}`]
  const pages = await Promise.all([address, ...wrong].map((one) => open(one, { headers: { accept } })))
  for (const { statusCode, headers, body } of pages) {
    expect([statusCode, headers['content-type'], body]).toEqual([404, 'text/html; charset=utf-8', pages[0]!.body])
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  }
  expect(pages[0]!.body).toContain('ลิงก์นี้ใช้ไม่ได้แล้ว')
  expect(pages[0]!.body).toContain('This link no longer works')
  // No store is named, nothing is loaded and nothing runs.
  const { rows } = await testServer().then(({ admin }) =>
    admin.query<{ name: string }>('select name from store where store_id = $1', [made.store.storeId]),
  )
  expect(pages[0]!.body).not.toContain(rows[0]!.name)
  expect(pages[0]!.body).not.toMatch(/<script|src=|href=|https?:/)
  for (const types of ['*/*', 'application/json', undefined]) {
    const { statusCode, headers, body } = await open(wrong[0]!, { headers: types ? { accept: types } : {} })
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toMatchObject({ error: 'not_found' })
  }
})

test('a broadcast without counting keeps its links', async () => {
  const made = await scene({ friends: 1 })
  const { id, address } = await sent(made, { link_tracking: 'off' })
  expect(address).toBe(target)
  expect((await read(made, id)).links).toEqual([])
})

test('clicks of each customer need the purpose’s consent of the store', async () => {
  const made = await scene({ friends: 1 })
  const { id, updated_at: origin_time } = await draft(made, { link_tracking: 'people' })
  const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
  expect(refused).toMatchObject({ status: 409, body: { error: 'clicks_closed' } })
})

async function countingByCustomer(friends: number) {
  const made = await scene({ friends })
  await change(made, 'update broadcast_setting set click_purpose_ids = array[$2::int] where store_id = $1', [
    made.purposeId,
  ])
  return { made, ...(await sent(made, { link_tracking: 'people' })) }
}

test('an address of each customer counts for them, and after an erasure without them', async () => {
  const { made, id, addresses } = await countingByCustomer(2)
  const [one, other] = made.people.map(({ userId }) => addresses.get(userId)!)
  expect(one).not.toBe(other)
  await open(one!)
  await open(other!)
  await later(made)
  await open(one!)
  expect(await counted(made, id)).toEqual([[3, 2]])
  const { results } = await made.store.call(broadcasts.recipients, { params: { id: String(id) }, query: {} })
  const clicks = new Map(results.map(({ profile, clicks: times }) => [profile!.id, times]))
  expect(made.people.map((person) => clicks.get(person.id))).toEqual([2, 1])
  const erasing = await made.store.call(profileErasure.erase, {
    params: { id: String(made.people[0]!.id) },
    body: { confirm: true },
  })
  await jobEnded(made.store.storeId, erasing.job_id)
  await later(made)
  await open(one!)
  expect(await counted(made, id)).toEqual([[4, 2]])
  const rows = await rowsOf<{ profile_id: string }>(
    made.store,
    'select profile_id from broadcast_person_click where store_id = $1',
  )
  expect(rows.map(({ profile_id }) => Number(profile_id))).toEqual([made.people[1]!.id])
})

test('an address that says another recipient than it was made for is not found', async () => {
  const { made, addresses } = await countingByCustomer(2)
  const [one, other] = made.people.map(({ userId }) => addresses.get(userId)!.split('.'))
  const forged = [...one!.slice(0, -2), other!.at(-2), one!.at(-1)].join('.')
  expect((await open(forged)).statusCode).toBe(404)
})

test('clicks of a customer who withdrew the consent are counted without them', async () => {
  const { made, id, addresses } = await countingByCustomer(1)
  await change(
    made,
    `insert into consent_entry (store_id, profile_id, purpose_id, status, source) values ($1, $2, $3, 'withdrawn', 'line')`,
    [made.people[0]!.id, made.purposeId],
  )
  await open([...addresses.values()][0]!)
  expect(await counted(made, id)).toEqual([[1, 1]])
  expect(await rowsOf(made.store, 'select from broadcast_person_click where store_id = $1')).toEqual([])
})

test('the settings take only purposes of the store', async () => {
  const made = await scene({ friends: 1 })
  const other = await scene({ friends: 1 })
  const { testers: _, updated_at: origin_time, ...settings } = await made.store.call(broadcastSettings.get, {})
  const put = (click_purpose_ids: number[]) =>
    made.store.try(broadcastSettings.put, { body: { ...settings, tester_ids: [], click_purpose_ids, origin_time } })
  expect((await put([other.purposeId])).status).toBe(404)
  expect((await put([made.purposeId])).body).toMatchObject({ click_purpose_ids: [made.purposeId] })
})
