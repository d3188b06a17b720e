import { randomBytes } from 'node:crypto'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { unfollow } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

const newUserId = () => `U${randomBytes(16).toString('hex')}`

/** Waits until no job asks LINE, and returns the figures of reach. */
async function asked(store: TestStore) {
  await until(async () => (await store.call(lineLink.reach)).asking === null)
  return store.call(lineLink.reach)
}

const friends = (store: TestStore) =>
  rowsOf<{ channel_id: number; external_id: string; status: string }>(
    store,
    'select channel_id, external_id, status from channel_friend where store_id = $1 order by external_id',
  )

test('imported LINE ids of friends become friends, and the others stay unlinked', async () => {
  const store = await newStore()
  const { line } = await connectLine(store)
  const [one, two] = [addFriend(line), addFriend(line)]
  const blocked = addFriend(line, { blocked: true })
  const ids = [one.userId, two.userId, blocked.userId, newUserId()]
  await importFile(store, `ชื่อ,LINE User ID\n${ids.map((id, n) => `ลูกค้า${n},${id}\n`).join('')}แปลก,ไม่ใช่ไอดี\n`)
  const reach = await asked(store)
  expect(reach).toMatchObject({ friends: 2, blocked: 0, imported_ids: 0, asked: { status: 'completed', friends: 2 } })
  expect((await friends(store)).map(({ external_id }) => external_id)).toEqual([one.userId, two.userId].sort())
})

test('an event of LINE counts more than the answer that a user is a friend', async () => {
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const { userId } = addFriend(line)
  await madeProfile(store, { [field.firstName]: 'ญาดา', [field.lineUserId]: userId })
  await store.call(lineLink.askFriends)
  expect(await asked(store)).toMatchObject({ friends: 1 })
  const { state } = await testLine()
  await postEvents(line, account.webhook.url, [{ ...unfollow(state, userId), timestamp: 1 }])
  await inboxEmpty(store.storeId)
  expect((await friends(store)).map(({ status }) => status)).toEqual(['blocked'])
})

test('a second account is asked about each id whose provider is unknown, once', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const first = await connectLine(store)
  const { userId } = addFriend(first.line)
  await importFile(store, `ชื่อ,LINE User ID\nมานี,${userId}\nปิติ,${newUserId()}\n`)
  expect(await asked(store)).toMatchObject({ friends: 1, asked: { ids: 2, friends: 1 } })
  await store.call(lineLink.askFriends)
  expect(await asked(store)).toMatchObject({ asked: { ids: 0, friends: 0 } })
  await connectLine(store)
  // The id that the first account met is of that provider alone.
  expect(await asked(store)).toMatchObject({ asked: { ids: 1, friends: 0 } })
})

test('a busy LINE is asked again, a refused call stops no account, and refused keys stop it', async () => {
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const { userId } = addFriend(line)
  await madeProfile(store, { [field.firstName]: 'วีระ', [field.lineUserId]: userId })
  const { state } = await testLine()
  state.faults.push({ path: '/v2/bot/profile/', kind: 'too_many', times: 1 })
  await store.call(lineLink.askFriends)
  expect(await asked(store)).toMatchObject({ friends: 1, asked: { status: 'completed' } })
  await madeProfile(store, { [field.firstName]: 'ชูใจ', [field.lineUserId]: newUserId() })
  state.faults.push({ path: '/v2/bot/profile/', kind: 'unauthorized', times: 2 })
  await store.call(lineLink.askFriends)
  expect(await asked(store)).toMatchObject({ imported_ids: 1, asked: { status: 'failed' } })
  const status = async () => (await store.call(lineOa.get, { params: { id: String(account.id) } })).status
  expect(await status()).toBe('active')
  line.refusesTokens = true
  await store.call(lineLink.askFriends)
  expect(await asked(store)).toMatchObject({ imported_ids: 1, asked: { status: 'failed' } })
  expect(await status()).toBe('error')
  expect((await store.try(lineLink.askFriends)).body.error).toBe('line_link_no_account')
})

test('a file whose provider is chosen asks only the accounts of that provider', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const [first, second] = [await connectLine(store), await connectLine(store)]
  const userId = newUserId()
  // The same id at both: LINE issues none twice, so that a wrongly asked account would show.
  for (const { line } of [first, second]) addFriend(line, { userId })
  const csv = `ชื่อ,LINE User ID\nมานี,${userId}\n`
  await importFile(store, csv, { line_account_id: second.account.id })
  await asked(store)
  expect(await friends(store)).toEqual([{ channel_id: second.account.id, external_id: userId, status: 'friend' }])
})
