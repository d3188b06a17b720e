import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { describe, expect, test } from 'vitest'
import { addFriend, type Fault } from '../../../tools/line/state.ts'
import { change, read, type Scene, scene, settled, workChannel } from '../../testing/broadcasts/broadcasts.testing.ts'
import {
  approve,
  callsForAll,
  draftToAll,
  dueADayLater,
  later,
  lineAll,
  request,
  restrict,
  scheduleLater,
  scheduleToAll,
} from '../../testing/broadcasts/to-all.testing.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { reconcileCharges } from './charges.ts'

const BROADCAST = '/v2/bot/message/broadcast'

const quotaOf = async ({ store, account }: Scene) => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ usage: number; reserved: number }>(
    'select usage, reserved from broadcast_quota where store_id = $1 and channel_id = $2 order by month limit 1',
    [store.storeId, account.id],
  )
  return rows[0]!
}

const chunksOf = async ({ store }: Scene, id: number) => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ status: string; everyone: boolean; tries: number; request_id: string | null }>(
    'select status, everyone, tries, request_id from broadcast_chunk where store_id = $1 and broadcast_id = $2 order by id',
    [store.storeId, id],
  )
  return rows
}

describe('a broadcast to everyone at LINE', () => {
  test('waits for an owner, reserves the count of yesterday and 2 %, and is one call without recipients', async () => {
    const made = await scene({ friends: 60, channel: { quota: 500 } })
    const { id } = await draftToAll(made)
    expect((await request(made, id)).body).toMatchObject({ sub_status: 'awaiting_approval', may_approve: true })
    expect((await quotaOf(made)).reserved).toBe(0)
    const marketer = await made.store.member(['cdp-core.setting-line.read', 'cdp-core.broadcast.approve'])
    expect((await approve(made, id, marketer)).body).toMatchObject({ error: 'line_all_owner' })
    expect((await approve(made, id)).body).toMatchObject({ status: 'pending', estimate: { target: 60 } })
    expect((await quotaOf(made)).reserved).toBe(62)
    expect(await settled(made, id)).toMatchObject({
      status: 'published',
      counts: { accepted: 60, queued: 0, unknown: 0 },
      to_all: { friends: 60, withdrawn: 0, charge_waits: true, charged: null },
    })
    const calls = callsForAll(made)
    expect(calls).toHaveLength(1)
    expect(await chunksOf(made, id)).toEqual([{ status: 'accepted', everyone: true, tries: 1, request_id: calls[0] }])
    expect(await quotaOf(made)).toEqual({ reserved: 0, usage: 62 })
    const { results } = await made.store.call(broadcasts.recipients, { params: { id: String(id) }, query: {} })
    expect(results).toEqual([])
  })

  test('is not approved by one of two owners who wrote it', async () => {
    const made = await scene({ friends: 1 })
    const other = await made.store.member('owner')
    const { id } = await draftToAll(made)
    await request(made, id)
    expect((await approve(made, id)).body).toMatchObject({ error: 'broadcast_own_approval' })
    expect((await approve(made, id, other)).status).toBe(200)
    expect((await settled(made, id)).approved_by?.id).toBe(other.userId)
  })

  test('is refused while LINE has not counted the friends of yesterday', async () => {
    const made = await scene({ friends: 1, channel: { uncounted: true } })
    const { id } = await draftToAll(made)
    expect((await request(made, id)).body).toMatchObject({ error: 'line_all_count' })
    made.line.uncounted = false
    expect((await request(made, id)).status).toBe(200)
    made.line.uncounted = true
    expect((await approve(made, id)).body).toMatchObject({ error: 'line_all_count' })
  })

  test('becomes a draft again if LINE has no count of the day before its call', async () => {
    const made = await scene({ friends: 1 })
    const id = await scheduleLater(made)
    made.line.uncounted = true
    await dueADayLater(made, id)
    expect(await settled(made, id)).toMatchObject({ status: 'draft', reason: 'line_count' })
    expect(await quotaOf(made)).toEqual({ reserved: 0, usage: 0 })
    expect(callsForAll(made)).toEqual([])
  })

  test('names the friends who withdrew or stopped, and is refused until a person confirms their number', async () => {
    const made = await scene({ friends: 4 })
    const [withdrawn, stopped] = made.people
    await change(
      made,
      `insert into consent_entry (store_id, profile_id, purpose_id, status, source) values ($1, $2, $3, 'withdrawn', 'line')`,
      [withdrawn!.id, made.purposeId],
    )
    await change(made, `insert into line_stop (store_id, user_id) values ($1, $2)`, [stopped!.userId])
    const { id } = await draftToAll(made)
    const counted = await made.store.call(broadcasts.target, {
      body: {
        channel: { type: 'lineOA', channel_id: made.account.id },
        target: lineAll,
        purpose_id: made.purposeId,
      },
    })
    expect(counted.everyone).toMatchObject({ withdrawn: 2, restricted: 0 })
    expect((await request(made, id)).body).toMatchObject({ error: 'line_all_withdrawn', details: { count: 2 } })
    const { updated_at: origin_time } = await read(made, id)
    const unseen = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
    expect(unseen.body).toMatchObject({ error: 'line_all_withdrawn' })
    expect((await request(made, id, 2)).status).toBe(200)
    expect((await approve(made, id)).body).toMatchObject({ error: 'line_all_withdrawn' })
    expect((await approve(made, id, made.store, 2)).status).toBe(200)
    expect((await settled(made, id)).to_all).toMatchObject({ withdrawn: 2 })
  })

  test('is refused while one friend is restricted: when it is asked for, when it is approved and right before the call', async () => {
    const made = await scene({ friends: 3 })
    const [{ id: person } = { id: 0 }] = made.people
    const refused = { error: 'line_all_restricted', details: { count: 1 } }
    const { id } = await draftToAll(made, later())
    await restrict(made, person)
    expect((await request(made, id)).body).toMatchObject(refused)
    await restrict(made, person, false)
    await request(made, id)
    await restrict(made, person)
    expect((await approve(made, id)).body).toMatchObject(refused)
    await restrict(made, person, false)
    await approve(made, id)
    await restrict(made, person)
    await dueADayLater(made, id)
    expect(await settled(made, id)).toMatchObject({ sub_status: 'paused', reason: 'friend_restricted' })
    expect(callsForAll(made)).toEqual([])
    await restrict(made, person, false)
    await made.store.call(broadcasts.resume, { params: { id: String(id) } })
    expect((await settled(made, id)).status).toBe('published')
    expect(callsForAll(made)).toHaveLength(1)
  })

  test('is not repeated after an unread answer while a friend is restricted since', async () => {
    const made = await scene({ friends: 3 })
    const fault: Fault = { path: BROADCAST, kind: 'error', times: 100 }
    made.state.faults.push(fault)
    const id = await scheduleToAll(made)
    const sending = settled(made, id)
    while (fault.times === 100) await new Promise((resolve) => setTimeout(resolve, 5))
    await restrict(made, made.people[0]!.id)
    expect(await sending).toMatchObject({ sub_status: 'paused', reason: 'friend_restricted' })
    fault.times = 0
    expect(callsForAll(made)).toEqual([])
  })

  test('has no holdout, limit, exclusion, second text, words of a person or clicks by customer', async () => {
    const made = await scene({ friends: 1 })
    const { id } = await draftToAll(made, {
      target: { ...lineAll, limit: { max: 5, up_to_remaining_quota: false } },
      holdout: { share: 10, off_reason: null, repeats_id: null },
      link_tracking: 'people',
      ab_test: { messages: [{ type: 'text', text: 'ข' }], share: 10, decide: 'after', hours: 1, tie: 'half' },
    })
    await change(made, `update broadcast_setting set click_purpose_ids = array[$2::int] where store_id = $1`, [
      made.purposeId,
    ])
    const refused = ['body.target.limit', 'body.holdout.share', 'body.ab_test', 'body.link_tracking']
    expect((await request(made, id)).body).toMatchObject({
      error: 'broadcast_invalid',
      details: { fields: expect.arrayContaining(refused) },
    })
  })

  firstCases(1)([
    ['accepts and hangs up', { kind: 'timeout_after_accept', times: 1 }],
    ['answers 500', { kind: 'error', times: 2 }],
    ['limits the rate', { kind: 'too_many', times: 1 }],
    ['refuses a token', { kind: 'unauthorized', times: 1 }],
  ] as const)(
    'is accepted once when LINE %s, and its report asks for the request that was accepted',
    async (_, fault) => {
      const made = await scene({ friends: 25 })
      made.state.faults.push({ path: BROADCAST, ...fault })
      const id = await scheduleToAll(made)
      expect(await settled(made, id)).toMatchObject({ status: 'published', counts: { accepted: 25 } })
      const calls = callsForAll(made)
      expect(calls).toHaveLength(1)
      expect((await chunksOf(made, id)).at(-1)).toMatchObject({ status: 'accepted', request_id: calls[0] })
      const told = await made.store.call(broadcasts.statistics, { params: { id: String(id) } })
      expect(told).toMatchObject({ delivered: 25, opened: 25, clicked: null })
    },
  )

  test('shows no figures that LINE hides under 20 people', async () => {
    const made = await scene({ friends: 19 })
    const id = await scheduleToAll(made)
    await settled(made, id)
    const told = await made.store.call(broadcasts.statistics, { params: { id: String(id) } })
    expect(told).toMatchObject({ delivered: 19, opened: null })
  })

  test('stays unknown 23 hours after its first call, and is never sent again', async () => {
    const made = await scene({ friends: 3 })
    const fault: Fault = { path: BROADCAST, kind: 'timeout_after_accept', times: 1 }
    const again: Fault = { path: BROADCAST, kind: 'error', times: 100 }
    made.state.faults.push(fault, again)
    const id = await scheduleToAll(made)
    const sending = settled(made, id)
    while (again.times === 100) await new Promise((resolve) => setTimeout(resolve, 5))
    await change(
      made,
      `update broadcast_chunk set first_tried_at = first_tried_at - interval '24 hours' where store_id = $1`,
    )
    expect(await sending).toMatchObject({ status: 'failed', counts: { unknown: 3, accepted: 0 } })
    again.times = 0
    const retried = await made.store.try(broadcasts.retry, { params: { id: String(id) } })
    expect(retried.body).toMatchObject({ error: 'broadcast_nobody' })
    await workChannel(made)
    expect(callsForAll(made)).toHaveLength(1)
  })

  test('is a draft again when it is stopped before its call', async () => {
    const made = await scene({ friends: 3 })
    const id = await scheduleLater(made)
    await made.store.call(broadcasts.cancel, { params: { id: String(id) } })
    expect(await read(made, id)).toMatchObject({ status: 'draft' })
    expect(await quotaOf(made)).toEqual({ reserved: 0, usage: 0 })
    await workChannel(made)
    expect(callsForAll(made)).toEqual([])
  })

  test('asks for approval again when it is moved, and its copy is a draft of its own', async () => {
    const made = await scene({ friends: 3 })
    const id = await scheduleLater(made)
    const { updated_at: origin_time } = await read(made, id)
    const send_at = new Date(Date.now() + 7_200_000).toISOString()
    const params = { id: String(id) }
    const moved = await made.store.call(broadcasts.move, { params, body: { send_at, origin_time } })
    expect(moved).toMatchObject({ sub_status: 'awaiting_approval', to_all: { withdrawn: 0 } })
    expect((await quotaOf(made)).reserved).toBe(0)
    expect((await approve(made, id)).status).toBe(200)
    const copy = await made.store.call(broadcasts.duplicate, { params, body: {} })
    expect(copy).toMatchObject({ status: 'draft', target: { type: 'line_all' }, to_all: { friends: null } })
  })

  test('pauses before its call if the quota lacks what LINE counts then', async () => {
    const made = await scene({ friends: 30, channel: { quota: 35 } })
    const id = await scheduleLater(made)
    for (let n = 0; n < 10; n++) addFriend(made.line)
    await dueADayLater(made, id)
    expect(await settled(made, id)).toMatchObject({ sub_status: 'paused', reason: 'quota' })
    expect(callsForAll(made)).toEqual([])
  })
})

