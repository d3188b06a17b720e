import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { follow, postback, textMessage } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, namesStored, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { fetchNamesSteadily } from './clock.ts'

async function scene() {
  const { state } = await testLine()
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  return { state, store, line, url: account.webhook.url, purpose }
}

const answersOf = (store: TestStore) =>
  rowsOf<{ status: string }>(store, 'select status from consent_entry where store_id = $1 order by id')

test('a stop behind sixty new friends is applied while LINE answers nothing', { tags: ['verify'] }, async () => {
  const { state, store, line, url } = await scene()
  const { userId } = addFriend(line)
  await postEvents(line, url, [follow(state, userId)])
  await namesStored(store.storeId)
  const hang = { path: '/v2/bot/', kind: 'timeout', times: 1000, delay: 7000 } as const
  state.faults.push({ ...hang })
  const crowd = Array.from({ length: 60 }, () => addFriend(line).userId)
  await postEvents(line, url, [
    ...crowd.map((friend) => follow(state, friend)),
    textMessage(state, userId, 'ยกเลิกรับข่าวสารค่ะ'),
  ])
  await inboxEmpty(store.storeId)
  expect(await answersOf(store)).toEqual([{ status: 'withdrawn' }])
  const people = await rowsOf(store, 'select from profile where store_id = $1 and line_display_name is null')
  expect(people).toHaveLength(crowd.length)
  state.faults.length = 0
})

test('a name that LINE did not give is asked for again later, and once', async () => {
  const { state, store, line, url } = await scene()
  const { userId } = addFriend(line, { displayName: 'ปิติ' })
  state.faults.push({ path: `/v2/bot/profile/${userId}`, kind: 'error', times: 1 })
  await postEvents(line, url, [follow(state, userId)])
  const tried = () =>
    rowsOf(store, 'select from channel_friend where store_id = $1 and name_tries = 1 and name_at > now()')
  while ((await tried()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await rowsOf(store, "update channel_friend set name_at = now() - interval '1 s' where store_id = $1 returning 1")
  await fetchNamesSteadily(await coreOf(store)).work(new AbortController().signal)
  await namesStored(store.storeId)
  const names = 'select line_display_name as name from profile where store_id = $1'
  expect(await rowsOf(store, names)).toEqual([{ name: 'ปิติ' }])
  await rowsOf(store, 'update profile set line_display_name = null where store_id = $1 returning 1')
  await postEvents(line, url, [textMessage(state, userId, 'สวัสดี')])
  await namesStored(store.storeId)
  expect(await rowsOf(store, names)).toEqual([{ name: null }])
})

test('a customer whose LINE id came from a file gets the name on LINE with the first message', async () => {
  const { state, store, line, url } = await scene()
  const { userId } = addFriend(line, { displayName: 'ชูใจใน LINE' })
  const { id } = await madeProfile(store, { [field.firstName]: 'ชูใจ', [field.lineUserId]: userId })
  await postEvents(line, url, [textMessage(state, userId, 'สวัสดี')])
  await namesStored(store.storeId)
  const { fields } = await store.call(profiles.get, { params: { id: String(id) } })
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({ firstName: 'ชูใจ', lineDisplayName: 'ชูใจใน LINE' })
})

test('a message that may mean a stop withdraws nothing and is answered with the button, which withdraws', async () => {
  const { state, store, line, url } = await scene()
  const { userId } = addFriend(line)
  await postEvents(line, url, [textMessage(state, userId, 'ยกเลิกค่ะ'), textMessage(state, userId, 'ยกเลิกการจอง')])
  const replies = () => state.replies.filter(({ channelId }) => channelId === line.id)
  while (replies().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await answersOf(store)).toEqual([])
  const { data } = replies()[0]!.messages.map(
    (message) => (message as { template: { actions: { data: string }[] } }).template.actions[0]!,
  )[0]!
  await postEvents(line, url, [postback(state, userId, data)])
  await inboxEmpty(store.storeId)
  expect(await answersOf(store)).toEqual([{ status: 'withdrawn' }])
  while (replies().length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(replies()).toHaveLength(2)
  const log = await store.call(onlineLog.search, { query: { keyword: userId } })
  expect(log.data.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
})
