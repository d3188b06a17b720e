import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { expect, test } from 'vitest'
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
import { testServer } from '../../testing/store.testing.ts'

const MULTICAST = '/v2/bot/message/multicast'

/** Waits until LINE is being called for a chunk of the broadcast. */
async function called({ store }: Scene, id: number, chunk: number): Promise<void> {
  const { admin } = await testServer()
  const text = 'select from broadcast_chunk where store_id = $1 and broadcast_id = $2 and id = $3 and tries = 1'
  for (;;) {
    const { rowCount } = await admin.query(text, [store.storeId, id, chunk])
    if (rowCount) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const cancel = ({ store }: Scene, id: number) => store.call(broadcasts.cancel, { params: { id: String(id) } })
const copyForUnsent = ({ store }: Scene, id: number) =>
  store.call(broadcasts.duplicate, { params: { id: String(id) }, body: { to: 'failed' } })

/** Counts the audience of a draft. */
const reach = ({ store, account, purposeId }: Scene, { target }: Awaited<ReturnType<typeof read>>) =>
  store.call(broadcasts.target, {
    body: {
      channel: { type: 'lineOA', channel_id: account.id },
      purpose_id: purposeId,
      target: { ...target, rule: null },
    },
  })

test('a draft for those who were not accepted has exactly the people left by a cancellation', async () => {
  const made = await scene({ friends: 700, channel: { quota: null } })
  const canceled = Promise.withResolvers<void>()
  made.state.faults.push({ path: MULTICAST, kind: 'slow', times: 1, until: canceled.promise })
  const { id } = await draft(made)
  await schedule(made, id)
  await called(made, id, 1)
  await cancel(made, id)
  canceled.resolve()
  const ended = { counts: { accepted: 500, skipped: 200, unknown: 0 }, unsent: 200 }
  await expect.poll(() => read(made, id)).toMatchObject(ended)
  const copy = await copyForUnsent(made, id)
  expect(await reach(made, copy)).toMatchObject({ total: 200, target: 200 })
  await schedule(made, copy.id)
  expect((await settled(made, copy.id)).counts.accepted).toBe(200)
  expect(acceptedUsers(made)).toEqual(made.people.map(({ userId }) => userId).sort())
})

test('a draft for those who were not accepted has the people cut by the quota, and none of those merged into a recipient', async () => {
  const made = await scene({ friends: 10, channel: { quota: 6 } })
  const limit = { max: null, up_to_remaining_quota: true }
  const { id } = await draft(made, { target: { type: 'all_friends', limit } })
  await schedule(made, id)
  expect((await settled(made, id)).unsent).toBe(4)
  const { results } = await made.store.call(broadcasts.recipients, {
    params: { id: String(id) },
    query: { limit: '20' },
  })
  const [left, sent] = (['skipped', 'accepted'] as const).map((status) => results.find((one) => one.status === status)!)
  await change(made, 'update profile set merged_into = $3 where store_id = $1 and id = $2', [
    left!.profile!.id,
    sent!.profile!.id,
  ])
  expect(await reach(made, await copyForUnsent(made, id))).toMatchObject({ total: 3, target: 3 })
})

test('a draft for those who were not accepted is refused when LINE accepted everyone', async () => {
  const made = await scene({ friends: 2 })
  const { id } = await draft(made)
  await schedule(made, id)
  expect((await settled(made, id)).unsent).toBe(0)
  const refused = await made.store.try(broadcasts.duplicate, { params: { id: String(id) }, body: { to: 'failed' } })
  expect(refused).toMatchObject({ status: 409, body: { error: 'broadcast_nobody' } })
})

test('a cancelled broadcast skips people whom LINE was never called for, or certainly refused', async () => {
  const made = await scene({ friends: 2 })
  await change(made, `update channel_friend set external_id = 'bad' || profile_id where store_id = $1`)
  // The first call is halved; during the second, for one person alone, the broadcast is cancelled.
  const canceled = Promise.withResolvers<void>()
  const slow = { path: MULTICAST, kind: 'slow', times: 1 } as const
  made.state.faults.push({ ...slow, delay: 0 }, { ...slow, until: canceled.promise })
  const { id } = await draft(made)
  await schedule(made, id)
  const sent = settled(made, id)
  await called(made, id, 2)
  await cancel(made, id)
  canceled.resolve()
  await sent
  const { admin } = await testServer()
  await expect
    .poll(async () => (await read(made, id)).counts)
    .toMatchObject({ accepted: 0, failed: 0, skipped: 2, unknown: 0 })
  const { reasons, chunks } = await made.store.call(broadcasts.recipients, { params: { id: String(id) }, query: {} })
  expect(reasons).toEqual([{ status: 'skipped', reason: 'canceled', total: 2 }])
  expect(chunks.map(({ status }) => status)).toEqual(['refused', 'split'])
  const quota = await admin.query('select usage, reserved from broadcast_quota where store_id = $1', [
    made.store.storeId,
  ])
  expect(quota.rows).toEqual([{ usage: 0, reserved: 0 }])
  // Both ids were meant.
  made.state.violations.splice(0)
})

test('a failed broadcast that is sent again has begun when it is sent again, so that purchases count from then', async () => {
  const made = await scene({ friends: 1 })
  await change(made, `update channel_friend set external_id = 'bad' where store_id = $1`)
  const { id } = await draft(made)
  await schedule(made, id)
  const first = await settled(made, id)
  await made.store.call(broadcasts.retry, { params: { id: String(id) } })
  const second = await settled(made, id)
  expect([first.status, second.status]).toEqual(['failed', 'failed'])
  expect(Date.parse(second.started_at!)).toBeGreaterThan(Date.parse(first.started_at!))
  // The id was meant.
  made.state.violations.splice(0)
})
