import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { expect, test } from 'vitest'
import type { Fault } from '../../../tools/line/state.ts'
import { inStore } from '../../database/db.ts'
import {
  acceptedUsers,
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { lockBroadcast } from '../records/queries.ts'
import { buildChunks } from './build.ts'
import { sendChannel } from './send.ts'

const MULTICAST = '/v2/bot/message/multicast'
const users = ({ people }: Scene) => people.map(({ userId }) => userId).sort()

async function asked<T extends object>(text: string, values: unknown[]): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query<T>(text, values)).rows
}

const erase = ({ store }: Scene, profileId: number) =>
  store.call(profileErasure.erase, { params: { id: String(profileId) }, body: { confirm: true } })

test('a month that LINE says is exhausted pauses the broadcast, and no friend gets it twice after it is resumed', async () => {
  const made = await scene({ friends: 3 })
  const { id } = await draft(made)
  await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
  // Lowered after it was scheduled.
  made.line.quota = 2
  await change(made, 'update broadcast set due_at = now() where store_id = $1')
  expect(await settled(made, id)).toMatchObject({ sub_status: 'paused', reason: 'quota', counts: { queued: 3 } })
  expect(acceptedUsers(made)).toEqual([])
  made.line.quota = 100
  await made.store.call(broadcasts.resume, { params: { id: String(id) } })
  expect((await settled(made, id)).counts.accepted).toBe(3)
  expect(acceptedUsers(made)).toEqual(users(made))
})

test('two senders of one channel reach each friend once', async () => {
  const made = await scene({ friends: 1100, channel: { quota: null } })
  const { id } = await draft(made)
  await schedule(made, id)
  const core = await coreOf(made.store)
  const send = () => sendChannel(core, made.store.storeId, made.account.id, new AbortController().signal)
  await Promise.all([send(), send()])
  expect((await settled(made, id)).counts.accepted).toBe(1100)
  expect(acceptedUsers(made)).toEqual(users(made))
})

