import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { follow, postback, textMessage, unfollow } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, namesStored, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

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
const friendOf = async (userId: string) => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ status: string; profile_id: number | null }>(
    'select status, profile_id from channel_friend where store_id = $1 and channel_id = $2 and external_id = $3',
    [store.storeId, id, userId],
  )
  return rows[0]
}

test('a user who adds the account becomes a customer with the name on LINE, a friend and an activity', async () => {
  const { userId } = addFriend(line, { displayName: 'ญาดา' })
  expect(await postEvents(line, url, [follow(await state(), userId)])).toBe(200)
  await namesStored(store.storeId)
  const friend = await friendOf(userId)
  expect(friend?.status).toBe('friend')
  const profile = await store.call(profiles.get, { params: { id: String(friend!.profile_id) } })
  const values = Object.fromEntries(profile.fields.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({ lineUserId: userId, lineDisplayName: 'ญาดา', lineBasicId: line.basicId })
  const { data } = await store.call(profileActivities.types, { params: { id: String(friend!.profile_id) } })
  expect(data.map(({ name, count }) => [name, count])).toEqual([['เพิ่มเพื่อนใน LINE', 1]])
  const log = await store.call(onlineLog.search, { query: { keyword: userId } })
  expect(log.data.map(({ event_type, status, profile: shown }) => [event_type, status, shown?.name])).toEqual([
    ['follow', 'done', 'ญาดา'],
  ])
})

test('every user of a rush of webhooks becomes a customer with the name on LINE, counted for LINE', async () => {
  const own = await newStore()
  const connected = await connectLine(own)
  const users = Array.from({ length: 20 }, (_, n) => addFriend(connected.line, { displayName: `ลูกค้า ${n}` }))
  await Promise.all(
    users.map(async ({ userId }) =>
      postEvents(connected.line, connected.account.webhook.url, [follow(await state(), userId)]),
    ),
  )
  await namesStored(own.storeId)
  const { data } = await own.call(profiles.list, { query: { limit: '50' } })
  const names = data.map(({ fields }) => fields.find(({ name }) => name === 'lineDisplayName')?.value)
  expect(names.sort()).toEqual(users.map(({ displayName }) => displayName).sort())
  expect(await own.call(dashboard.channel, { query: {} })).toMatchObject({ line: users.length, user: 0 })
})

test('the same event, delivered a hundred times at once, is applied once', async () => {
  const { userId } = addFriend(line)
  const events = [follow(await state(), userId), textMessage(await state(), userId, 'สวัสดี')]
  const statuses = await Promise.all(Array.from({ length: 100 }, () => postEvents(line, url, events)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await inboxEmpty(store.storeId)
  const { profile_id } = (await friendOf(userId))!
  const { data } = await store.call(profileActivities.types, { params: { id: String(profile_id) } })
  expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(2)
})

test('an older event that arrives late does not change a friend', async () => {
  const { userId } = addFriend(line)
  const early = follow(await state(), userId)
  const late = { ...unfollow(await state(), userId), timestamp: early.timestamp + 1000 }
  await postEvents(line, url, [late])
  await inboxEmpty(store.storeId)
  await postEvents(line, url, [early])
  await inboxEmpty(store.storeId)
  expect((await friendOf(userId))?.status).toBe('blocked')
})

test('an empty list of events is answered and stores nothing', async () => {
  expect(await postEvents(line, url, [])).toBe(200)
})

test('the words of a chat are not kept, unless the store says so', async () => {
  const { admin } = await testServer()
  const { userId } = addFriend(line)
  const words = 'รหัสลับของฉัน'
  const kept = async () => {
    const { rows } = await admin.query(
      "select from online_log_payload where store_id = $1 and payload::text like '%' || $2 || '%'",
      [store.storeId, words],
    )
    return rows.length
  }
  await postEvents(line, url, [textMessage(await state(), userId, words)])
  await inboxEmpty(store.storeId)
  expect(await kept()).toBe(0)
  await admin.query('update channel set keep_chat_text = true where store_id = $1', [store.storeId])
  await postEvents(line, url, [textMessage(await state(), userId, words)])
  await inboxEmpty(store.storeId)
  await admin.query('update channel set keep_chat_text = false where store_id = $1', [store.storeId])
  expect(await kept()).toBe(1)
})

describe('a request is refused', () => {
  const events = async () => [follow(await state(), addFriend(line).userId)]
  const body = async () => JSON.stringify({ destination: line.userId, events: await events() })

  test('with the signature of another secret', async () => {
    const { signatureOf } = await import('../../../tools/line/webhooks.ts')
    const sent = await body()
    expect(await postEvents(line, url, [], { body: sent, signature: signatureOf('0'.repeat(32), sent) })).toBe(401)
  })

  test('without a signature, and with one that is no base64', async () => {
    expect(await postEvents(line, url, await events(), { signature: '' })).toBe(401)
    expect(await postEvents(line, url, await events(), { signature: '???' })).toBe(401)
  })

  test('with one byte changed, and when its JSON was written again', async () => {
    const { signatureOf } = await import('../../../tools/line/webhooks.ts')
    const sent = await body()
    const signature = signatureOf(line.secret, sent)
    expect(await postEvents(line, url, [], { body: sent.replace('follow', 'fallow'), signature })).toBe(401)
    expect(await postEvents(line, url, [], { body: JSON.stringify(JSON.parse(sent), null, 1), signature })).toBe(401)
  })

  test('for another account, with more than 1 MB, or as no JSON', async () => {
    expect(
      await postEvents(line, url, [], { body: JSON.stringify({ destination: `U${'0'.repeat(32)}`, events: [] }) }),
    ).toBe(400)
    expect(await postEvents(line, url, [], { body: `"${'x'.repeat(2_000_000)}"` })).toBe(413)
    expect(await postEvents(line, url, [], { body: '{' })).toBe(400)
  })

  test('at an address that no account has', async () => {
    expect(
      await postEvents(
        line,
        url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        [],
      ),
    ).toBe(404)
  })
})

test('the word stop withdraws every consent and is confirmed in the chat', async () => {
  const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  const { userId } = addFriend(line)
  await postEvents(line, url, [follow(await state(), userId), textMessage(await state(), userId, ' STOP ')])
  await inboxEmpty(store.storeId)
  const { admin } = await testServer()
  const { rows } = await admin.query(
    'select status, source from consent_entry where store_id = $1 and profile_id = $2 and purpose_id = $3',
    [store.storeId, (await friendOf(userId))!.profile_id, purpose.id],
  )
  expect(rows).toEqual([{ status: 'withdrawn', source: 'line' }])
  const { replies } = await state()
  const mine = () => replies.filter(({ channelId }) => channelId === line.id)
  while (mine().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(mine()).toMatchObject([{ messages: [{ type: 'text', text: expect.stringContaining('ยกเลิกรับข่าวสารแล้ว') }] }])
})

test('a phrase that the store added to an account is a stop in its chats', async () => {
  const own = await newStore()
  const { line: channel, account } = await connectLine(own)
  await own.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  const change = (stop_phrases: string[]) =>
    own.try(lineOa.update, {
      params: { id: String(account.id) },
      body: { stop_phrases, origin_time: account.updated_at },
    })
  for (const wrong of [['ก'], ['🙏🙏'], ['ก'.repeat(61)], Array(21).fill('จบข่าว')])
    expect((await change(wrong)).body).toMatchObject({ error: 'invalid_input' })
  expect((await change([' จบข่าว '])).body).toMatchObject({ stop_phrases: ['จบข่าว'] })
  const { userId } = addFriend(channel)
  await postEvents(channel, account.webhook.url, [textMessage(await state(), userId, 'จบข่าวค่ะ 🙏')])
  await inboxEmpty(own.storeId)
  const { admin } = await testServer()
  const { rows } = await admin.query('select status from consent_entry where store_id = $1', [own.storeId])
  expect(rows).toEqual([{ status: 'withdrawn' }])
})

test('a button that the user pressed is shown in the log', async () => {
  const { userId } = addFriend(line)
  await postEvents(line, url, [postback(await state(), userId, 'promotion=1')])
  await inboxEmpty(store.storeId)
  const log = await store.call(onlineLog.search, { query: { keyword: userId } })
  expect(log.data.map(({ summary }) => summary)).toEqual(['promotion=1'])
})
