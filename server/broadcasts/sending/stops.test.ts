import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { follow, textMessage } from '../../../tools/line/webhooks.ts'
import {
  acceptedUsers,
  draft,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { namesStored, pauseIngester, postEvents } from '../../testing/channels/line.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let made: Scene
let url: string
beforeEach(async () => {
  made = await scene({ friends: 0 })
  url = made.account.webhook.url
})

const byId = (id: number) => ({ params: { id: String(id) } })

async function newFriend(): Promise<{ userId: string; id: number }> {
  const { userId } = addFriend(made.line)
  await postEvents(made.line, url, [follow(made.state, userId)])
  await namesStored(made.store.storeId)
  return { userId, id: await holder(userId) }
}

const holder = async (userId: string) => {
  const text = 'select profile_id from channel_friend where store_id = $1 and external_id = $2'
  return (await rowsOf<{ profile_id: number }>(made.store, text, userId))[0]!.profile_id
}

async function send(userId: string, text: string): Promise<void> {
  await postEvents(made.line, url, [textMessage(made.state, userId, text)])
  await namesStored(made.store.storeId)
}

const customer = async () => (await madeProfile(made.store, { [field.firstName]: 'ญาดา' })).id

async function link(userId: string, id: number): Promise<void> {
  const { word } = await made.store.call(lineLink.create, { ...byId(id), body: {} })
  await send(userId, word)
  expect(await holder(userId)).toBe(id)
}

async function merge(kept: number, gone: number): Promise<number> {
  const pair = await made.store.call(profileDuplicates.create, { body: { profile_ids: [kept, gone] } })
  const { merge_id } = await made.store.call(profileDuplicates.merge, {
    ...byId(pair.id),
    body: { keep: kept, fields: [] },
  })
  return merge_id
}

const record = (profile_id: number, operation: 'granted' | 'withdrawn') =>
  made.store.call(consents.record, {
    body: { profile_id, purpose_id: made.purposeId, operation, way: 'paper', note: '7' },
  })

const stateOf = async (id: number) => {
  const { data } = await made.store.call(consents.ofProfile, { query: { profile_id: String(id) } })
  return data.map(({ state }) => state)
}

/** Sends a broadcast to all friends. Returns who got it. */
async function sentTo(): Promise<string[]> {
  const before = acceptedUsers(made)
  const { id } = await draft(made)
  const scheduled = await schedule(made, id).catch((error: Error) => error)
  if (scheduled instanceof Error) {
    expect(scheduled.message).toContain('broadcast_nobody')
    return []
  }
  await settled(made, id)
  return acceptedUsers(made).filter((user) => !before.includes(user))
}

test('a stop that was said while a link stood goes with the LINE user when the link is undone', {
  tags: ['verify'],
}, async () => {
  const { userId, id: born } = await newFriend()
  const id = await customer()
  await link(userId, id)
  await send(userId, 'ยกเลิกรับข่าวสารค่ะ')
  expect(await stateOf(id)).toEqual(['withdrawn'])
  await made.store.call(lineLink.undo, byId(id))
  expect([await holder(userId), await stateOf(born), await stateOf(id)]).toEqual([born, ['withdrawn'], ['unknown']])
  expect(await sentTo()).toEqual([])
})

test('a stop that was said while two were merged goes with the LINE user when the merge is undone', {
  tags: ['verify'],
}, async () => {
  const [one, other] = [await newFriend(), await newFriend()]
  const undo = await merge(one.id, other.id)
  await send(other.userId, 'STOP')
  await made.store.call(profileDuplicates.undoMerge, byId(undo))
  expect([await stateOf(one.id), await stateOf(other.id)]).toEqual([['unknown'], ['withdrawn']])
  expect(await sentTo()).toEqual([one.userId])
})

test('a consent that staff withdrew during a merge is withdrawn for both once the merge is undone', {
  tags: ['verify'],
}, async () => {
  const [one, other] = [await newFriend(), await newFriend()]
  const undo = await merge(one.id, other.id)
  await record(one.id, 'withdrawn')
  await made.store.call(profileDuplicates.undoMerge, byId(undo))
  expect([await stateOf(one.id), await stateOf(other.id)]).toEqual([['withdrawn'], ['withdrawn']])
})

test('a merge with a customer who agreed later keeps the stop, and its undo gives both back what they said', {
  tags: ['verify'],
}, async () => {
  const { userId, id: born } = await newFriend()
  await send(userId, 'STOP')
  const id = await customer()
  await record(id, 'granted')
  const undo = await merge(id, born)
  expect(await stateOf(id)).toEqual(['withdrawn'])
  expect(await sentTo()).toEqual([])
  await made.store.call(profileDuplicates.undoMerge, byId(undo))
  expect([await stateOf(id), await stateOf(born)]).toEqual([['granted'], ['withdrawn']])
})

test('a stop follows a LINE id that staff move to another customer', { tags: ['verify'] }, async () => {
  const { userId, id: born } = await newFriend()
  await send(userId, 'STOP')
  const other = await madeProfile(made.store, { [field.firstName]: 'ปิติ' })
  await save(made.store, await made.store.call(profiles.get, byId(born)), { [field.lineUserId]: null })
  await save(made.store, other, { [field.lineUserId]: userId })
  expect([await holder(userId), await stateOf(other.id)]).toEqual([other.id, ['withdrawn']])
  expect(await sentTo()).toEqual([])
})

test('a stop holds for a purpose that is created later', async () => {
  const { userId, id } = await newFriend()
  await send(userId, 'STOP')
  const { id: purpose_id } = await made.store.call(consents.createPurpose, {
    body: { name: 'งานใหม่', description: '' },
  })
  expect(await stateOf(id)).toEqual(['withdrawn', 'withdrawn'])
  made.purposeId = purpose_id
  expect(await sentTo()).toEqual([])
})

test('a purpose that is created while a stop is being applied is withdrawn by it', { tags: ['verify'] }, async () => {
  const { userId, id } = await newFriend()
  const { admin } = await testServer()
  const holder = await admin.connect()
  const release = await pauseIngester(made.store.storeId)
  await postEvents(made.line, url, [textMessage(made.state, userId, 'STOP')])
  // The ingester applies the stop, and waits for the row before it commits.
  await holder.query('begin')
  await holder.query('select from inbox where store_id = $1 for update', [made.store.storeId])
  const applied = release()
  const waiting = async (type: string) =>
    (
      await admin.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1",
        [type],
      )
    ).rows.length > 0
  await until(() => waiting('transactionid'))
  let isDone = false
  const created = made.store
    .call(consents.createPurpose, { body: { name: 'งานใหม่', description: '' } })
    .finally(() => (isDone = true))
  await until(async () => isDone || (await waiting('advisory')))
  await holder.query('commit')
  holder.release()
  await Promise.all([created, applied])
  expect(await stateOf(id)).toEqual(['withdrawn', 'withdrawn'])
})

