import { memberFiles } from '@ruam/contract/channels/member-files.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { beforeEach, expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { fileMessage, textMessage } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { mappedSource } from '../../testing/things/data-sources.ts'
import { chatWatch } from '../../testing/things/watches.ts'
import { until } from '../../testing/until.testing.ts'
import { newWatch } from '../../testing/watches.testing.ts'

let store: TestStore
let line: Channel
let account: Awaited<ReturnType<typeof connectLine>>['account']
beforeEach(async () => {
  await testLine()
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  account = connected.account
})

const state = async () => (await testLine()).state
const newMember = () => store.member(['cdp-core.datasource.execute'])
type Member = Awaited<ReturnType<typeof newMember>>
const at = (id: number) => ({ params: { id: String(id) } })

/** Sends the member's word from a LINE id. */
async function link(member: Member, lineUserId = addFriend(line).userId) {
  const { word } = await member.call(memberFiles.create, { body: {} })
  await postEvents(line, account.webhook.url, [textMessage(await state(), lineUserId, word)])
  return lineUserId
}
async function sendFile(lineUserId: string, name: string) {
  const event = fileMessage(await state(), lineUserId, name, Buffer.from('ชื่อ\nก\n'))
  await postEvents(line, account.webhook.url, [event])
  return event
}
const filesThere = async () => {
  const { admin } = await testServer()
  const text = 'select name from line_member_file where store_id = $1 and taken_at is null order by id'
  return (await admin.query<{ name: string }>(text, [store.storeId])).rows.map(({ name }) => name)
}

test('a member links their own LINE id by a word, sees the link, and ends it', async () => {
  const [member, other] = [await newMember(), await newMember()]
  expect(await member.call(memberFiles.get)).toMatchObject({ is_watched: false, link: null, word: null })
  expect((await member.try(memberFiles.create, { body: {} })).body).toMatchObject({ error: 'watch_chat_missing' })
  await chatWatch(store)
  const { word, url, expires_at } = await member.call(memberFiles.create, { body: {} })
  expect(url).toBe(`https://line.me/R/oaMessage/${encodeURIComponent(line.basicId)}/?${word}`)
  expect(await member.call(memberFiles.get)).toEqual({
    is_watched: true,
    accounts: [{ id: account.id, name: account.name, basic_id: line.basicId }],
    link: null,
    word: { channel_id: account.id, expires_at },
  })
  const lineUserId = await link(member)
  const linked = await member.call(memberFiles.get)
  expect(linked).toMatchObject({ link: { account: { id: account.id } }, word: null })
  expect(await other.call(memberFiles.get)).toMatchObject({ link: null, word: null })
  expect(JSON.stringify(linked)).not.toContain(lineUserId)
  await member.call(memberFiles.delete)
  expect(await member.call(memberFiles.get)).toMatchObject({ link: null })
  expect((await member.try(memberFiles.delete)).status).toBe(404)
  await sendFile(lineUserId, 'after.csv')
  expect(await filesThere()).toEqual([])
  const { data } = await store.call(auditLog.list, { query: { user_id: String(member.userId) } })
  expect(data.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['line_member_word_shown', 'line_member_unlinked']),
  )
})

test('the end of the watch of the chat, or its move to another place, ends all links and the files that wait', async () => {
  for (const end of ['deleted', 'moved'] as const) {
    const id = await chatWatch(store)
    const member = await newMember()
    const lineUserId = await link(member)
    await sendFile(lineUserId, 'before.csv')
    expect(await filesThere()).toEqual(['before.csv'])
    const { updated_at: origin_time } = await store.call(watches.get, at(id))
    const place = { kind: 'folder', path: '' } as const
    if (end === 'deleted') await store.call(watches.delete, at(id))
    else await store.call(watches.update, { ...at(id), body: { origin_time, place } })
    expect([await filesThere(), (await member.call(memberFiles.get)).link]).toEqual([[], null])
    await sendFile(lineUserId, 'after.csv')
    await inboxEmpty(store.storeId)
    expect((await store.call(onlineLog.search, { query: { keyword: lineUserId } })).data).toHaveLength(1)
  }
})

test('a store has one watch of its chats', async () => {
  await chatWatch(store)
  const source = Number(await mappedSource(store))
  const place = { kind: 'line_chat' } as const
  const body = { name: 'อีกแห่ง', place, pattern: '*', data_source_id: source, schedule: { looks: { after_hour: 5 } } }
  expect((await store.try(watches.create, { body })).body).toMatchObject({ error: 'watch_chat_taken' })
  const folder = await newWatch(store, source)
  const update = { ...at(folder.id), body: { origin_time: folder.updated_at, place } }
  expect((await store.try(watches.update, update)).body).toMatchObject({ error: 'watch_chat_taken' })
})

test('a file of a linked member is not kept while no watch takes it, and the member is told so', async () => {
  const member = await newMember()
  const lineUserId = addFriend(line).userId
  const { admin } = await testServer()
  // As an older database has it.
  await admin.query(
    'insert into line_member (store_id, user_id, channel_id, line_user_id, linked_at) values ($1, $2, $3, $4, now())',
    [store.storeId, member.userId, account.id, lineUserId],
  )
  const { replyToken } = await sendFile(lineUserId, 'unwatched.csv')
  await until(async () =>
    (await state()).replies.some(
      (reply) => reply.replyToken === replyToken && JSON.stringify(reply.messages).includes('ยังไม่ได้เปิดรับไฟล์'),
    ),
  )
  expect(await filesThere()).toEqual([])
})

test('a member without the right to import links nothing', async () => {
  await chatWatch(store)
  const member = await store.member(['cdp-core.datasource.read'])
  expect((await member.try(memberFiles.get)).status).toBe(403)
  expect((await member.try(memberFiles.create, { body: {} })).status).toBe(403)
})
