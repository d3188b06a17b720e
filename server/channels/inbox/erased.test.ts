import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { beforeEach, expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { follow, postback, textMessage } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let line: Channel
let url: string
beforeEach(async () => {
  await testLine()
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
})

const state = async () => (await testLine()).state
const profilesOf = (userId: string) =>
  rowsOf<{ id: number }>(
    store,
    'select id from profile where store_id = $1 and line_user_id = $2 and deleted_at is null and merged_into is null',
    userId,
  )

/** A user of LINE who was a customer, and whose data was erased. */
async function erasedUser() {
  const { userId } = addFriend(line)
  await postEvents(line, url, [follow(await state(), userId)])
  await inboxEmpty(store.storeId)
  const [profile] = await profilesOf(userId)
  await erase(store, profile!.id)
  return { userId, former: profile!.id }
}

test('later events of an erased person leave no LINE id, no words and no payload', async () => {
  const { userId } = await erasedUser()
  const old = { ...follow(await state(), userId), timestamp: Date.now() - 3_600_000 }
  const events = [textMessage(await state(), userId, 'ที่อยู่'), postback(await state(), userId, 'size=M'), old]
  expect(await postEvents(line, url, events)).toBe(200)
  await inboxEmpty(store.storeId)
  const logged = await rowsOf(
    store,
    `select l.user_id, l.summary, l.status, y.payload from online_log l
     left join online_log_payload y on y.store_id = l.store_id and y.log_id = l.id
     where l.store_id = $1 and l.external_id = any($2)`,
    events.map(({ webhookEventId }) => webhookEventId),
  )
  expect(logged).toEqual(Array(3).fill({ user_id: null, summary: null, status: 'ignored', payload: null }))
  expect(await rowsOf(store, 'select from channel_friend where store_id = $1 and external_id = $2', userId)).toEqual([])
  expect(await profilesOf(userId)).toEqual([])
})

test('an erased person who follows the account again is a new customer, with what they do after it', {
  tags: ['verify'],
}, async () => {
  const { userId, former } = await erasedUser()
  const [again, message] = [follow(await state(), userId), textMessage(await state(), userId, 'สวัสดี')]
  await postEvents(line, url, [again, message])
  await postEvents(line, url, [textMessage(await state(), userId, 'มีของไหม')])
  await inboxEmpty(store.storeId)
  const [profile, ...others] = await profilesOf(userId)
  expect(others).toEqual([])
  expect(profile!.id).not.toBe(former)
  const activities = await rowsOf(store, 'select from activity where store_id = $1 and profile_id = $2', profile!.id)
  expect(activities).toHaveLength(3)
})

test('the QR of the counter says that an erased person has to follow again, and that they are a new person then', async () => {
  const { userId } = await erasedUser()
  const { id } = await madeProfile(store, { [field.firstName]: 'ปิติ' })
  const params = { id: String(id) }
  const { word } = await store.call(lineLink.create, { params, body: {} })
  await postEvents(line, url, [textMessage(await state(), userId, word)])
  const refused = await store.call(lineLink.get, { params })
  expect(refused.word).toMatchObject({ status: 'open', by_erased: true })
  expect(refused.reach).toBe('not_linked')
  await postEvents(line, url, [follow(await state(), userId), textMessage(await state(), userId, word)])
  await inboxEmpty(store.storeId)
  const linked = await store.call(lineLink.get, { params })
  expect(linked).toMatchObject({ reach: 'friend', word: { status: 'linked', by_erased: true } })
  expect((await profilesOf(userId)).map((profile) => profile.id)).toEqual([id])
})
