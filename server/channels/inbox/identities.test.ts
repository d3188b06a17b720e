import { randomBytes } from 'node:crypto'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, expect, test } from 'vitest'
import { addFriend, type Channel } from '../../../tools/line/state.ts'
import { follow } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, namesStored, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { openPairs, scanStore } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let line: Channel
let url: string
beforeAll(async () => {
  await testLine()
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
})

const newUserId = () => `U${randomBytes(16).toString('hex')}`

/** Returns the profiles that a LINE user id is tied to. */
const holders = async (userId: string, of: TestStore = store) =>
  (
    await rowsOf<{ profile_id: number }>(
      of,
      'select distinct profile_id from identity where store_id = $1 and value = $2',
      userId,
    )
  ).map(({ profile_id }) => profile_id)

const friendProfile = async (userId: string) =>
  (
    await rowsOf<{ profile_id: number | null }>(
      store,
      'select profile_id from channel_friend where store_id = $1 and external_id = $2',
      userId,
    )
  )[0]?.profile_id

async function followed(userId: string): Promise<void> {
  await postEvents(line, url, [follow((await testLine()).state, userId)])
  await namesStored(store.storeId)
}

const version = async (id: number) => store.call(profiles.get, { params: { id: String(id) } })

test('a user whose id a customer has already becomes a friend of that customer', async () => {
  const { userId } = addFriend(line)
  const { id } = await madeProfile(store, { [field.firstName]: 'ญาดา', [field.lineUserId]: userId })
  await followed(userId)
  expect(await friendProfile(userId)).toBe(id)
  expect(await holders(userId)).toEqual([id])
})

test('a LINE id that staff move to another customer takes the friend along', async () => {
  const { userId } = addFriend(line)
  const first = await madeProfile(store, { [field.firstName]: 'มานี', [field.lineUserId]: userId })
  const second = await madeProfile(store, { [field.firstName]: 'ปิติ' })
  await followed(userId)
  await save(store, await version(first.id), { [field.lineUserId]: null })
  expect([await holders(userId), await friendProfile(userId)]).toEqual([[], null])
  await save(store, second, { [field.lineUserId]: userId })
  expect([await holders(userId), await friendProfile(userId)]).toEqual([[second.id], second.id])
})

test('two customers with one LINE id are the first pair of duplicates, and stay it after a scan', async () => {
  const own = await newStore()
  const userId = newUserId()
  const first = await madeProfile(own, { [field.firstName]: 'ชูใจ', [field.lineUserId]: userId })
  const second = await madeProfile(own, { [field.firstName]: 'วีระ', [field.gender]: 'ชาย', [field.lineUserId]: userId })
  await importFile(own, 'ชื่อ,นามสกุล,เบอร์โทร\nสมชาย,ใจดี,0812345671\nสมชาย,ใจดี,0812345671\n'.repeat(1))
  const pair = { reasons: ['same_line'], ids: [first.id, second.id] }
  const top = async (pairs: Awaited<ReturnType<typeof openPairs>>) => ({
    reasons: pairs[0]?.reasons,
    ids: pairs[0]?.profiles.map(({ id }) => id),
  })
  expect(await holders(userId, own)).toEqual([first.id])
  expect(await top(await openPairs(own))).toEqual(pair)
  expect(await top(await scanStore(own))).toEqual(pair)
})

test('two customers with one LINE id stay a pair after a scan when their citizen ids differ', async () => {
  const own = await newStore()
  const userId = newUserId()
  for (const [name, citizen] of [
    ['ชูใจ', '1101700230708'],
    ['วีระ', '3101700230704'],
  ] as const)
    await madeProfile(own, { [field.firstName]: name, [field.citizenId]: citizen, [field.lineUserId]: userId })
  const before = await openPairs(own)
  expect(before.map(({ reasons }) => reasons)).toEqual([['same_line']])
  await scanStore(own)
  expect((await scanStore(own)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('a merge and its undo carry the LINE id', async () => {
  const { userId } = addFriend(line)
  const kept = await madeProfile(store, { [field.firstName]: 'อารี' })
  const gone = await madeProfile(store, { [field.firstName]: 'อารีย์', [field.lineUserId]: userId })
  await followed(userId)
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept.id, gone.id] } })
  const { merge_id } = await store.call(profileDuplicates.merge, {
    params: { id: String(pair.id) },
    body: { keep: kept.id, fields: [] },
  })
  expect([await holders(userId), await friendProfile(userId)]).toEqual([[kept.id], kept.id])
  await store.call(profileDuplicates.undoMerge, { params: { id: String(merge_id) } })
  expect([await holders(userId), await friendProfile(userId)]).toEqual([[gone.id], gone.id])
})

