import { randomBytes } from 'node:crypto'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { follow, textMessage, unfollow } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, namesStored, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

const account = (store: TestStore, id: number) => store.call(lineOa.get, { params: { id: String(id) } })

/** Reads LINE's list, and returns the account afterwards. */
async function listed(store: TestStore, id: number) {
  const { job_id } = await store.call(lineOa.readFriends, { params: { id: String(id) } })
  await until(async () => (await account(store, id)).friends.list.state !== 'reading')
  return { ...(await account(store, id)), job: await store.call(jobs.get, { params: { id: String(job_id) } }) }
}

interface FriendRow {
  external_id: string
  profile_id: number | null
  status: string
  display_name: string | null
}

const friends = (store: TestStore) =>
  rowsOf<FriendRow>(
    store,
    'select external_id, profile_id, status, display_name from channel_friend where store_id = $1 order by external_id',
  )

const people = (store: TestStore) =>
  rowsOf<{ line_user_id: string; line_display_name: string | null; id: number }>(
    store,
    'select id, line_user_id, line_display_name from profile where store_id = $1 and deleted_at is null and merged_into is null order by id',
  )

const idsOf = (line: Channel) => [...line.friends.keys()].sort()

test('every friend of a verified account is a row once, with the name that LINE has', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  for (let n = 0; n < 1100; n++) addFriend(line)
  const blocked = addFriend(line, { blocked: true })
  const first = await listed(store, made.id)
  expect(first.friends).toMatchObject({ known: 0, unknown: 1100, blocked: 0, list: { state: 'read', count: 1100 } })
  expect(first.job).toMatchObject({ status: 'completed', done: 1100, changed: 1100, total: 1100 })
  const again = await listed(store, made.id)
  expect(again.job).toMatchObject({ done: 1100, changed: 0 })
  await namesStored(store.storeId)
  const rows = await friends(store)
  expect(rows.map(({ external_id }) => external_id)).toEqual(idsOf(line).filter((id) => id !== blocked.userId))
  expect(rows.filter((row) => row.display_name !== line.friends.get(row.external_id)!.displayName)).toEqual([])
  expect(await people(store)).toEqual([])
})

test('an account to which LINE refuses the list says so, and works', async () => {
  const store = await newStore()
  const { account: made } = await connectLine(store)
  const { job, friends: counted, status } = await listed(store, made.id)
  expect(counted.list).toMatchObject({ state: 'refused', count: null })
  expect(job).toMatchObject({ status: 'failed', error: { error: 'line_list_refused' } })
  expect(status).toBe('active')
})

test('tokens that expire and pages that come again begin the list again, and change nothing twice', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  for (let n = 0; n < 2100; n++) addFriend(line)
  line.list = { expires: 1, repeats: 1 }
  const { job, friends: counted } = await listed(store, made.id)
  expect(counted).toMatchObject({ unknown: 2100, list: { state: 'read', count: 2100 } })
  expect(job).toMatchObject({ status: 'completed', done: 2100, changed: 2100 })
  expect(line.list).toEqual({ expires: 0, repeats: 0 })
  line.list = { expires: 0, repeats: 1000 }
  const failed = await listed(store, made.id)
  expect(failed.job).toMatchObject({ status: 'failed', error: { error: 'line_list_unreadable' } })
  expect(failed.friends).toMatchObject({ unknown: 2100, list: { state: 'failed', count: 2100 } })
})

test('a busy LINE is asked again', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  addFriend(line)
  const { state } = await testLine()
  state.faults.push({ path: '/v2/bot/followers/ids', kind: 'too_many', times: 1 })
  state.faults.push({ path: '/v2/bot/followers/ids', kind: 'error', times: 1 })
  expect((await listed(store, made.id)).friends).toMatchObject({ unknown: 1, list: { state: 'read' } })
})

test('friends who are customers by their LINE id stay customers, and what events said stays', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  const [imported, gone, writer] = [addFriend(line), addFriend(line), addFriend(line)]
  const { id } = await madeProfile(store, { [field.firstName]: 'ญาดา', [field.lineUserId]: imported.userId })
  const { state } = await testLine()
  await postEvents(line, made.webhook.url, [textMessage(state, writer.userId, 'สวัสดี'), unfollow(state, gone.userId)])
  await inboxEmpty(store.storeId)
  expect((await listed(store, made.id)).friends).toMatchObject({ known: 2, unknown: 0, blocked: 1 })
  const rows = await friends(store)
  expect(rows.find((row) => row.external_id === imported.userId)).toMatchObject({ profile_id: id, status: 'friend' })
  expect(rows.find((row) => row.external_id === gone.userId)).toMatchObject({ profile_id: null, status: 'blocked' })
})

