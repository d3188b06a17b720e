import { facebookSetting } from '@ruam/contract/channels/facebook.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPage, addPerson, addUser, type FacebookState, type Page } from '../../../tools/facebook/state.ts'
import { bodyOf, echo, postback, signatureOf, textMessage } from '../../../tools/facebook/webhooks.ts'
import { connectPage, postPages, testFacebook } from '../../testing/channels/facebook.testing.ts'
import { inboxEmpty, namesStored } from '../../testing/channels/line.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let page: Page
let id: number
let stateNow: FacebookState
beforeAll(async () => {
  store = await newStore()
  stateNow = (await testFacebook()).state
  ;({ page, id } = await connectPage(store))
})

async function customerOf(psid: string, of = store): Promise<number | undefined> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ profile_id: number; scope: string }>(
    "select profile_id, scope from identity where store_id = $1 and kind = 'facebook' and value = $2",
    [of.storeId, psid],
  )
  return rows[0]?.profile_id
}

async function errorOf(at: TestStore, sent: Parameters<typeof store.call<typeof facebookSetting.connect>>[1]) {
  const { body } = await at.try(facebookSetting.connect, sent!)
  return body.error
}

async function send(psid: string, text: string, of = store, to = page) {
  expect(await postPages([[to, textMessage(stateNow, to, psid, text)]])).toBe(200)
  await inboxEmpty(of.storeId)
}

test('the pages of a person are listed, all of them, and one is connected', async () => {
  const fresh = await newStore()
  const pages = [1, 2, 3].map((n) => addPage(stateNow, { name: `เพจ ${n}` }))
  const access_token = addUser(stateNow, pages)
  const listed = await fresh.call(facebookSetting.connect, { body: { access_token } })
  expect(listed.connected).toBeNull()
  expect(listed.pages.map(({ name, connected }) => [name, connected])).toEqual([
    ['เพจ 1', false],
    ['เพจ 2', false],
    ['เพจ 3', false],
  ])
  const { pages: after, connected } = await fresh.call(facebookSetting.connect, {
    body: { access_token, page_id: pages[1]!.id },
  })
  expect(after.map((one) => one.connected)).toEqual([false, true, false])
  expect(connected).toMatchObject({ name: 'เพจ 2', page_id: pages[1]!.id, status: 'active', people: 0 })
  expect(pages[1]!.subscribed).toEqual(['messages', 'messaging_postbacks'])
  const { data, webhook_url } = await fresh.call(facebookSetting.list, {})
  expect(data.map(({ name }) => name)).toEqual(['เพจ 2'])
  expect(webhook_url).toContain(`/webhook/facebook/${stateNow.app.id}`)
  await fresh.call(facebookSetting.remove, { params: { id: String(connected!.id) } })
  expect(pages[1]!.subscribed).toBeNull()
})

test('a person who writes to the page becomes a customer with their name on Facebook, and an activity', async () => {
  const psid = addPerson(page)
  await send(psid, 'มีไซซ์ M ไหมคะ')
  await namesStored(store.storeId)
  const profileId = await customerOf(psid)
  const profile = await store.call(profiles.get, { params: { id: String(profileId) } })
  expect(Object.fromEntries(profile.fields.map(({ name, value }) => [name, value]))).toMatchObject({
    firstName: 'ญาดา',
    lastName: 'ศรีสุข',
  })
  const { data } = await store.call(profileActivities.types, { params: { id: String(profileId) } })
  expect(data.map(({ name, count }) => [name, count])).toEqual([['ข้อความใน Facebook', 1]])
  const log = await store.call(onlineLog.search, { query: { keyword: psid } })
  expect(log.data).toMatchObject([
    { source: 'facebook', channel_id: id, event_type: 'message', status: 'done', summary: null },
  ])
  const { data: pages } = await store.call(onlineLog.facebookChannels, { query: {} })
  expect(pages.map((one) => one.id)).toContain(id)
})

test('the same event, delivered again, is applied once, and an echo of the page is only logged', async () => {
  const psid = addPerson(page)
  const event = textMessage(stateNow, page, psid, 'สวัสดี')
  for (let i = 0; i < 3; i++) expect(await postPages([[page, event]])).toBe(200)
  expect(await postPages([[page, echo(stateNow, page, psid, 'ตอบ')]])).toBe(200)
  await inboxEmpty(store.storeId)
  const { data } = await store.call(profileActivities.types, { params: { id: String(await customerOf(psid)) } })
  expect(data.map(({ count }) => count)).toEqual([1])
})

