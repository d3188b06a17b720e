import { text } from 'node:stream/consumers'
import { people } from '@ruam/contract/access/people.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { fileMessage, type LineEvent, textMessage } from '../../../tools/line/webhooks.ts'
import { newWord, wordHash } from '../../channels/line-link/words.ts'
import { insertMemberWord, unlinkMember } from '../../channels/member-files/links.ts'
import { inStore } from '../../database/db.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { listOf, never } from '../../testing/places.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { chatWatch } from '../../testing/things/watches.ts'
import { until } from '../../testing/until.testing.ts'
import { lineChatPlace } from './line-chat.ts'
import type { Found } from './place.ts'

const execute: Permission[] = ['cdp-core.datasource.execute']

let store: TestStore
let line: Channel
let url: string
let channelId: number
beforeAll(async () => {
  await testLine()
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
  channelId = connected.account.id
  await chatWatch(store)
})

const state = async () => (await testLine()).state
const place = async () => lineChatPlace(await coreOf(store), store.storeId)
const listed = async () => listOf(await place())
const namesListed = async () => (await listed()).map(({ name }) => name)
const post = (...events: LineEvent[]) => postEvents(line, url, events)
const send = async (userId: string, name: string, content = 'ชื่อ\nก\n') => {
  const event = fileMessage(await state(), userId, name, Buffer.from(content))
  expect(await post(event)).toBe(200)
  return event
}
const repliesTo = async ({ replyToken }: LineEvent) =>
  (await state()).replies.flatMap((one) => (one.replyToken === replyToken ? one.messages : [])) as { text: string }[]
const hasReply = (event: LineEvent, words: string) =>
  until(async () => (await repliesTo(event)).some((reply) => reply.text.startsWith(words)))

const logged = async (keyword: string) => {
  await inboxEmpty(store.storeId)
  return (await store.call(onlineLog.search, { query: { keyword } })).data.length
}
const customers = async () => (await store.call(profiles.list, { query: {} })).total

/** Makes a word for the member, and sends it from a new LINE id. */
async function link(userId: number, lineUserId = addFriend(line).userId) {
  const core = await coreOf(store)
  const word = newWord()
  const hash = wordHash({ secretKey: core.config.secretKey, storeId: store.storeId }, word)
  await inStore(core.pool, store.storeId, (db) => insertMemberWord(db, store.storeId, { userId, channelId, hash }))
  const event = textMessage(await state(), lineUserId, `ส่งไฟล์ ${word}`)
  await post(event)
  return { lineUserId, word, event }
}

test('a member who sent their word sends files to the place, and is no customer and in no log', async () => {
  const before = await customers()
  const member = await store.member(execute)
  const { lineUserId, event } = await link(member.userId)
  await hasReply(event, 'เชื่อมแล้ว')
  const sent = await send(lineUserId, 'ยอดขาย/25.csv')
  await hasReply(sent, 'ได้รับไฟล์แล้ว')
  expect([await logged(lineUserId), await customers()]).toEqual([0, before])
  const [found] = (await listed()) as [Found]
  expect(found).toEqual({
    ...{ name: 'ยอดขาย_25.csv', size: 17, modifiedAt: sent.timestamp },
    version: (sent.message as { id: string }).id,
  })
  expect(await text(await (await place()).open(found, never))).toBe('ชื่อ\nก\n')
  await (await place()).putAway!(found, 'done', never)
  expect(await listed()).toEqual([])
  // A redelivery brings no file back.
  await post({ ...sent, deliveryContext: { isRedelivery: true } })
  expect(await listed()).toEqual([])
  await expect((await place()).open(found, never)).rejects.toMatchObject({ reason: 'not_found' })
})

