import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { expect, test } from 'vitest'
import {
  acceptedUsers,
  addAmounts,
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

const unlimited = { quota: null }
const tenPercent = { holdout: { share: 10, off_reason: null, repeats_id: null } }

async function sent(made: Scene, more: object = tenPercent) {
  const { id } = await draft(made, more)
  await schedule(made, id)
  return settled(made, id)
}

/** Ids of the held-out people of a broadcast, in order. */
async function heldOut({ store }: Scene, id: number): Promise<number[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ profile_id: number }>(
    'select profile_id from broadcast_recipient where store_id = $1 and broadcast_id = $2 and held_out order by 1',
    [store.storeId, id],
  )
  return rows.map(({ profile_id }) => Number(profile_id))
}

const duplicate = ({ store }: Scene, id: number, to: 'target' | 'failed' | 'rest' = 'target') =>
  store.call(broadcasts.duplicate, { params: { id: String(id) }, body: { to } })

test('a tenth of 600 people is held out by default, and a repeat holds out the same people until its draw is renewed', async () => {
  const made = await scene({ friends: 600, channel: unlimited })
  const first = await sent(made, { holdout: undefined })
  const held = await heldOut(made, first.id)
  expect(held.length).toBeGreaterThan(30)
  expect(held.length).toBeLessThan(95)
  expect(first).toMatchObject({
    counts: { accepted: 600 - held.length, skipped: held.length },
    held_out: held.length,
    unsent: 0,
    estimate: { total: 600, target: 600 - held.length },
    holdout: { share: 10, off_reason: null, repeats_id: null },
    repeats: null,
  })
  expect(acceptedUsers(made)).toHaveLength(600 - held.length)
  const { reasons } = await made.store.call(broadcasts.recipients, { params: { id: String(first.id) }, query: {} })
  expect(reasons).toEqual([{ status: 'skipped', reason: 'held_out', total: held.length }])

  const repeat = await duplicate(made, first.id)
  expect(repeat).toMatchObject({ holdout: { repeats_id: first.id }, repeats: { id: first.id, name: first.name } })
  await schedule(made, repeat.id)
  await settled(made, repeat.id)
  expect(await heldOut(made, repeat.id)).toEqual(held)

  const again = await duplicate(made, repeat.id)
  expect(again.holdout.repeats_id).toBe(first.id)
  await schedule(made, again.id, { holdout: { ...again.holdout, repeats_id: null } })
  await settled(made, again.id)
  expect(await heldOut(made, again.id)).not.toEqual(held)
})

test('all of 499 people get a broadcast: too few to be compared', async () => {
  const made = await scene({ friends: 499, channel: unlimited })
  expect(await sent(made)).toMatchObject({ counts: { accepted: 499, skipped: 0 }, held_out: 0 })
})

test('people who cannot be reached are not drawn, so that 500 customers with one blocked friend get it all', async () => {
  const made = await scene({ friends: 500, channel: unlimited })
  const [{ id } = { id: 0 }] = made.people
  await change(made, `update channel_friend set status = 'blocked' where store_id = $1 and profile_id = $2`, [id])
  expect(await sent(made)).toMatchObject({ counts: { accepted: 499, skipped: 1 }, held_out: 0 })
})

test('a broadcast without a holdout is refused until its reason is chosen', async () => {
  const made = await scene({ friends: 1 })
  const { id, updated_at: origin_time } = await draft(made, {
    holdout: { share: 0, off_reason: null, repeats_id: null },
  })
  const body = { id, origin_time, status: 'pending' as const }
  expect(await made.store.try(broadcasts.update, { body })).toMatchObject({
    status: 400,
    body: { error: 'broadcast_invalid', details: { fields: ['body.holdout.off_reason'] } },
  })
  const holdout = { share: 0, off_reason: 'notice' as const, repeats_id: null }
  await made.store.call(broadcasts.update, { body: { ...body, holdout } })
  expect((await settled(made, id)).counts.accepted).toBe(1)
})

test('the quota is reserved without the held-out people', async () => {
  const made = await scene({ friends: 600, channel: { quota: 590 } })
  const ended = await sent(made)
  expect(ended.counts).toMatchObject({ accepted: 600 - ended.held_out, skipped: ended.held_out })
})

test('a message to the rest reaches the held-out people and ends the measurement', async () => {
  const made = await scene({ friends: 600, channel: unlimited })
  const first = await sent(made)
  const state = async () => (await made.store.call(broadcasts.effect, { params: { id: String(first.id) } })).state
  await addAmounts(made)
  expect(await state()).toBe('measuring')
  const rest = await duplicate(made, first.id, 'rest')
  expect(rest).toMatchObject({
    target: { failed_of: first.id, with_held_out: true },
    holdout: { share: 0, off_reason: 'rest' },
  })
  // A draft alone ends nothing.
  expect(await state()).toBe('measuring')
  await schedule(made, rest.id)
  expect((await settled(made, rest.id)).counts.accepted).toBe(first.held_out)
  expect(acceptedUsers(made)).toEqual(made.people.map(({ userId }) => userId).sort())
  expect(await state()).toBe('ended')
  expect((await read(made, first.id)).held_out).toBe(first.held_out)
})

test('a message to those whom LINE refused leaves the held-out people out', async () => {
  const made = await scene({ friends: 600, channel: unlimited })
  const first = await sent(made)
  const refused = await made.store.try(broadcasts.duplicate, {
    params: { id: String(first.id) },
    body: { to: 'failed' },
  })
  expect(refused).toMatchObject({ status: 409, body: { error: 'broadcast_nobody' } })
})
