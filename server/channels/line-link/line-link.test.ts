import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addFriend, type Channel, type State } from '../../../tools/line/state.ts'
import { follow, textMessage, unfollow } from '../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, namesStored, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { personalWords } from './words.ts'

let store: TestStore
let line: Channel
let url: string
let channelId: number
let state: State
beforeAll(async () => {
  state = (await testLine()).state
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
  channelId = connected.account.id
})

const byId = (id: number) => ({ params: { id: String(id) } })
const stateOf = (id: number) => store.call(lineLink.get, byId(id))
const shown = (id: number) => store.call(lineLink.create, { ...byId(id), body: {} })

let serial = 0
const customer = async (name = 'ญาดา') =>
  (
    await madeProfile(store, {
      [field.firstName]: `${name} ${++serial}`,
      [field.phone]: `08612${String(40000 + serial)}`,
    })
  ).id

/** A user of LINE sends a text. */
async function send(userId: string, text: string, at = state.now()): Promise<void> {
  expect(await postEvents(line, url, [{ ...textMessage(state, userId, text), timestamp: at }])).toBe(200)
  await inboxEmpty(store.storeId)
}

async function newFriend(displayName = 'เพื่อน'): Promise<string> {
  const { userId } = addFriend(line, { displayName })
  await postEvents(line, url, [follow(state, userId)])
  await namesStored(store.storeId)
  return userId
}

const rows = async <T extends object>(text: string, ...values: unknown[]) =>
  (await (await testServer()).admin.query<T>(text, [store.storeId, ...values])).rows

/** The profile that a LINE user is. */
const holder = async (userId: string) =>
  (
    await rows<{ profile_id: number }>(
      "select distinct profile_id from identity where store_id = $1 and kind = 'line' and value = $2",
      userId,
    )
  ).map(({ profile_id }) => profile_id)

const errorsOf = async (userId: string) =>
  (await store.call(onlineLog.search, { query: { keyword: userId, limit: '100' } })).data.map(
    ({ error_code }) => error_code,
  )

test('a friend who sends the word becomes the customer who was shown it', async () => {
  const id = await customer()
  const userId = await newFriend('ญาดาใน LINE')
  const { word, url: address } = await shown(id)
  expect(address).toBe(`https://line.me/R/oaMessage/${encodeURIComponent(line.basicId)}/?${word}`)
  expect((await stateOf(id)).word?.status).toBe('open')
  await send(userId, word)
  expect(await stateOf(id)).toMatchObject({ reach: 'friend', word: { status: 'linked' }, duplicate_id: null })
  expect(await holder(userId)).toEqual([id])
  const profile = await store.call(profiles.get, byId(id))
  expect(Object.fromEntries(profile.fields.map(({ name, value }) => [name, value]))).toMatchObject({
    lineUserId: userId,
    lineDisplayName: 'ญาดาใน LINE',
  })
  const { data } = await store.call(profileActivities.types, byId(id))
  expect(data.map(({ count }) => count)).toEqual([1, 1])
  const audit = await rows<{ details: object }>(
    "select details from audit_log where store_id = $1 and action like 'line_link%' and subject_id = $2",
    String(id),
  )
  expect(JSON.stringify(audit)).not.toContain(word.slice(5))
})

test('a word in another case, with letters that look alike, and with words around it is read', {
  tags: ['verify'],
}, async () => {
  const id = await customer()
  const { word } = await shown(id)
  await send(await newFriend(), `สวัสดี ${word.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I')} ค่ะ`)
  expect((await stateOf(id)).word?.status).toBe('linked')
})

test('a user whose first message is the word is linked, too', async () => {
  const id = await customer()
  const { userId } = addFriend(line)
  await send(userId, (await shown(id)).word)
  expect([await holder(userId), (await stateOf(id)).reach]).toEqual([[id], 'friend'])
})

test('a link is undone by staff who may only edit, and both profiles are as they were', async () => {
  const id = await customer()
  const userId = await newFriend('ใครก็ไม่รู้')
  const [born] = await holder(userId)
  const before = await store.call(profiles.get, byId(id))
  await send(userId, (await shown(id)).word)
  const clerk = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  await clerk.call(lineLink.undo, byId(id))
  const after = await store.call(profiles.get, byId(id))
  expect(after.fields).toEqual(before.fields)
  expect([await holder(userId), (await stateOf(id)).reach, (await stateOf(born!)).reach]).toEqual([
    [born],
    'not_linked',
    'friend',
  ])
  expect((await store.try(lineLink.undo, byId(id))).status).toBe(409)
  await send(userId, (await shown(id)).word)
  expect(await holder(userId)).toEqual([id])
})