test('the first message of a friend makes the customer, who takes the row over with its name', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  const [one, two] = [addFriend(line, { displayName: 'ใบเตย' }), addFriend(line, { displayName: 'ต้นไผ่' })]
  await listed(store, made.id)
  await namesStored(store.storeId)
  const { state } = await testLine()
  const asked = state.profileCalls.length
  await postEvents(line, made.webhook.url, [textMessage(state, one.userId, 'ราคาเท่าไร')])
  await inboxEmpty(store.storeId)
  const [customer, ...others] = await people(store)
  expect(others).toEqual([])
  expect(customer).toMatchObject({ line_user_id: one.userId, line_display_name: 'ใบเตย' })
  expect(await friends(store)).toEqual(
    [
      { external_id: one.userId, profile_id: customer!.id, status: 'friend', display_name: null },
      { external_id: two.userId, profile_id: null, status: 'friend', display_name: 'ต้นไผ่' },
    ].sort((a, b) => (a.external_id < b.external_id ? -1 : 1)),
  )
  expect(state.profileCalls.slice(asked).filter(({ userId }) => userId === one.userId)).toEqual([])
})

test('a customer who gets the LINE id of a friend by hand takes the row over', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  const { userId } = addFriend(line, { displayName: 'มะปราง' })
  await listed(store, made.id)
  await namesStored(store.storeId)
  const { id } = await madeProfile(store, { [field.firstName]: 'มะปราง', [field.lineUserId]: userId })
  expect(await friends(store)).toMatchObject([{ external_id: userId, profile_id: id }])
  expect((await account(store, made.id)).friends).toMatchObject({ known: 1, unknown: 0 })
})

test('an erased person is neither listed nor asked for a name, until they follow the account again', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  const [erased, other] = [addFriend(line), addFriend(line)]
  const { id } = await madeProfile(store, { [field.firstName]: 'ก้อง', [field.lineUserId]: erased.userId })
  await listed(store, made.id)
  await erase(store, id)
  const { state } = await testLine()
  const asked = state.profileCalls.length
  expect((await listed(store, made.id)).friends).toMatchObject({ known: 0, unknown: 1 })
  await namesStored(store.storeId)
  expect((await friends(store)).map(({ external_id }) => external_id)).toEqual([other.userId])
  expect(state.profileCalls.slice(asked).filter(({ userId }) => userId === erased.userId)).toEqual([])
  await postEvents(line, made.webhook.url, [follow(state, erased.userId)])
  await inboxEmpty(store.storeId)
  expect(await people(store)).toMatchObject([{ line_user_id: erased.userId }])
})

test('two accounts keep friends of their own, and a disconnected one takes its friends along', async () => {
  const store = await newStore()
  const first = await connectLine(store, { verified: true })
  const second = await connectLine(store, { verified: true })
  const userId = `U${randomBytes(16).toString('hex')}`
  for (const { line } of [first, second]) addFriend(line, { userId })
  addFriend(second.line)
  expect((await listed(store, first.account.id)).friends).toMatchObject({ unknown: 1 })
  expect((await listed(store, second.account.id)).friends).toMatchObject({ unknown: 2 })
  await store.call(lineOa.delete, { params: { id: String(second.account.id) } })
  expect((await friends(store)).map(({ external_id }) => external_id)).toEqual([userId])
})

test('a friend who is missing from the list is marked as gone and comes back, unless an event said more', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  const [leaver, writer, customer] = [addFriend(line), addFriend(line), addFriend(line)]
  for (let n = 0; n < 3; n++) addFriend(line)
  await madeProfile(store, { [field.firstName]: 'ส้มโอ', [field.lineUserId]: customer.userId })
  const { state } = await testLine()
  await postEvents(line, made.webhook.url, [textMessage(state, writer.userId, 'สวัสดี')])
  await inboxEmpty(store.storeId)
  expect((await listed(store, made.id)).friends).toMatchObject({ known: 2, unknown: 4, blocked: 0 })
  // LINE sends no event while the webhook is off.
  for (const one of [leaver, writer, customer]) one.blocked = true
  await store.call(lineOa.check, { params: { id: String(made.id) }, body: {} })
  expect((await listed(store, made.id)).friends).toMatchObject({ known: 1, unknown: 3, blocked: 2 })
  for (const one of [leaver, writer, customer]) one.blocked = false
  expect((await listed(store, made.id)).friends).toMatchObject({ known: 2, unknown: 4, blocked: 0 })
})

test('a list that is shorter than what LINE counted marks no friend as gone', async () => {
  const store = await newStore()
  const { line, account: made } = await connectLine(store, { verified: true })
  const all = [addFriend(line), addFriend(line), addFriend(line)]
  await listed(store, made.id)
  await store.call(lineOa.check, { params: { id: String(made.id) }, body: {} })
  for (const one of all) one.blocked = true
  expect((await listed(store, made.id)).friends).toMatchObject({ unknown: 3, blocked: 0, list: { count: 0 } })
})
