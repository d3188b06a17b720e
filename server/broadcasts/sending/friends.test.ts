import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { beforeEach, expect, test } from 'vitest'
import { follow, textMessage } from '../../../tools/line/webhooks.ts'
import { inStore } from '../../database/db.ts'
import {
  acceptedUsers,
  addFriends,
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { namesStored, postEvents } from '../../testing/channels/line.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { membersOf, segment, settled as segmentsSettled } from '../../testing/customers/segments.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { acquireLease, endLease } from './lease.ts'
import { nextStep } from './next-step.ts'

let made: Scene
let friends: string[]
beforeEach(async () => {
  made = await scene({ friends: 3 })
  friends = await addFriends(made, 4)
})

const customers = () => made.people.map(({ userId }) => userId)

/** Counts all friends of the account. */
const reach = async () => {
  const { total, target, exclusions } = await made.store.call(broadcasts.target, {
    body: { channel: { type: 'lineOA', channel_id: made.account.id }, purpose_id: made.purposeId, target: allFriends },
  } as never)
  return { total, target, exclusions }
}

const allFriends = { type: 'all_friends' }

async function sent(more: object = {}) {
  const { id } = await draft(made, more)
  await schedule(made, id)
  return ended(id)
}

const recipients = (id: number) =>
  made.store.call(broadcasts.recipients, { params: { id: String(id) }, query: { limit: '100' } } as never)

/** Sends a broadcast to its end, also one that `frozen` put off. */
async function ended(id: number) {
  await change(made, 'update broadcast set due_at = now() where store_id = $1 and id = $2 and due_at > now()', [id])
  return settled(made, id)
}

/** Freezes the audience of a broadcast, and puts its sending off: the sender's own job may come at any time. */
async function frozen(): Promise<number> {
  const { id } = await draft(made)
  const core = await coreOf(made.store)
  const lease = { storeId: made.store.storeId, channelId: made.account.id, holder: crypto.randomUUID() }
  // Before the sender's own job can take it.
  await inStore(core.pool, lease.storeId, (db) => acquireLease(db, lease))
  await schedule(made, id)
  expect(await inStore(core.pool, lease.storeId, (db) => nextStep(core.config, db, lease))).toEqual({ kind: 'again' })
  await change(made, `update broadcast set due_at = now() + interval '1 hour' where store_id = $1 and id = $2`, [id])
  await inStore(core.pool, lease.storeId, (db) => endLease(db, lease))
  expect((await read(made, id)).counts.queued).toBe(7)
  return id
}

async function becomeCustomer(userId: string): Promise<number> {
  await postEvents(made.line, made.account.webhook.url, [follow(made.state, userId)])
  await namesStored(made.store.storeId)
  const text = 'select profile_id from channel_friend where store_id = $1 and external_id = $2'
  return (await rowsOf<{ profile_id: number }>(made.store, text, userId))[0]!.profile_id
}

const reasonsOf = async (id: number) =>
  (await recipients(id)).reasons.map(({ reason, total }) => [reason, total]).toSorted()

test('all friends includes friends who are not customers, who get each broadcast once', async () => {
  expect(await reach()).toEqual({ total: 7, target: 7, exclusions: [] })
  const { id, counts, estimate } = await sent()
  expect([counts.accepted, estimate]).toEqual([7, { total: 7, target: 7 }])
  expect(acceptedUsers(made)).toEqual([...customers(), ...friends].sort())
  const { results } = await recipients(id)
  expect(results.filter(({ profile }) => profile !== null)).toHaveLength(3)
  expect(results.filter(({ friend }) => friend !== null)).toHaveLength(4)
})

test('the recipients and those who are not reached show the names that friends have on LINE', async () => {
  await change(made, `update channel_friend set display_name = 'มะลิ' where store_id = $1 and external_id = $2`, [
    friends[0],
  ])
  await change(made, 'insert into line_stop (store_id, user_id) select $1, unnest($2::text[])', [friends.slice(0, 2)])
  const { id } = await sent()
  const named = (await recipients(id)).results.map(({ profile, friend }) => [profile?.name ?? null, friend?.name])
  expect(named.filter(([name]) => name === null).toSorted()).toEqual([
    [null, ''],
    [null, ''],
    [null, ''],
    [null, 'มะลิ'],
  ])
  const body = {
    channel: { type: 'lineOA', channel_id: made.account.id },
    purpose_id: made.purposeId,
    target: allFriends,
  }
  const { results, total } = await made.store.call(broadcasts.excluded, { body } as never)
  expect([total, results.map(({ friend, reason }) => [friend?.name, reason]).toSorted()]).toEqual([
    2,
    [
      ['', 'withdrawn'],
      ['มะลิ', 'withdrawn'],
    ],
  ])
})

test('labels, rules and chosen customers never include friends who are not customers', async () => {
  for (const target of [
    {
      type: 'rule',
      rule: { condition: 'and', rules: [{ kind: 'channel', channel_type: 'lineOA', operator: 'friend' }] },
    },
    { type: 'profiles', profile_ids: made.people.map(({ id }) => id) },
  ]) {
    const body = { channel: { type: 'lineOA', channel_id: made.account.id }, purpose_id: made.purposeId, target }
    expect(await made.store.call(broadcasts.target, { body } as never)).toMatchObject({ total: 3, target: 3 })
  }
})

test('a friend who is not a customer is left out after a stop, above the weekly limit, and without consent if the store asks for it', async () => {
  await sent()
  await change(made, 'update broadcast_setting set weekly_cap = 1 where store_id = $1')
  await change(made, 'insert into line_stop (store_id, user_id) values ($1, $2)', [friends[0]])
  const [late] = await addFriends(made, 1)
  expect(await reach()).toEqual({
    total: 8,
    target: 1,
    exclusions: [
      { reason: 'capped', total: 6 },
      { reason: 'withdrawn', total: 1 },
    ],
  })
  await sent()
  expect(acceptedUsers(made).filter((userId) => userId === late)).toHaveLength(1)
  await change(made, `update broadcast_setting set unknown_consent = 'skip', weekly_cap = null where store_id = $1`)
  expect((await reach()).exclusions).toEqual([
    { reason: 'unknown_consent', total: 7 },
    { reason: 'withdrawn', total: 1 },
  ])
})

test('the weekly limit counts what customers received as friends', async () => {
  const { id } = await sent()
  const profile = await becomeCustomer(friends[0]!)
  const { results } = await recipients(id)
  expect(results.find((one) => one.profile?.id === profile)).toMatchObject({ status: 'accepted', friend: null })
  await change(made, 'update broadcast_setting set weekly_cap = 1 where store_id = $1')
  expect(await reach()).toMatchObject({ total: 7, target: 0, exclusions: [{ reason: 'capped', total: 7 }] })
})

test('friends who become customers, block, stop or are erased between the freeze and the call are each met as they are then', async () => {
  const id = await frozen()
  const [customer, blocked, stopped, erased] = friends as [string, string, string, string]
  const profile = await becomeCustomer(customer)
  await change(made, `update channel_friend set status = 'blocked' where store_id = $1 and external_id = $2`, [blocked])
  await postEvents(made.line, made.account.webhook.url, [textMessage(made.state, stopped, 'หยุดรับข่าวสาร')])
  await namesStored(made.store.storeId)
  await erase(made.store, await becomeCustomer(erased))
  await ended(id)
  expect(acceptedUsers(made)).toEqual([...customers(), customer].sort())
  expect(await reasonsOf(id)).toEqual([
    ['blocked', 1],
    ['erased', 1],
    ['withdrawn', 1],
  ])
  const { results } = await recipients(id)
  expect(results.filter((one) => one.profile?.id === profile)).toMatchObject([{ status: 'accepted', friend: null }])
  const kept = await rowsOf(
    made.store,
    'select from broadcast_recipient where store_id = $1 and external_id = $2',
    erased,
  )
  expect(kept).toEqual([])
})

test('a friend who becomes a customer while their chunk is built gets the broadcast', async () => {
  const id = await frozen()
  const { admin } = await testServer()
  const { pool } = await coreOf(made.store)
  const { sending } = await inStore(pool, made.store.storeId, async (_, client) => {
    await client.query(
      `with made as (insert into profile (store_id, first_name) values ($1, 'มาใหม่') returning id)
       update channel_friend f set profile_id = made.id from made where f.store_id = $1 and f.external_id = $2`,
      [made.store.storeId, friends[0]],
    )
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const begun = ended(id)
    const waits = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    await expect.poll(async () => (await admin.query(waits, [rows[0]!.pid])).rowCount).toBeGreaterThan(0)
    return { sending: begun }
  })
  await sending
  expect(acceptedUsers(made)).toEqual([...customers(), ...friends].sort())
})

test('a customer with two LINE ids, of whom one was a friend alone, gets a frozen broadcast once', async () => {
  const id = await frozen()
  const [other] = friends
  await change(made, 'update channel_friend set profile_id = $3 where store_id = $1 and external_id = $2', [
    other,
    made.people[0]!.id,
  ])
  await ended(id)
  expect(acceptedUsers(made)).toEqual([...customers(), ...friends.slice(1)].sort())
  expect(await reasonsOf(id)).toEqual([['merged', 1]])
})

test('a friend whose restricted customer LINE’s list did not find is not sent to', async () => {
  const id = await frozen()
  const [user] = friends
  const profile = made.people[0]!.id
  await change(made, 'update profile set restricted_at = now() where store_id = $1 and id = $2', [profile])
  await change(
    made,
    `insert into identity (store_id, kind, scope, value, profile_id) values ($1, 'line', '', $2, $3)`,
    [user, profile],
  )
  await ended(id)
  expect(acceptedUsers(made)).toEqual([...customers().slice(1), ...friends.slice(1)].sort())
})

test('a segment of people who got a broadcast includes those who got it as friends, once they are customers', async () => {
  const { id } = await sent()
  const label = await segment(made.store, { kind: 'broadcast', broadcast_id: id, operator: 'sent' })
  await segmentsSettled(made.store)
  expect(await membersOf(made.store, label.id)).toHaveLength(3)
  const profile = await becomeCustomer(friends[0]!)
  await segmentsSettled(made.store)
  expect(await membersOf(made.store, label.id)).toContain(profile)
})

test('an erasure removes what a customer received as a friend', async () => {
  const { id } = await sent()
  const profile = await becomeCustomer(friends[0]!)
  // As if the freeze had been committed after the friend became a customer.
  await change(made, 'update broadcast_recipient set profile_id = null where store_id = $1 and profile_id = $2', [
    profile,
  ])
  await erase(made.store, profile)
  const text =
    'select external_id from broadcast_recipient where store_id = $1 and broadcast_id = $2 and external_id is null'
  expect(await rowsOf(made.store, text, id)).toHaveLength(1)
  expect((await recipients(id)).results.filter((one) => !one.profile && !one.friend)).toHaveLength(1)
})

test('a copy for the unsent goes to unsent friends, and to those who have become customers since', async () => {
  const { id } = await sent({ target: { type: 'all_friends', limit: { max: 4, up_to_remaining_quota: false } } })
  const before = acceptedUsers(made)
  expect(before).toHaveLength(4)
  const left = [...customers(), ...friends].filter((userId) => !before.includes(userId))
  const [first] = friends.filter((userId) => left.includes(userId))
  if (first) await becomeCustomer(first)
  const copy = await made.store.call(broadcasts.duplicate, {
    params: { id: String(id) },
    body: { to: 'failed' },
  } as never)
  expect(copy.target.failed_of).toBe(id)
  await schedule(made, copy.id)
  await settled(made, copy.id)
  expect(acceptedUsers(made)).toEqual([...customers(), ...friends].sort())
})

test('a copy for those who did not click leaves out a friend who clicked before becoming a customer', async () => {
  await change(made, 'update broadcast_setting set click_purpose_ids = $2::int[] where store_id = $1', [
    [made.purposeId],
  ])
  const messages = [{ type: 'text', text: 'ดู https://shop.example/drip' }]
  const { id } = await sent({ messages, link_tracking: 'people' })
  const { app } = await testServer()
  const click = async (userId: string) => {
    const got = made.state.accepted.find((one) => one.channelId === made.line.id && one.userId === userId)
    const url = new URL((got!.message as { text: string }).text.split(' ')[1]!).pathname
    await app.inject({ url, headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Line/14.17.0' } })
  }
  await click(friends[0]!)
  await click(friends[1]!)
  await click(customers()[0]!)
  expect((await read(made, id)).clicked).toEqual({ people: 3, others: 4 })
  await becomeCustomer(friends[0]!)
  await becomeCustomer(friends[2]!)
  expect((await read(made, id)).clicked).toEqual({ people: 3, others: 4 })
  expect((await recipients(id)).results.filter(({ clicks }) => clicks === 1)).toHaveLength(3)
  const body = { to: 'not_clicked' }
  const copy = await made.store.call(broadcasts.duplicate, { params: { id: String(id) }, body } as never)
  made.state.accepted.splice(0)
  await schedule(made, copy.id)
  await settled(made, copy.id)
  expect(acceptedUsers(made)).toEqual([...customers().slice(1), ...friends.slice(2)].sort())
})

test('words of a customer are replaced by their fallback for friends who are not customers', async () => {
  const messages = [{ type: 'text', text: 'สวัสดีคุณ\uFFFC', words: [{ field_id: 1, fallback: 'ลูกค้า' }] }]
  const body = {
    channel: { type: 'lineOA', channel_id: made.account.id },
    purpose_id: made.purposeId,
    target: allFriends,
    field_ids: [1],
  }
  expect(await made.store.call(broadcasts.preview, { body } as never)).toMatchObject({
    counted: 7,
    fields: [{ field_id: 1, empty: 4 }],
  })
  await sent({ messages })
  const got = made.state.accepted.filter((one) => friends.includes(one.userId))
  expect(new Set(got.map(({ message }) => (message as { text: string }).text))).toEqual(new Set(['สวัสดีคุณลูกค้า']))
})

test('friends who are not customers are never held out, and get either text of an A/B test', async () => {
  const { admin } = await testServer()
  made = await scene({ friends: 600, channel: { quota: null } })
  friends = await addFriends(made, 300)
  const { id, held_out } = await sent({
    holdout: { share: 20, off_reason: null, repeats_id: null },
    ab_test: {
      messages: [{ type: 'text', text: 'สวัสดีค่ะ' }],
      ...{ share: 40, decide: 'by_hand', hours: 24, tie: 'half' },
    },
  })
  expect(held_out).toBeGreaterThan(60)
  const { rows } = await admin.query(
    `select count(*) filter (where held_out is not null)::int as drawn, count(*) filter (where arm = 'a')::int > 60 as a,
       count(*) filter (where arm = 'b')::int > 60 as b, count(*)::int as all
     from broadcast_recipient where store_id = $1 and broadcast_id = $2 and profile_id is null`,
    [made.store.storeId, id],
  )
  expect(rows).toEqual([{ drawn: 0, a: true, b: true, all: 300 }])
})