test('the word stop withdraws every consent', async () => {
  const { consents } = await import('@ruam/contract/customers/consents.ts')
  const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  const psid = addPerson(page)
  await send(psid, 'STOP')
  const { admin } = await testServer()
  const { rows } = await admin.query(
    'select status, source from consent_entry where store_id = $1 and profile_id = $2 and purpose_id = $3',
    [store.storeId, await customerOf(psid), purpose.id],
  )
  expect(rows).toEqual([{ status: 'withdrawn', source: 'facebook' }])
})

test('a person who was erased is not made a customer again', async () => {
  const psid = addPerson(page)
  await send(psid, 'หนึ่ง')
  const profileId = await customerOf(psid)
  const { job_id } = await store.call(profileErasure.erase, {
    params: { id: String(profileId) },
    body: { confirm: true },
  })
  await jobEnded(store.storeId, job_id)
  await send(psid, 'สอง')
  expect(await customerOf(psid)).toBeUndefined()
})

test('a page belongs to one store, and its events follow it to another', async () => {
  const [first, second] = [await newStore(), await newStore()]
  const { page: moved, id: there } = await connectPage(first)
  const access_token = addUser(stateNow, [moved])
  const again = { body: { access_token, page_id: moved.id } }
  expect(await errorOf(second, again)).toBe('channel_taken')
  const psid = addPerson(moved)
  await send(psid, 'ที่ร้านแรก', first, moved)
  await first.call(facebookSetting.remove, { params: { id: String(there) } })
  await second.call(facebookSetting.connect, again)
  await send(psid, 'ที่ร้านที่สอง', second, moved)
  expect(await customerOf(psid, first)).toBeDefined()
  const { data } = await first.call(profileActivities.types, { params: { id: String(await customerOf(psid, first)) } })
  expect(data.map(({ count }) => count)).toEqual([1])
  expect(await customerOf(psid, second)).toBeDefined()
})

test('the challenge of Facebook is sent back for the verify token alone', async () => {
  const { app } = await testServer()
  const ask = (token: string, appId = stateNow.app.id, mode = 'subscribe') =>
    app.inject({
      url: `/webhook/facebook/${appId}`,
      query: { 'hub.mode': mode, 'hub.challenge': '1158201444', 'hub.verify_token': token },
    })
  const answered = await ask(stateNow.app.verifyToken)
  expect([answered.statusCode, answered.body]).toEqual([200, '1158201444'])
  expect((await ask('another-token-of-tests')).statusCode).toBe(403)
  expect((await ask('')).statusCode).toBe(400)
  expect((await ask(stateNow.app.verifyToken, '999999')).statusCode).toBe(404)
  expect((await ask(stateNow.app.verifyToken, undefined, 'other')).statusCode).toBe(400)
})

describe('a request is refused', () => {
  const body = () => bodyOf(stateNow, [[page, postback(stateNow, page, addPerson(page), 'ดูสินค้า')]])

  test('with the signature of another secret, a changed byte, or none', async () => {
    const sent = body()
    expect(await postPages([], { body: sent, signature: signatureOf('f'.repeat(32), sent) })).toBe(401)
    expect(await postPages([], { body: `${sent} `, signature: signatureOf(stateNow.app.secret, sent) })).toBe(401)
    expect(await postPages([], { body: sent, signature: '' })).toBe(401)
    expect(await postPages([], { body: sent, signature: signatureOf(stateNow.app.secret, sent).slice(7) })).toBe(401)
  })

  test('for another app, or as no JSON of a page', async () => {
    expect(await postPages([], { body: body(), app: '999999' })).toBe(404)
    expect(await postPages([], { body: '{' })).toBe(400)
    expect(await postPages([], { body: JSON.stringify({ object: 'user', entry: [] }) })).toBe(400)
  })
})

test('an event of a page that no store has is answered and stores nothing', async () => {
  const stray = addPage(stateNow)
  expect(await postPages([[stray, textMessage(stateNow, stray, addPerson(stray), 'ใคร')]])).toBe(200)
})

test('a token that Facebook refuses is named, and so is a Facebook that does not answer', async () => {
  const access_token = 'EAA-not-a-token-of-anyone'
  expect(await errorOf(store, { body: { access_token } })).toBe('facebook_refused')
  // Calls of the background meet it, too.
  stateNow.faults.push({ kind: 'error', times: 100 })
  expect(await errorOf(store, { body: { access_token } })).toBe('facebook_unreachable')
  stateNow.faults.length = 0
  const access = addUser(stateNow, [])
  const foreign = { body: { access_token: access, page_id: page.id } }
  expect(await errorOf(store, foreign)).toBe('not_found')
})