test('a customer who agrees after a stop gets broadcasts again, until the next stop', {
  tags: ['verify'],
}, async () => {
  const { userId, id } = await newFriend()
  await send(userId, 'STOP')
  await record(id, 'granted')
  expect(await sentTo()).toEqual([userId])
  await send(userId, 'STOP')
  made.state.accepted.length = 0
  expect(await sentTo()).toEqual([])
})

test('a stop that waits to be applied is not sent to, and other friends are', async () => {
  const [one, other] = [await newFriend(), await newFriend()]
  const release = await pauseIngester(made.store.storeId)
  await postEvents(made.line, url, [textMessage(made.state, one.userId, 'ขอไม่รับข่าวสารครับ')])
  expect(await stateOf(one.id)).toEqual(['unknown'])
  const { id } = await draft(made)
  await schedule(made, id)
  await settled(made, id)
  expect(acceptedUsers(made)).toEqual([other.userId])
  const { results } = await made.store.call(broadcasts.recipients, { ...byId(id), query: {} })
  expect(results.map(({ status, reason }) => [status, reason])).toContainEqual(['skipped', 'withdrawn'])
  await release()
  expect(await stateOf(one.id)).toEqual(['withdrawn'])
})

test('an erasure leaves no LINE id of a stop behind, and a new follow does not undo the stop', async () => {
  const { userId, id } = await newFriend()
  await send(userId, 'STOP')
  await erase(made.store, id)
  const left = `select from line_stop where store_id = $1 and user_id = $2
    union all select from consent_entry where store_id = $1 and external_id = $2`
  expect(await rowsOf(made.store, left, userId)).toEqual([])
  await postEvents(made.line, url, [follow(made.state, userId, true)])
  await namesStored(made.store.storeId)
  expect(await stateOf(await holder(userId))).toEqual(['withdrawn'])
  expect(await sentTo()).toEqual([])
})

test('an erased person who follows and says stop at once has stopped', { tags: ['verify'] }, async () => {
  const { userId, id } = await newFriend()
  await erase(made.store, id)
  await postEvents(made.line, url, [follow(made.state, userId, true), textMessage(made.state, userId, 'STOP')])
  await namesStored(made.store.storeId)
  expect(await stateOf(await holder(userId))).toEqual(['withdrawn'])
})
