import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { expect, test } from 'vitest'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import {
  enterAutomation,
  messageAutomation,
  sendDue,
  settledMessages,
} from '../../testing/automations/messages.testing.ts'
import { acceptedUsers, change, scene } from '../../testing/broadcasts/broadcasts.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

async function recipients({ store }: { store: { storeId: number } }) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ profile_id: string; status: string; reason: string | null; held_out: boolean }>(
    `select r.profile_id, r.status, r.reason, r.held_out, r.broadcast_id from broadcast_recipient r join broadcast b
       on b.store_id = r.store_id and b.id = r.broadcast_id
     where r.store_id = $1 and b.automation_id is not null order by r.profile_id, r.broadcast_id`,
    [store.storeId],
  )
  return rows.map(({ profile_id, ...row }) => ({ ...row, profile_id: Number(profile_id) }))
}

test('each customer of a set gets the message of an automation once, by a push of its own', async () => {
  const made = await scene({ friends: 3, channel: { quota: null } })
  const automation = await messageAutomation(made)
  const runs = await enterAutomation(
    made,
    automation,
    made.people.map(({ id }) => id),
  )
  const sent = await sendDue(made, automation, runs)
  expect(sent.map(({ reason }) => reason)).toEqual([null, null, null])
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual(made.people.map(({ userId }) => userId).sort())
  expect((await recipients(made)).map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted'])
})

test('sets of one step and hour share a broadcast, which is sent on after it has ended', async () => {
  const made = await scene({ friends: 3, channel: { quota: null } })
  const automation = await messageAutomation(made)
  const [one, two, three] = await enterAutomation(
    made,
    automation,
    made.people.map(({ id }) => id),
  )
  const [first] = await sendDue(made, automation, [one!])
  await settledMessages(made)
  const [second, third] = await sendDue(made, automation, [two!, three!])
  expect([second, third]).toMatchObject([
    { recipient: { broadcast_id: first!.recipient!.broadcast_id, position: 2 } },
    { recipient: { broadcast_id: first!.recipient!.broadcast_id, position: 3 } },
  ])
  await settledMessages(made)
  expect(acceptedUsers(made)).toHaveLength(3)
})

test('the quota covers those who were due first, and the others have no recipient', async () => {
  const made = await scene({ friends: 3, channel: { quota: null } })
  const automation = await messageAutomation(made)
  await change(made, 'update broadcast_quota set quota = usage + reserved + 2 where store_id = $1')
  const runs = await enterAutomation(
    made,
    automation,
    made.people.map(({ id }) => id),
  )
  const sent = await sendDue(made, automation, runs)
  expect(sent.map(({ reason }) => reason)).toEqual([null, null, 'quota'])
  expect(sent[2]!.recipient).toBeNull()
  await settledMessages(made)
  expect(acceptedUsers(made)).toHaveLength(2)
})

test('held-out customers become recipients who get nothing', async () => {
  const made = await scene({ friends: 3, channel: { quota: null } })
  const automation = await messageAutomation(made, { holdout: 10 })
  const ids = made.people.map(({ id }) => id)
  const runs = await enterAutomation(made, automation, ids, [ids[1]!])
  const sent = await sendDue(made, automation, runs)
  expect(sent.map(({ reason }) => reason)).toEqual([null, 'held_out', null])
  await settledMessages(made)
  expect(await recipients(made)).toMatchObject([
    { status: 'accepted', held_out: false },
    { status: 'skipped', reason: 'held_out', held_out: true },
    { status: 'accepted', held_out: false },
  ])
})

test.each([
  { repeat: { kind: 'once' } as const, at: "now() - interval '2 years'", reason: 'sent_before' },
  { repeat: { kind: 'yearly' } as const, at: "now() - interval '2 months'", reason: 'sent_before' },
  { repeat: { kind: 'yearly' } as const, at: "now() - interval '13 months'", reason: null },
  { repeat: { kind: 'every', days: 0 } as const, at: "now() + interval '1 minute'", reason: 'sent_before' },
  { repeat: { kind: 'every', days: 0 } as const, at: "now() - interval '1 minute'", reason: null },
  { repeat: { kind: 'every', days: 7 } as const, at: "now() - interval '6 days'", reason: 'sent_before' },
])(
  'a message that a restored backup lacks is sent again only to those who may enter again: $repeat.kind, $at',
  async ({ repeat, at, reason }) => {
    const made = await scene({ friends: 1, channel: { quota: null } })
    const automation = await messageAutomation(made, { definition: { repeat } })
    const [person] = made.people
    await change(
      made,
      `insert into automation_sent (store_id, automation_id, step, user_hash, retry_key, at)
     values ($1, $2, 1, user_hash($3), gen_random_uuid(), ${at})`,
      [automation.id, person!.userId],
    )
    const sent = await sendDue(made, automation, await enterAutomation(made, automation, [person!.id]))
    expect(sent).toMatchObject([{ reason }])
    await settledMessages(made)
    expect(acceptedUsers(made)).toEqual(reason === null ? [person!.userId] : [])
  },
)

test('queued messages of an automation are no item of the calendar, and taken off what is left', async () => {
  const made = await scene({ friends: 3, channel: { quota: 100 } })
  const automation = await messageAutomation(made)
  const ids = made.people.map(({ id }) => id)
  await sendDue(made, automation, await enterAutomation(made, automation, ids))
  const month = lineMonth(new Date()).slice(0, 7)
  const calendar = () => made.store.call(broadcasts.calendar, { query: { channel_id: String(made.account.id), month } })
  expect(await calendar()).toMatchObject({ items: [], left: 97 })
  await settledMessages(made)
  expect(await calendar()).toMatchObject({ items: [], left: 97 })
  expect(await made.store.call(broadcasts.list, { query: {} })).toMatchObject({ total: 0 })
})