test('a merge that takes the other LINE id keeps both, and its undo parts them', async () => {
  const [one, other] = [newUserId(), newUserId()]
  const kept = await madeProfile(store, { [field.firstName]: 'สุดา', [field.lineUserId]: one })
  const gone = await madeProfile(store, { [field.firstName]: 'สุดา', [field.lineUserId]: other })
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept.id, gone.id] } })
  const { merge_id } = await store.call(profileDuplicates.merge, {
    params: { id: String(pair.id) },
    body: { keep: kept.id, fields: [{ field_id: field.lineUserId, from: gone.id }] },
  })
  expect([await holders(one), await holders(other)]).toEqual([[kept.id], [kept.id]])
  await store.call(profileDuplicates.undoMerge, { params: { id: String(merge_id) } })
  expect([await holders(one), await holders(other)]).toEqual([[kept.id], [gone.id]])
})

test('an import ties its LINE ids, and its undo frees them', async () => {
  const own = await newStore()
  const ids = [newUserId(), newUserId()]
  const { id, real } = await importFile(own, `ชื่อ,LINE User ID\nดวงใจ,${ids[0]}\nสมศรี,${ids[1]}\n`)
  expect((await Promise.all(ids.map((userId) => holders(userId, own)))).flat()).toHaveLength(2)
  expect((await undone(own, id, real)).profiles_removed).toBe(2)
  expect((await Promise.all(ids.map((userId) => holders(userId, own)))).flat()).toEqual([])
})

test('a deleted customer gives a LINE id up to a new one, and makes a pair with it once restored', async () => {
  const own = await newStore()
  const userId = newUserId()
  const first = await madeProfile(own, { [field.firstName]: 'ประไพ', [field.lineUserId]: userId })
  await own.call(profiles.delete, { params: { id: String(first.id) } })
  const second = await madeProfile(own, { [field.firstName]: 'ประไพ', [field.lineUserId]: userId })
  expect(await holders(userId, own)).toEqual([second.id])
  await own.call(profiles.restore, { params: { id: String(first.id) } })
  expect(await holders(userId, own)).toEqual([second.id])
  expect((await openPairs(own)).map(({ reasons }) => reasons)).toEqual([['same_line']])
})

test('two accounts that meet one user are proposed to be of one provider, and staff settle it', {
  tags: ['verify'],
}, async () => {
  const own = await newStore()
  const [first, second] = [await connectLine(own), await connectLine(own)]
  const { userId } = addFriend(first.line)
  const { state } = await testLine()
  for (const { line: account, account: shown } of [first, second]) {
    await postEvents(account, shown.webhook.url, [follow(state, userId)])
    await inboxEmpty(own.storeId)
  }
  const account = async (id: number) => own.call(lineOa.get, { params: { id: String(id) } })
  expect(await holders(userId, own)).toHaveLength(1)
  expect((await account(first.account.id)).shared_with.map(({ id }) => id)).toEqual([second.account.id])
  expect((await account(second.account.id)).shared_with.map(({ id }) => id)).toEqual([first.account.id])
  const settled = await own.call(lineOa.settleProvider, {
    params: { id: String(first.account.id) },
    body: { account_id: second.account.id, same: true },
  })
  const other = await account(second.account.id)
  expect([settled.shared_with, other.shared_with]).toEqual([[], []])
  expect(settled.provider).toBe(settled.name)
  expect(other.provider).toBe(settled.provider)
  const scopes = await rowsOf(own, 'select scope from identity where store_id = $1 and value = $2', userId)
  expect(scopes).toEqual([{ scope: `provider ${settled.provider}` }])
})