test('a user whose profile has a purchase becomes the first pair of duplicates, and the merge of a person links them', async () => {
  const id = await customer()
  const userId = await newFriend()
  const [born] = await holder(userId)
  await store.call(profileActivities.visit, { ...byId(born!), body: {} })
  await send(userId, (await shown(id)).word)
  const proved = await stateOf(id)
  expect([proved.word?.status, proved.reach]).toEqual(['pair', 'not_linked'])
  const { data } = await store.call(profileDuplicates.list, { query: {} })
  expect([data[0]?.id, data[0]?.reasons]).toEqual([proved.duplicate_id, ['proved_by_line']])
  await store.call(profileDuplicates.merge, {
    params: { id: String(proved.duplicate_id) },
    body: { keep: id, fields: [] },
  })
  expect([await holder(userId), (await stateOf(id)).reach]).toEqual([[id], 'friend'])
})

test('a customer who has another LINE user of this provider becomes a pair', { tags: ['verify'] }, async () => {
  const id = await customer()
  await send(await newFriend(), (await shown(id)).word)
  const second = await newFriend()
  await send(second, (await shown(id)).word)
  expect((await stateOf(id)).word?.status).toBe('pair')
  expect(await holder(second)).not.toEqual([id])
})

describe('a word is wrong', () => {
  const isWrong = async (userId: string, id: number) => {
    expect((await errorsOf(userId))[0]).toBe('link_word_invalid')
    expect(await holder(userId)).not.toContain(id)
  }

  test('the second time, by the same person and by another one', { tags: ['verify'] }, async () => {
    const id = await customer()
    const [first, second] = [await newFriend(), await newFriend()]
    const { word } = await shown(id)
    await send(first, word)
    await send(second, word)
    await isWrong(second, id)
    await send(first, word)
    expect((await errorsOf(first))[0]).toBe('link_word_invalid')
    expect(await holder(first)).toEqual([id])
  })

  test('after its ten minutes', async () => {
    const id = await customer()
    const userId = await newFriend()
    const { word } = await shown(id)
    await rowsOf(
      store,
      "update line_link set expires_at = now() - interval '1 s' where store_id = $1 and profile_id = $2",
      id,
    )
    await send(userId, word)
    await isWrong(userId, id)
  })

  test('for a customer who was deleted or erased', { tags: ['verify'] }, async () => {
    const [deleted, erased] = [await customer(), await customer()]
    const words = [await shown(deleted), await shown(erased)]
    await store.call(profiles.delete, byId(deleted))
    const { job_id } = await store.call(profileErasure.erase, { ...byId(erased), body: { confirm: true } })
    await jobEnded(store.storeId, job_id)
    for (const [index, { word }] of words.entries()) {
      const userId = await newFriend()
      await send(userId, word)
      await isWrong(userId, [deleted, erased][index]!)
    }
  })

  test('when it was sent to an account of another provider', async () => {
    const { account, line: elsewhere } = await connectLine(store, { provider: 'another provider' })
    const id = await customer()
    const { word } = await shown(id)
    const { userId } = addFriend(elsewhere)
    await postEvents(elsewhere, account.webhook.url, [textMessage(state, userId, word)])
    await inboxEmpty(store.storeId)
    await isWrong(userId, id)
    expect((await stateOf(id)).word?.status).toBe('open')
  })

  test('and none is looked up after ten wrong ones in an hour, also of one batch', { tags: ['verify'] }, async () => {
    const id = await customer()
    const userId = await newFriend()
    const guesses = Array.from({ length: 1000 }, (_, n) => `link-${String(n).padStart(8, '0')}`)
    for (let from = 0; from < guesses.length; from += 250)
      await postEvents(
        line,
        url,
        guesses.slice(from, from + 250).map((guess) => textMessage(state, userId, guess)),
      )
    await inboxEmpty(store.storeId)
    const { word } = await shown(id)
    await send(userId, word)
    await isWrong(userId, id)
    const other = await newFriend()
    await send(other, word)
    expect(await holder(other)).toEqual([id])
  })
})

test('a word leads to the profile into which its customer went', async () => {
  const [kept, gone] = [await customer(), await customer()]
  const { word } = await shown(gone)
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept, gone] } })
  await store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep: kept, fields: [] } })
  const userId = await newFriend()
  await send(userId, word)
  expect(await holder(userId)).toEqual([kept])
})