test('a sender keeps its channel while LINE is slow', { tags: ['verify'] }, async () => {
  const made = await scene()
  const answered = Promise.withResolvers<void>()
  const slow: Fault = { path: MULTICAST, kind: 'slow', times: 1, until: answered.promise }
  made.state.faults.push(slow)
  const { id } = await draft(made)
  await schedule(made, id)
  const sent = settled(made, id)
  while (slow.times > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const until = async () => {
    const [lease] = await asked<{ until: Date }>('select until from broadcast_lease where store_id = $1', [
      made.store.storeId,
    ])
    return new Date(lease!.until).getTime()
  }
  const before = await until()
  while ((await until()) === before) await new Promise((resolve) => setTimeout(resolve, 50))
  answered.resolve()
  expect((await sent).counts.accepted).toBe(3)
})

test('a channel whose sender died before the clock was set back sends at once', async () => {
  const made = await scene({ friends: 3 })
  await asked(
    `insert into broadcast_lease (store_id, channel_id, holder, until) values ($1, $2, gen_random_uuid(), now() + interval '1 hour')`,
    [made.store.storeId, made.account.id],
  )
  const { id } = await draft(made)
  await schedule(made, id)
  expect((await settled(made, id)).counts.accepted).toBe(3)
})

test('friends whose call was refused late stay with the sender that took over', async () => {
  const made = await scene({ friends: 3 })
  const [answered, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const text = JSON.stringify({ message: 'The API rate limit has been exceeded.' })
  const refusal: Fault = { path: MULTICAST, kind: 'answer', status: 429, text, times: 1, until: answered.promise }
  const slow: Fault = { path: MULTICAST, kind: 'slow', times: 1, until: reached.promise }
  made.state.faults.push(refusal, slow)
  const { id } = await draft(made)
  await schedule(made, id)
  const core = await coreOf(made.store)
  const send = () => sendChannel(core, made.store.storeId, made.account.id, new AbortController().signal)
  const first = send()
  while (refusal.times > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  // As after a process has slept.
  await change(made, `update broadcast_lease set until = now() - interval '1 second' where store_id = $1`)
  const second = send()
  while (slow.times > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  answered.resolve()
  await first
  reached.resolve()
  await second
  expect((await settled(made, id)).counts.accepted).toBe(3)
  expect(acceptedUsers(made)).toEqual(users(made))
})

test('an erasure waits for the outcome of a call that LINE may have accepted', { tags: ['verify'] }, async () => {
  const made = await scene({ friends: 3 })
  const fault = { path: MULTICAST, kind: 'timeout_after_accept' as const, times: 1 }
  made.state.faults.push(fault, { path: MULTICAST, kind: 'error', times: 1 })
  const { id } = await draft(made)
  await schedule(made, id)
  while (fault.times > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  const { job_id } = await erase(made, made.people[0]!.id)
  const [ended] = await Promise.all([settled(made, id), jobEnded(made.store.storeId, job_id)])
  expect(ended.counts.accepted).toBe(3)
  const bodies = [...made.state.bodies.values()].filter((sent) =>
    [...sent].some((body) => body.includes(made.people[0]!.userId)),
  )
  expect(bodies.map(({ size }) => size)).toEqual([1])
  const [left] = await asked<{ named: number; bytes: number; accepted: number }>(
    `select (count(*) filter (where external_id is not null))::int as named, (count(*) filter (where status = 'accepted'))::int as accepted,
       (select count(body)::int from broadcast_chunk where store_id = $1) as bytes
     from broadcast_recipient where store_id = $1`,
    [made.store.storeId],
  )
  expect(left).toEqual({ named: 2, accepted: 3, bytes: 0 })
  const order = `select (select max(at) from audit_log where store_id = $1 and action = 'profile_erased')
    > (select max(updated_at) from broadcast_chunk where store_id = $1) as after`
  expect(await asked(order, [made.store.storeId])).toEqual([{ after: true }])
})

test('an erasure dissolves a chunk that was never called, and the others are sent to', {
  tags: ['verify'],
}, async () => {
  const made = await scene({ friends: 3 })
  const { storeId } = made.store
  const core = await coreOf(made.store)
  const { id } = await draft(made)
  await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
  // Frozen and built as a split leaves it, before the next step.
  await made.store.call(broadcasts.pause, { params: { id: String(id) } })
  expect((await read(made, id)).stopped).toEqual({ name: expect.stringMatching(/\S/), at: expect.any(String) })
  await change(
    made,
    `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status)
     select store_id, $2, row_number() over (order by external_id), profile_id, external_id, 'queued' from channel_friend where store_id = $1`,
    [id],
  )
  await change(
    made,
    'update broadcast set frozen_at = now(), started_at = now(), queued = 3, due_at = now() where store_id = $1',
  )
  await inStore(core.pool, storeId, async (db) =>
    buildChunks(core.config, db, storeId, (await lockBroadcast(db, storeId, id))!),
  )
  const { job_id } = await erase(made, made.people[1]!.id)
  await jobEnded(storeId, job_id)
  expect(await asked('select status from broadcast_chunk where store_id = $1', [storeId])).toEqual([])
  await made.store.call(broadcasts.resume, { params: { id: String(id) } })
  expect((await settled(made, id)).counts).toMatchObject({ accepted: 2, skipped: 1 })
  expect(acceptedUsers(made)).toEqual(users(made).filter((user) => user !== made.people[1]!.userId))
})

test('a broadcast scheduled by a former member is sent, and the audit log names the member', async () => {
  const made = await scene({ friends: 1 })
  const { id } = await draft(made)
  await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
  const former = await made.store.member('owner')
  await change(made, 'update store_member set removed_at = now() where store_id = $1 and user_id = $2', [former.userId])
  await change(made, 'update broadcast set author_ids = $2, created_by = $3, due_at = now() where store_id = $1', [
    [former.userId],
    former.userId,
  ])
  expect((await settled(made, id)).status).toBe('published')
  const text = `select user_id, subject_id, details from audit_log where store_id = $1 and action = 'broadcast_of_former_member'`
  expect(await asked(text, [made.store.storeId])).toEqual([
    { user_id: null, subject_id: String(id), details: { user_id: former.userId } },
  ])
})

test('a schedule missed by less than an hour is sent', async () => {
  const made = await scene({ friends: 1 })
  const { id } = await draft(made)
  await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
  await change(made, `update broadcast set due_at = now() - interval '50 minutes' where store_id = $1`)
  expect((await settled(made, id)).status).toBe('published')
  expect((await read(made, id)).counts.accepted).toBe(1)
})
