import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../tools/line/state.ts'
import {
  acceptedUsers,
  addPeople,
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

const MULTICAST = '/v2/bot/message/multicast'

async function send(friends: number, fault?: Omit<Fault, 'path'>) {
  const made = await scene({ friends, channel: { quota: null } })
  if (fault) made.state.faults.push({ path: MULTICAST, ...fault })
  const { id } = await draft(made)
  await schedule(made, id)
  return { made, id, ended: await settled(made, id) }
}

const users = ({ people }: Scene) => people.map(({ userId }) => userId).sort()
const keysOf = ({ state, line }: Scene) =>
  new Set(state.accepted.filter(({ channelId }) => channelId === line.id).map(({ retryKey }) => retryKey))

describe('a broadcast', () => {
  test('reaches each friend once, in chunks of 500 with a key each', async () => {
    const { made, ended } = await send(1200)
    expect(ended).toMatchObject({ status: 'published', counts: { accepted: 1200, queued: 0 } })
    expect(acceptedUsers(made)).toEqual(users(made))
    expect(keysOf(made).size).toBe(3)
  })

  firstCases(1)([
    ['answers 500', { kind: 'error', times: 2 }],
    ['hangs up before it accepts', { kind: 'timeout', times: 1, delay: 20 }],
    ['accepts and hangs up', { kind: 'timeout_after_accept', times: 1 }],
    ['limits the rate', { kind: 'too_many', times: 1 }],
  ] as const)('reaches each friend once when LINE %s', async (_, fault) => {
    const { made, id, ended } = await send(7, fault)
    expect([ended.status, ended.counts.accepted]).toEqual(['published', 7])
    expect(acceptedUsers(made)).toEqual(users(made))
    const { chunks } = await made.store.call(broadcasts.recipients, { params: { id: String(id) }, query: {} })
    expect(chunks[0]).toMatchObject({ status: 'accepted' })
  })

  test('has its key and bytes stored before LINE is called', async () => {
    const made = await scene({ friends: 2 })
    const seen = Promise.withResolvers<void>()
    const fault: Fault = { path: MULTICAST, kind: 'slow', times: 1, until: seen.promise }
    made.state.faults.push(fault)
    const { id } = await draft(made)
    await schedule(made, id)
    while (fault.times > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const { admin } = await testServer()
    const { rows } = await admin.query(
      `select tries, status, body is not null as has_body from broadcast_chunk where store_id = $1`,
      [made.store.storeId],
    )
    expect(rows).toEqual([{ tries: 1, status: 'waiting', has_body: true }])
    seen.resolve()
    await settled(made, id)
    expect(acceptedUsers(made)).toEqual(users(made))
  })

  test('is halved under new keys until a bad id stands alone', { tags: ['verify'] }, async () => {
    const made = await scene({ friends: 40 })
    await change(made, `update channel_friend set external_id = 'bad' where store_id = $1 and profile_id = $2`, [
      made.people[17]!.id,
    ])
    const { id } = await draft(made)
    await schedule(made, id)
    const ended = await settled(made, id)
    expect(ended).toMatchObject({ status: 'published', counts: { accepted: 39, failed: 1 } })
    expect(acceptedUsers(made)).toEqual(users(made).filter((user) => user !== made.people[17]!.userId))
    // The bad id was meant.
    made.state.violations.splice(0)
  })

  test('goes on with a new token when LINE refuses one', async () => {
    const { made, ended } = await send(3, { kind: 'unauthorized', times: 1 })
    expect(ended.counts.accepted).toBe(3)
    expect(acceptedUsers(made)).toEqual(users(made))
  })

  test('is paused, and no account is blamed, when LINE refuses this call alone', async () => {
    const { made, ended } = await send(3, { kind: 'unauthorized', times: 2 })
    expect(ended).toMatchObject({ sub_status: 'paused', reason: 'refused', counts: { queued: 3 } })
    const { connection } = await made.store.call(lineOa.get, { params: { id: String(made.account.id) } })
    expect(connection.state).toBe('works')
  })

  test('is paused with its account stopped when LINE refuses even a new token, and goes on when it is resumed', async () => {
    const made = await scene({ friends: 3 })
    for (const path of [MULTICAST, '/v2/bot/info']) made.state.faults.push({ path, kind: 'unauthorized', times: 2 })
    const { id } = await draft(made)
    await schedule(made, id)
    const ended = await settled(made, id)
    expect(ended).toMatchObject({ sub_status: 'paused', reason: 'account', counts: { queued: 3 } })
    const refused = await made.store.try(broadcasts.resume, { params: { id: String(id) } })
    expect(refused).toMatchObject({ status: 409, body: { error: 'broadcast_account' } })
    await change(made, `update channel set status = 'active' where store_id = $1`)
    await made.store.call(broadcasts.resume, { params: { id: String(id) } })
    expect((await settled(made, id)).counts.accepted).toBe(3)
    expect(acceptedUsers(made)).toEqual(users(made))
  })

  test('ends unknown, without another call, when an outcome stayed unread for 23 hours', async () => {
    const made = await scene({ friends: 3 })
    made.state.faults.push({ path: MULTICAST, kind: 'error', times: 1 })
    const { id } = await draft(made)
    // The first try, then a day later.
    await schedule(made, id)
    const { admin } = await testServer()
    for (let tried = 0; tried === 0; ) {
      const { rows } = await admin.query(
        `update broadcast_chunk set first_tried_at = now() - interval '24 hours' where store_id = $1 and line_status = 500 returning 1`,
        [made.store.storeId],
      )
      tried = rows.length
    }
    expect(await settled(made, id)).toMatchObject({ status: 'failed', counts: { unknown: 3, accepted: 0 } })
    expect(acceptedUsers(made)).toEqual([])
    const again = await made.store.try(broadcasts.retry, { params: { id: String(id) } })
    expect(again).toMatchObject({ status: 409, body: { error: 'broadcast_nobody' } })
  })

  test('skips friends who withdrew consent, blocked, were restricted or were deleted after the freeze', async () => {
    const made = await scene({ friends: 600 })
    const changed = Promise.withResolvers<void>()
    made.state.faults.push({ path: MULTICAST, kind: 'slow', times: 1, until: changed.promise })
    const { id } = await draft(made)
    await schedule(made, id)
    const { admin } = await testServer()
    const late = async () => {
      const { rows } = await admin.query<{ profile_id: number }>(
        `select profile_id from broadcast_recipient where store_id = $1 and chunk is null and status = 'queued'
          and exists (select from broadcast_chunk where store_id = $1) order by position limit 4`,
        [made.store.storeId],
      )
      return rows.map(({ profile_id }) => Number(profile_id))
    }
    let four: number[] = []
    while (four.length < 4) four = await late()
    const [withdrew, blocked, restricted, deleted] = four
    await change(
      made,
      `insert into consent_entry (store_id, profile_id, purpose_id, status, source) values ($1, $2, $3, 'withdrawn', 'line')`,
      [withdrew, made.purposeId],
    )
    await change(made, `update channel_friend set status = 'blocked' where store_id = $1 and profile_id = $2`, [
      blocked,
    ])
    await change(made, 'update profile set restricted_at = now() where store_id = $1 and id = $2', [restricted])
    await change(made, 'update profile set deleted_at = now() where store_id = $1 and id = $2', [deleted])
    changed.resolve()
    const ended = await settled(made, id)
    expect(ended.counts).toMatchObject({ accepted: 596, skipped: 4 })
    const { reasons } = await made.store.call(broadcasts.recipients, { params: { id: String(id) }, query: {} })
    expect(reasons.map(({ reason }) => reason).sort()).toEqual(['blocked', 'erased', 'restricted', 'withdrawn'])
  })

  test('missed by more than an hour becomes a draft again and gives its quota back', async () => {
    const made = await scene()
    const { id } = await draft(made)
    await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
    await change(made, `update broadcast set due_at = now() - interval '2 hours' where store_id = $1`)
    const ended = await settled(made, id)
    expect(ended).toMatchObject({ status: 'draft', sub_status: null, reason: 'missed' })
    const channel = { type: 'lineOA' as const, channel_id: made.account.id }
    const usage = await made.store.call(broadcasts.usage, { body: { channel } })
    expect(usage).toMatchObject({ limit: 1000, usage: 0, schedule: 0 })
    expect(acceptedUsers(made)).toEqual([])
  })
})

describe('the quota', () => {
  test('is never exceeded by five broadcasts that are scheduled at once', async () => {
    const made = await scene({ friends: 4, channel: { quota: 9 } })
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await draft(made)).id))
    const answers = await Promise.all(
      ids.map(async (id) => {
        const { updated_at: origin_time } = await read(made, id)
        return made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409])
    for (const [index, id] of ids.entries()) if (answers[index]!.status === 200) await settled(made, id)
    expect(acceptedUsers(made)).toHaveLength(8)
    expect(made.line.usage).toBe(8)
  })

  test('trims the audience when the author wants that', async () => {
    const made = await scene({ friends: 10, channel: { quota: 6 } })
    const limit = { max: null, up_to_remaining_quota: true }
    const { id } = await draft(made, { target: { type: 'all_friends', limit } })
    await schedule(made, id)
    expect((await settled(made, id)).counts).toMatchObject({ accepted: 6, skipped: 4 })
  })
})

test('a weekly cap skips friends who have reached it', async () => {
  const made = await scene({ friends: 2 })
  await change(made, 'update broadcast_setting set weekly_cap = 1 where store_id = $1')
  const first = await draft(made)
  await schedule(made, first.id)
  await settled(made, first.id)
  const [late] = await addPeople(made, 1)
  const second = await draft(made)
  await schedule(made, second.id)
  expect((await settled(made, second.id)).counts).toMatchObject({ accepted: 1, skipped: 2 })
  expect(acceptedUsers(made).filter((user) => user === late!.userId)).toHaveLength(1)
})

test('a canceled broadcast is sent to no further recipients', async () => {
  const made = await scene({ friends: 700 })
  const canceled = Promise.withResolvers<void>()
  made.state.faults.push({ path: MULTICAST, kind: 'slow', times: 1, until: canceled.promise })
  const { id } = await draft(made)
  await schedule(made, id)
  await expect.poll(async () => (await read(made, id)).sub_status).toBe('sending')
  await made.store.call(broadcasts.cancel, { params: { id: String(id) } })
  canceled.resolve()
  const calls = () => acceptedUsers(made).length
  while (calls() === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await settled(made, id)
  expect(calls()).toBe(500)
})
