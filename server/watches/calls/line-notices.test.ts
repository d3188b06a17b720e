import { people } from '@ruam/contract/access/people.ts'
import { memberFiles } from '@ruam/contract/channels/member-files.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { beforeEach, expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { inStore } from '../../database/db.ts'
import { connectLine, testLine } from '../../testing/channels/line.testing.ts'
import { coreOf, type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { arrive, fileIs, otherColumns, takeFiles, watched } from '../../testing/watches.testing.ts'
import { pauseWatches } from '../files/pause.ts'
import { sendLineNotices } from '../line-notices/send.ts'

const reads: Permission[] = ['cdp-core.datasource.read', 'cdp-core.datasource.execute']

let store: TestStore
let line: Channel
let account: number
beforeEach(async () => {
  const { core } = await testServer()
  core.config.publicUrl = 'https://ruam.example'
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  account = connected.account.id
})

const at = (id: number) => ({ params: { id: String(id) } })
const change = async (text: string, ...values: unknown[]) => {
  const { admin } = await testServer()
  return (await admin.query(text, [store.storeId, ...values])).rows
}

/** Links a friend of the account to a member. Returns the LINE id. */
async function link({ userId }: Pick<Member, 'userId'>): Promise<string> {
  const friend = addFriend(line).userId
  await change(
    `insert into line_member (store_id, user_id, channel_id, line_user_id, linked_at) values ($1, $2, $3, $4, now())`,
    ...[userId, account, friend],
  )
  return friend
}

/** A member of the store who has linked their LINE. */
async function linked(permissions = reads) {
  const member = await store.member(permissions)
  return { ...member, friend: await link(member) }
}

/** Adds a watch and lets a file of it wait. */
async function fileWaits(line_notice = true) {
  const { watch } = await watched(store, { line_notice })
  await arrive(store, 'pos.csv', otherColumns)
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 0, 'waiting')
  return {
    id: watch.id,
    name: watch.data_source.name,
    path: `https://ruam.example/${store.storeId}/data-source/v2/watch/${watch.id}/file/${file.id}`,
  }
}

/** Works the messages of the store. Returns those that LINE has accepted since the store was made. */
async function send() {
  await sendLineNotices(await coreOf(store), store.storeId, new AbortController().signal)
  const { state } = await testLine()
  return state.accepted.filter(({ channelId }) => channelId === line.id)
}
const sendLater = async () => {
  await change('update watch_line_notice set due_at = now() where store_id = $1')
  return send()
}
const kept = () =>
  change('select error, tries, given_up_at is not null as over from watch_line_notice where store_id = $1')

test('a notice goes to the bell alone unless its watch is set to send it by LINE', async () => {
  await linked()
  const { id } = await fileWaits(false)
  expect(await kept()).toEqual([])
  const { updated_at: origin_time, line_notice } = await store.call(watches.get, at(id))
  expect(line_notice).toBe(false)
  const changed = await store.call(watches.update, { ...at(id), body: { origin_time, line_notice: true } })
  expect(changed.line_notice).toBe(true)
  expect(await send()).toEqual([])
})

test('each linked member who may read a notice gets it once by LINE, in their language and with its page', async () => {
  const [thai, english] = [await linked(), await linked()]
  await linked(['cdp-core.datasource.execute'])
  await store.member(reads)
  const { admin } = await testServer()
  await admin.query("update users set language = 'en' where id = $1", [english.userId])
  const { name, path } = await fileWaits()
  expect(await send()).toHaveLength(2)
  const sent = await send()
  expect(Object.fromEntries(sent.map(({ userId, message }) => [userId, (message as { text: string }).text]))).toEqual({
    [thai.friend]: `มีไฟล์ของ ${name} รอให้ดู\nไฟล์ต่างจากที่ตกลงไว้ ยังไม่มีข้อมูลใดเปลี่ยน\n${path}`,
    [english.friend]: `A file of ${name} waits\nIt differs from the terms. Nothing has changed yet.\n${path}`,
  })
  expect(await kept()).toEqual([])
  const { data } = await store.call(onlineLog.search, { query: { event_type: 'notice' } })
  expect(data.map(({ status, direction }) => [status, direction])).toEqual([
    ['done', 'out'],
    ['done', 'out'],
  ])
})

test('a member who is removed, unlinked or without the right by then gets no message', async () => {
  const [removed, unlinked, demoted, still] = [await linked(), await linked(), await linked(), await linked()]
  await fileWaits()
  expect(await kept()).toHaveLength(4)
  await store.call(people.remove, { ...at(removed.userId), query: {} })
  await unlinked.call(memberFiles.delete)
  await change(
    `update role set permissions = '{}' where store_id = $1 and id = (
      select role_id from store_member where store_id = $1 and user_id = $2)`,
    demoted.userId,
  )
  expect((await send()).map(({ userId }) => userId)).toEqual([still.friend])
  expect(await kept()).toEqual([])
})

test('messages of a watch that was deleted, or of a database that was restored, are not sent', async () => {
  await linked()
  const { id } = await fileWaits()
  await store.call(watches.delete, at(id))
  expect(await send()).toEqual([])
  await fileWaits()
  expect(await kept()).toHaveLength(1)
  const core = await coreOf(store)
  await inStore(core.pool, store.storeId, (db) => pauseWatches(db, store.storeId))
  expect(await kept()).toEqual([])
})

test('a message whose sender never heard of its end is sent again under the same key, which LINE takes once', async () => {
  const { friend } = await linked()
  await fileWaits()
  const { state } = await testLine()
  state.faults.push({ path: 'accept:/v2/bot/message/push', kind: 'timeout_after_accept', times: 1 })
  await send()
  expect(await kept()).toEqual([{ error: 'channel_unreachable', tries: 1, over: false }])
  // Not before its pause is over.
  await send()
  expect(await kept()).toMatchObject([{ tries: 1 }])
  expect((await sendLater()).map(({ userId }) => userId)).toEqual([friend])
  expect(await kept()).toEqual([])
  const { data } = await store.call(onlineLog.search, { query: { event_type: 'notice' } })
  expect(data.map(({ status }) => status)).toEqual(['done', 'failed'])
})

test('a message that LINE did not take within an hour is given up with its last error', async () => {
  await linked()
  await fileWaits()
  const { state } = await testLine()
  state.faults.push({ path: '/v2/bot/message/push', kind: 'error', times: 1 })
  await send()
  await change("update watch_line_notice set created_at = now() - interval '61 minutes' where store_id = $1")
  expect(await sendLater()).toEqual([])
  expect(await kept()).toEqual([{ error: 'LINE 500', tries: 1, over: true }])
})

test('a message beyond the quota is not sent', async () => {
  await linked()
  await fileWaits()
  // Ruam has counted 1,000 messages that are left.
  line.quota = 0
  await send()
  expect(await kept()).toEqual([{ error: 'LINE 429', tries: 1, over: false }])
  await change('update broadcast_quota set reserved = quota - usage where store_id = $1')
  line.quota = 1000
  expect(await sendLater()).toEqual([])
  expect(await kept()).toEqual([{ error: 'quota', tries: 2, over: true }])
})

test('a watch names the members who may read its notices, and who of them linked their LINE', async () => {
  const [one, other] = [await linked(), await store.member(reads)]
  await linked(['cdp-core.datasource.execute'])
  const { watch } = await watched(store)
  const { notified } = await other.call(watches.get, at(watch.id))
  const name = 'สมชาย ใจดี'
  expect(notified).toEqual([
    { id: store.userId, name, line_linked: false },
    { id: one.userId, name, line_linked: true },
    { id: other.userId, name, line_linked: false },
  ])
})