test('files of one name come one after the other', async () => {
  const { lineUserId } = await link((await store.member(execute)).userId)
  for (const content of ['1', '22']) await send(lineUserId, 'twice.csv', content)
  for (const size of [1, 2]) {
    const [found] = (await listed()) as [Found]
    expect(found).toMatchObject({ name: 'twice.csv', size })
    await (await place()).putAway!(found, 'waiting', never)
    // It moves no further.
    await (await place()).putAway!(found, 'done', never, 'waiting')
  }
})

test('a file of a customer, or in a group, is a message of a chat as ever', async () => {
  const customer = addFriend(line).userId
  const { lineUserId } = await link((await store.member(execute)).userId)
  await send(customer, 'customer.csv')
  const inGroup = fileMessage(await state(), lineUserId, 'group.csv', Buffer.from('x'))
  const source = { type: 'group', groupId: 'C1', userId: lineUserId } as never
  await post({ ...inGroup, source })
  expect(await logged(customer)).toBe(1)
  expect(await listed()).toEqual([])
})

test('a member without the right gets a refusal, and nothing is kept', async () => {
  const { lineUserId } = await link((await store.member(['cdp-core.profile.read'])).userId)
  await hasReply(await send(lineUserId, 'refused.csv'), 'คุณไม่มีสิทธิ์นำเข้าไฟล์')
  expect([await listed(), await logged(lineUserId)]).toEqual([[], 0])
})

test('removing a member ends the link, and takes back the files that no watch has taken', async () => {
  const member = await store.member(execute)
  const { lineUserId } = await link(member.userId)
  await send(lineUserId, 'left.csv')
  const [found] = (await listed()) as [Found]
  await store.call(people.remove, { params: { id: String(member.userId) }, query: {} })
  expect(await listed()).toEqual([])
  await expect((await place()).open(found, never)).rejects.toMatchObject({ reason: 'not_found' })
  await send(lineUserId, 'after.csv')
  expect([await namesListed(), await logged(lineUserId)]).toEqual([[], 1])
})

test('a word works once, a new word moves the link, and an ended link takes no files', async () => {
  const [one, other] = [await store.member(execute), await store.member(execute)]
  const { lineUserId, word } = await link(one.userId)
  const again = addFriend(line).userId
  await post(textMessage(await state(), again, word))
  expect(await logged(again)).toBe(1)
  await send(again, 'again.csv')
  expect(await namesListed()).toEqual([])
  // The same LINE id proves to be the other member's.
  await link(other.userId, lineUserId)
  await send(lineUserId, 'moved.csv')
  const { admin } = await testServer()
  const { rows } = await admin.query('select user_id from line_member_file where store_id = $1 and name = $2', [
    ...[store.storeId, 'moved.csv'],
  ])
  expect(rows).toEqual([{ user_id: other.userId }])
  const core = await coreOf(store)
  await inStore(core.pool, store.storeId, (db) => unlinkMember(db, store.storeId, other.userId))
  await send(lineUserId, 'ended.csv')
  expect(await namesListed()).toEqual(['moved.csv'])
})

test('content that LINE has deleted, still prepares or does not give now is named', async () => {
  const { lineUserId } = await link((await store.member(execute)).userId)
  await send(lineUserId, 'fault.csv')
  const found = (await listed()).find(({ name }) => name === 'fault.csv')!
  const path = '/v2/bot/message/'
  for (const [status, reason] of [
    [202, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [403, 'refused'],
  ] as const) {
    ;(await state()).faults.push({ path: path + found.version, kind: 'answer', status, times: 1 })
    await expect((await place()).open(found, never)).rejects.toMatchObject({ reason })
  }
  expect(await text(await (await place()).open(found, never))).toBe('ชื่อ\nก\n')
  for (const status of [404, 410]) {
    await send(lineUserId, `${status}.csv`)
    const gone = (await listed()).find(({ name }) => name === `${status}.csv`)!
    ;(await state()).faults.push({ path: path + gone.version, kind: 'answer', status, times: 1 })
    await expect((await place()).open(gone, never)).rejects.toMatchObject({ reason: 'not_found' })
    expect(await namesListed()).not.toContain(gone.name)
  }
})