test('two people of the store who show a word each see one link', { tags: ['verify'] }, async () => {
  const id = await customer()
  const userId = await newFriend()
  const [first, second] = await Promise.all([shown(id), shown(id)])
  await send(userId, first.word)
  expect((await stateOf(id)).word?.status).toBe('linked')
  const stranger = await newFriend()
  await send(stranger, second.word)
  expect([await holder(userId), await holder(stranger)].flat()).not.toEqual([id, id])
})

test('a person who blocks the account after the word is linked and blocked', async () => {
  const id = await customer()
  const userId = await newFriend()
  const { word } = await shown(id)
  const [sent, gone] = [textMessage(state, userId, word), unfollow(state, userId)]
  await postEvents(line, url, [sent, { ...gone, timestamp: sent.timestamp + 1 }])
  await inboxEmpty(store.storeId)
  expect([await holder(userId), (await stateOf(id)).reach]).toEqual([[id], 'blocked'])
})

test('a store without a LINE account has no word to show', async () => {
  const bare = await newStore()
  const { id } = await madeProfile(bare, { [field.firstName]: 'ปิติ' })
  const refused = await bare.try(lineLink.create, { ...byId(id), body: {} })
  expect([refused.status, refused.body.error]).toEqual([409, 'line_link_no_account'])
})

test('the word is never stored, even if the store keeps chat texts', async () => {
  const { admin } = await testServer()
  await admin.query('update channel set keep_chat_text = true where store_id = $1', [store.storeId])
  const { word } = await shown(await customer())
  await send(await newFriend(), word)
  await admin.query('update channel set keep_chat_text = false where store_id = $1', [store.storeId])
  const kept = await rows(
    `select from online_log l left join online_log_payload p on p.store_id = l.store_id and p.log_id = l.id
     where l.store_id = $1 and (l.summary like '%' || $2 || '%' or p.payload::text like '%' || $2 || '%')`,
    word,
  )
  expect(kept).toEqual([])
})

describe('a personal link', () => {
  const personal = async (now = Date.now()) => {
    const core = await coreOf(store)
    return personalWords({ secretKey: core.config.secretKey, storeId: store.storeId }, channelId, now)
  }

  test('has about 18 letters, stores no row until it is used, and links once', { tags: ['verify'] }, async () => {
    const id = await customer()
    const word = (await personal())(id)
    expect(word.length - 'link-'.length).toBeLessThanOrEqual(18)
    expect((await stateOf(id)).word).toBeNull()
    const [first, second] = [await newFriend(), await newFriend()]
    await send(first, word)
    await send(second, word)
    expect([await holder(first), (await errorsOf(second))[0]]).toEqual([[id], 'link_word_invalid'])
  })

  test('is wrong after 30 days, with another number or day, and for another account', async () => {
    const [id, other] = [await customer(), await customer()]
    const old = (await personal(Date.now() - 31 * 86_400_000))(id)
    const right = (await personal())(id)
    const body = (await personal())(other).slice(5, -10)
    const core = await coreOf(store)
    const elsewhere = personalWords(
      { secretKey: core.config.secretKey, storeId: store.storeId },
      channelId + 1,
      Date.now(),
    )
    for (const wrong of [old, `link-${body}${right.slice(-10)}`, elsewhere(id)]) {
      const userId = await newFriend()
      await send(userId, wrong)
      expect((await errorsOf(userId))[0]).toBe('link_word_invalid')
    }
  })
})

describe('a phone or e-mail that a user types', () => {
  test('creates a pair with the customer who has it, and links no one', async () => {
    const { id } = await madeProfile(store, { [field.firstName]: 'มานี', [field.phone]: '0861277345' })
    const userId = await newFriend()
    await send(userId, 'เบอร์ 086-127-7345 ค่ะ')
    const found = await stateOf(id)
    expect([found.reach, (await holder(userId)).includes(id)]).toEqual(['not_linked', false])
    const pair = await store.call(profileDuplicates.get, { params: { id: String(found.duplicate_id) } })
    expect(pair.reasons).toEqual(['typed_in_chat'])
    await store.call(profileDuplicates.dismiss, { params: { id: String(pair.id) } })
    await send(userId, '0861277345')
    expect((await stateOf(id)).duplicate_id).toBeNull()
  })
})
