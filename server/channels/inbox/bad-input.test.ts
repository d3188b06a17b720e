import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { beforeAll, expect, test } from 'vitest'
import { addChannel, addFriend, type Channel } from '../../../tools/line/state.ts'
import { follow, signatureOf, textMessage, unfollow } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, pauseIngester, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { purgeOnlineLogHourly } from './clock.ts'

let store: TestStore
let line: Channel
let url: string
let id: number
beforeAll(async () => {
  await testLine()
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
  id = connected.account.id
})

const state = async () => (await testLine()).state
const entriesOf = (userId: string, of: TestStore = store) =>
  rowsOf<{ status: string; profile_id: number | null }>(
    of,
    'select status, profile_id from online_log where store_id = $1 and user_id = $2 order by id',
    userId,
  )

test('an account that two stores connect at once belongs to one of them, and the other gets an error', async () => {
  const channel = addChannel(await state(), { id: `29${process.pid}77` })
  const body = { channel_id: channel.id, channel_secret: channel.secret }
  const [one, other] = [await newStore(), await newStore()]
  const answers = await Promise.all([one, other].map((each) => each.try(lineOa.create, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.body).toMatchObject({ error: 'channel_taken' })
})

test('an account whose token LINE revoked is marked, and its events are stored and applied', async () => {
  const own = await newStore()
  const { line: channel, account } = await connectLine(own)
  const simulator = await state()
  simulator.faults.push({ path: '/v2/bot/', kind: 'unauthorized', times: 50 })
  const checked = await own.call(lineOa.check, { params: { id: String(account.id) }, body: {} })
  expect([checked.status, checked.connection.fault]).toEqual(['error', 'token_refused'])
  const { data } = await own.call(notifications.list, { query: {} })
  expect(data.map(({ kind }) => kind)).toContain('channel_token_refused')
  const { userId } = addFriend(channel)
  expect(await postEvents(channel, account.webhook.url, [follow(simulator, userId)])).toBe(200)
  await inboxEmpty(own.storeId)
  simulator.faults.length = 0
  expect((await entriesOf(userId, own)).map(({ status }) => status)).toEqual(['done'])
})

test('an event of a customer who is erased before it is applied is erased with them, and creates no profile', async () => {
  const { userId } = addFriend(line)
  const { id: profile } = await madeProfile(store, { [field.firstName]: 'ลบแล้ว', [field.lineUserId]: userId })
  const release = await pauseIngester(store.storeId)
  expect(await postEvents(line, url, [textMessage(await state(), userId, 'สวัสดี')])).toBe(200)
  await erase(store, profile)
  await release()
  expect(await entriesOf(userId)).toEqual([])
  const made = await rowsOf(store, "select from profile where store_id = $1 and line_user_id in ($2, '')", userId)
  expect(made).toEqual([])
})

test('an event of a customer who is merged before it is applied goes to the one who stays', async () => {
  const { userId } = addFriend(line)
  const kept = await madeProfile(store, { [field.firstName]: 'อยู่' })
  const gone = await madeProfile(store, { [field.firstName]: 'ไป', [field.lineUserId]: userId })
  const release = await pauseIngester(store.storeId)
  await postEvents(line, url, [follow(await state(), userId)])
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept.id, gone.id] } })
  await store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep: kept.id, fields: [] } })
  await release()
  expect(await entriesOf(userId)).toEqual([{ status: 'done', profile_id: kept.id }])
})

test('a clock that was set back changes no friend, and its events are applied once', async () => {
  const { userId } = addFriend(line)
  const now = unfollow(await state(), userId)
  await postEvents(line, url, [now])
  await inboxEmpty(store.storeId)
  const before = { ...textMessage(await state(), userId, 'ก'), timestamp: now.timestamp - 3_600_000 }
  expect([await postEvents(line, url, [before]), await postEvents(line, url, [before])]).toEqual([200, 200])
  await inboxEmpty(store.storeId)
  expect((await entriesOf(userId)).map(({ status }) => status)).toEqual(['done', 'done'])
  const friends = await rowsOf(
    store,
    'select status from channel_friend where store_id = $1 and channel_id = $2 and external_id = $3',
    id,
    userId,
  )
  expect(friends).toEqual([{ status: 'blocked' }])
})

test('a webhook is answered while LINE itself hangs', async () => {
  const { userId } = addFriend(line)
  const simulator = await state()
  simulator.faults.push({ path: '/v2/bot/profile', kind: 'timeout', times: 1, delay: 500 })
  expect(await postEvents(line, url, [follow(simulator, userId)])).toBe(200)
  await inboxEmpty(store.storeId)
  expect((await entriesOf(userId)).map(({ status }) => status)).toEqual(['done'])
})

test('events of one account are refused at the address of another store, and not stored', async () => {
  const other = await connectLine(await newStore())
  const { userId } = addFriend(line)
  const body = JSON.stringify({ destination: line.userId, events: [follow(await state(), userId)] })
  const signature = signatureOf(line.secret, body)
  expect(await postEvents(line, other.account.webhook.url, [], { body, signature })).toBe(401)
  const { admin } = await testServer()
  expect((await admin.query('select from online_log where user_id = $1', [userId])).rows).toEqual([])
})

test('entries are deleted after 90 days, with their payloads, and newer ones stay', async () => {
  const { userId } = addFriend(line)
  const events = [textMessage(await state(), userId, 'เก่า'), textMessage(await state(), userId, 'ใหม่')]
  await postEvents(line, url, events)
  await inboxEmpty(store.storeId)
  const { admin } = await testServer()
  const core = await coreOf(store)
  await admin.query("update online_log set at = now() - interval '91 days' where store_id = $1 and external_id = $2", [
    store.storeId,
    events[0]!.webhookEventId,
  ])
  await purgeOnlineLogHourly(core).work(new AbortController().signal)
  const left = await rowsOf(
    store,
    `select l.external_id, y.payload is not null as payload from online_log l
     left join online_log_payload y on y.store_id = l.store_id and y.log_id = l.id
     where l.store_id = $1 and l.user_id = $2`,
    userId,
  )
  expect(left).toEqual([{ external_id: events[1]!.webhookEventId, payload: true }])
  const orphans = await rowsOf(
    store,
    `select from online_log_payload y where y.store_id = $1
       and not exists (select from online_log l where l.store_id = y.store_id and l.id = y.log_id)`,
  )
  expect(orphans).toEqual([])
})
