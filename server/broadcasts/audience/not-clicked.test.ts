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
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

const text = { type: 'text', text: 'ดู https://shop.example/drip' }
const unlimited = { quota: null }

const countByCustomer = (made: Scene, purposes = [made.purposeId]) =>
  change(made, 'update broadcast_setting set click_purpose_ids = $2::int[] where store_id = $1', [purposes])

async function sent(made: Scene, more: object = {}) {
  const { id } = await draft(made, { messages: [text], link_tracking: 'people', ...more })
  await schedule(made, id)
  await settled(made, id)
  return read(made, id)
}

/** Opens the link that a customer got. */
async function click({ state, line }: Scene, userId: string): Promise<void> {
  const { app } = await testServer()
  const got = state.accepted.find((one) => one.channelId === line.id && one.userId === userId)
  const url = new URL((got!.message as { text: string }).text.split(' ')[1]!).pathname
  const { statusCode } = await app.inject({ url, headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Line/14.17.0' } })
  expect(statusCode).toBe(302)
}

const merge = (made: Scene, from: number, into: number) =>
  change(made, 'update profile set merged_into = $3 where store_id = $1 and id = $2', [from, into])

const copyToOthers = ({ store }: Scene, id: number) =>
  store.try(broadcasts.duplicate, { params: { id: String(id) }, body: { to: 'not_clicked' } })

test('a draft for those who did not click is sent to customers who got the first one and had not clicked when it began', async () => {
  const made = await scene({ friends: 7 })
  await countByCustomer(made)
  const first = await sent(made)
  const [early, late, erased, mergedIntoClicker, clickedAndMerged, rest, other] = made.people.map((one) => one)
  await click(made, early!.userId)
  await click(made, clickedAndMerged!.userId)
  expect((await read(made, first.id)).clicked).toEqual({ people: 2, others: 5 })
  const { body: copy } = (await copyToOthers(made, first.id)) as { body: Awaited<ReturnType<typeof read>> }
  expect(copy).toMatchObject({ status: 'draft', target: { type: 'profiles', failed_of: first.id, not_clicked: true } })

  await click(made, late!.userId)
  await erase(made.store, erased!.id)
  await merge(made, mergedIntoClicker!.id, early!.id)
  // Their click was stored under the profile of then.
  await merge(made, clickedAndMerged!.id, rest!.id)
  expect((await read(made, first.id)).clicked).toEqual({ people: 3, others: 1 })
  const { results } = await made.store.call(broadcasts.recipients, { params: { id: String(first.id) }, query: {} })
  expect(results.find(({ profile }) => profile?.id === clickedAndMerged!.id)?.clicks).toBe(1)

  made.state.accepted.splice(0)
  await schedule(made, copy.id)
  expect((await settled(made, copy.id)).counts).toMatchObject({ accepted: 1, skipped: 0 })
  expect(acceptedUsers(made)).toEqual([other!.userId])
})

test('a repeat to those who did not click reaches no held-out customer and holds out none of those who got the first one', async () => {
  const made = await scene({ friends: 600, channel: unlimited })
  await countByCustomer(made)
  const half = { holdout: { share: 50, off_reason: null, repeats_id: null } }
  // Counted together while it is sent: 300 single calls would show nothing more.
  const first = await sent(made, { ...half, link_tracking: 'clicks' })
  await change(made, `update broadcast set link_tracking = 'people' where store_id = $1 and id = $2`, [first.id])
  const { admin } = await testServer()
  const { rows } = await admin.query<{ profile_id: number; held_out: boolean }>(
    'select profile_id, held_out from broadcast_recipient where store_id = $1 and broadcast_id = $2 order by position',
    [made.store.storeId, first.id],
  )
  const [treated, held] = [false, true].map((is) => rows.filter(({ held_out }) => held_out === is))
  await merge(made, treated![0]!.profile_id, held![0]!.profile_id)
  await merge(made, held![1]!.profile_id, treated![1]!.profile_id)
  expect(await read(made, first.id)).toMatchObject({ clicked: { people: 0, others: treated!.length - 2 } })

  const { body: copy } = (await copyToOthers(made, first.id)) as { body: Awaited<ReturnType<typeof read>> }
  expect(copy).toMatchObject({ holdout: { share: 50, repeats_id: first.id }, repeats: { id: first.id } })
  await schedule(made, copy.id, { link_tracking: 'clicks' })
  const ended = await settled(made, copy.id)
  expect(ended).toMatchObject({ counts: { accepted: treated!.length - 2, skipped: 0 }, held_out: 0 })
  // The first one is measured on.
  const measured = await admin.query('select measure_ended_at from broadcast where store_id = $1 and id = $2', [
    made.store.storeId,
    first.id,
  ])
  expect(measured.rows).toEqual([{ measure_ended_at: null }])
})

test('a draft for those who did not click is refused unless the store counts clicks by customer, and when all clicked', async () => {
  const made = await scene({ friends: 1 })
  const together = await sent(made, { link_tracking: 'clicks' })
  expect(together.clicked).toBeNull()
  expect(await copyToOthers(made, together.id)).toMatchObject({ status: 409, body: { error: 'clicks_closed' } })
  await countByCustomer(made)
  made.state.accepted.splice(0)
  const { id } = await sent(made)
  expect((await copyToOthers(made, id)).status).toBe(200)
  await click(made, made.people[0]!.userId)
  expect(await copyToOthers(made, id)).toMatchObject({ status: 409, body: { error: 'broadcast_nobody' } })
  await countByCustomer(made, [])
  expect((await read(made, id)).clicked).toBeNull()
  expect(await copyToOthers(made, id)).toMatchObject({ status: 409, body: { error: 'clicks_closed' } })
})
