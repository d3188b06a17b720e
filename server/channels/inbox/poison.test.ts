import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { beforeEach, expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { follow, type LineEvent, postback, signatureOf, textMessage, unfollow } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, namesStored, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { failRows } from '../../testing/database/failing.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let line: Channel
let url: string
let id: number
beforeEach(async () => {
  await testLine()
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
  id = connected.account.id
})

const state = async () => (await testLine()).state

/** Posts what LINE's own description does not allow. */
const postRaw = (events: readonly unknown[]) => {
  const body = JSON.stringify({ destination: line.userId, events })
  return postEvents(line, url, [], { body, signature: signatureOf(line.secret, body) })
}

const logOf = async (event: Pick<LineEvent, 'webhookEventId'>) =>
  (await store.call(onlineLog.search, { query: { keyword: event.webhookEventId } })).data[0]

test('friends whose names hold U+0000 or half an emoji become customers with the rest of the name', async () => {
  const names = ['ญา\0ดา', 'มานี\ud83d', '\u202eปิติ', '👨‍👩‍👧 บ้าน']
  const users = names.map((displayName) => addFriend(line, { displayName }))
  for (const { userId } of users) expect(await postEvents(line, url, [follow(await state(), userId)])).toBe(200)
  await namesStored(store.storeId)
  const stored = await rowsOf<{ line_display_name: string }>(
    store,
    'select line_display_name from profile where store_id = $1 and line_user_id = any($2) order by id',
    users.map(({ userId }) => userId),
  )
  expect(stored.map(({ line_display_name }) => line_display_name).sort()).toEqual(
    ['ญาดา', 'มานี', 'ปิติ', '👨‍👩‍👧 บ้าน'].sort(),
  )
})

test('a profile that LINE answers with unreadable JSON leaves a friend without a name', async () => {
  const { userId } = addFriend(line)
  ;(await state()).faults.push({ path: '/v2/bot/profile', kind: 'unreadable', times: 1 })
  const event = follow(await state(), userId)
  expect(await postEvents(line, url, [event])).toBe(200)
  await inboxEmpty(store.storeId)
  expect(await logOf(event)).toMatchObject({ status: 'done' })
})

test('button data and texts with U+0000 or a character at the cut are stored, with the other events of the delivery', async () => {
  const account = await store.call(lineOa.get, { params: { id: String(id) } })
  const kept = { keep_chat_text: true, origin_time: account.updated_at }
  await store.call(lineOa.update, { params: { id: String(id) }, body: kept })
  const { userId } = addFriend(line)
  const events = [
    postback(await state(), userId, `${'a'.repeat(199)}😀b`),
    textMessage(await state(), userId, `${'a'.repeat(199)}👨‍👩‍👧b`),
    textMessage(await state(), userId, 'ก\0ข\ud800'),
    follow(await state(), userId),
  ]
  expect(await postRaw(events)).toBe(200)
  await inboxEmpty(store.storeId)
  const entries = await Promise.all(events.map(logOf))
  expect(entries.map((entry) => [entry?.status, entry?.summary])).toEqual([
    ['done', `${'a'.repeat(199)}😀`],
    ['done', `${'a'.repeat(199)}👨‍👩‍👧`],
    ['done', 'กข'],
    ['done', null],
  ])
})

test('a quota that LINE answers with unreadable JSON is not taken for no limit', async () => {
  const params = { id: String(id) }
  const before = await store.call(lineOa.check, { params, body: {} })
  const fault = { path: '/v2/bot/message/quota', kind: 'unreadable' as const, times: 1 }
  ;(await state()).faults.push(fault)
  await store.call(lineOa.check, { params, body: {} })
  expect(fault.times).toBe(0)
  expect((await store.call(lineOa.get, { params })).quota).toMatchObject({ limit: before.quota!.limit })
})

test('an event that cannot be read is logged with the part that is wrong, and the others are applied', async () => {
  const { userId } = addFriend(line)
  const good = follow(await state(), userId)
  const bad = { ...follow(await state(), `${userId}\u0000`), timestamp: 'now' }
  expect(await postRaw([{}, bad, 'text', good, bad])).toBe(200)
  await inboxEmpty(store.storeId)
  expect(await logOf(good)).toMatchObject({ status: 'done' })
  const { data } = await store.call(onlineLog.search, { query: { status: 'failed' } })
  expect(data.map((entry) => [entry.error_code, entry.external_id === bad.webhookEventId, entry.summary])).toEqual([
    ['event_unreadable', false, 'event'],
    ['event_unreadable', true, 'timestamp, source.userId'],
    ['event_unreadable', false, 'type, timestamp, webhookEventId'],
  ])
  // Redelivered, they are known.
  expect(await postRaw([{}, bad])).toBe(200)
  expect((await store.call(onlineLog.search, { query: { status: 'failed' } })).total).toBe(3)
})

test('an event that the database refuses is logged as failed, and the others of its delivery are applied', async () => {
  const [good, bad] = [addFriend(line), addFriend(line)]
  const events = [follow(await state(), bad.userId), follow(await state(), good.userId)]
  const condition = `new.payload -> 'source' ->> 'userId' = '${bad.userId}'`
  await using _ = await failRows(store, 'online_log_payload', condition, '22000')
  expect(await postEvents(line, url, events)).toBe(200)
  await inboxEmpty(store.storeId)
  const [refused, taken] = await Promise.all(events.map(logOf))
  expect([refused?.status, refused?.error_code, taken?.status]).toEqual(['failed', 'event_unreadable', 'done'])
})

test('JSON of 20,000 levels is answered 400', async () => {
  const body = `{"destination":"${line.userId}","events":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  expect(await postEvents(line, url, [], { body, signature: signatureOf(line.secret, body) })).toBe(400)
})

test('an event dated in the future counts as of now, and those after it change the friend', async () => {
  const { userId } = addFriend(line)
  const year = 365 * 86_400_000
  const blocked = { ...unfollow(await state(), userId), timestamp: Date.now() + 80 * year }
  await postEvents(line, url, [blocked])
  await inboxEmpty(store.storeId)
  await postEvents(line, url, [follow(await state(), userId)])
  await inboxEmpty(store.storeId)
  const friends = await rowsOf<{ status: string }>(
    store,
    'select status from channel_friend where store_id = $1 and external_id = $2',
    userId,
  )
  expect(friends).toEqual([{ status: 'friend' }])
})

test('a state that an earlier version stored with a time of the future is replaced', async () => {
  const { userId } = addFriend(line)
  await postEvents(line, url, [unfollow(await state(), userId)])
  await inboxEmpty(store.storeId)
  await rowsOf(store, "update channel_friend set since = '2099-01-01' where store_id = $1 and external_id = $2", userId)
  await postEvents(line, url, [follow(await state(), userId)])
  await inboxEmpty(store.storeId)
  const friends = await rowsOf(
    store,
    'select status from channel_friend where store_id = $1 and external_id = $2',
    userId,
  )
  expect(friends).toEqual([{ status: 'friend' }])
})