describe('the charge of calls for everyone', () => {
  async function sentYesterday(made: Scene): Promise<number> {
    const id = await scheduleToAll(made)
    await settled(made, id)
    await dayPasses(made)
    return id
  }
  async function dayPasses(made: Scene) {
    await change(made, `update broadcast set called_on = called_on - 1, charge_due_at = now() where store_id = $1`)
    for (const one of made.state.accepted)
      if (one.channelId === made.line.id && one.at > Date.now() - 3_600_000) one.at -= 86_400_000
  }
  const reconcile = async ({ store, account }: Scene) =>
    reconcileCharges(await coreOf(store), store.storeId, account.id)

  test('is read from LINE the day after, and the quota is what LINE counts', async () => {
    const made = await scene({ friends: 60, channel: { quota: 500 } })
    const id = await sentYesterday(made)
    expect((await quotaOf(made)).usage).toBe(62)
    await change(made, `update broadcast_quota set sent_at = now() - interval '1 hour' where store_id = $1`)
    await reconcile(made)
    expect((await read(made, id)).to_all).toMatchObject({ charged: 60, charged_with: 1, charge_waits: false })
    expect((await quotaOf(made)).usage).toBe(60)
    const { admin } = await testServer()
    const { rows } = await admin.query('select sent from broadcast_quota_day where store_id = $1', [made.store.storeId])
    expect(rows).toEqual([{ sent: 60 }])
  })

  test('stays unknown if LINE hides it, and is asked for again if LINE has not counted it', async () => {
    const made = await scene({ friends: 5 })
    const id = await sentYesterday(made)
    made.state.faults.push({ path: '/v2/bot/message/delivery', kind: 'answer', text: '{"status":"unready"}', times: 1 })
    await reconcile(made)
    expect((await read(made, id)).to_all).toMatchObject({ charged: null, charge_waits: true })
    await change(made, `update broadcast set charge_due_at = now() where store_id = $1`)
    await reconcile(made)
    expect((await read(made, id)).to_all).toMatchObject({ charged: null, charge_waits: false })
  })

  test('is the sum of all such calls of a day', async () => {
    const made = await scene({ friends: 30, channel: { quota: null } })
    const both = [await scheduleToAll(made), await scheduleToAll(made)]
    for (const id of both) await settled(made, id)
    await dayPasses(made)
    await reconcile(made)
    for (const id of both) expect((await read(made, id)).to_all).toMatchObject({ charged: 60, charged_with: 2 })
  })
})
