import { automations } from '@ruam/contract/automations/automations.ts'
import { automationMessages } from '@ruam/contract/automations/messages.ts'
import { expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import {
  enterAutomation,
  messageAutomation,
  sendDue,
  settledMessages,
} from '../../testing/automations/messages.testing.ts'
import { addAmounts, change, type Scene, scene } from '../../testing/broadcasts/broadcasts.testing.ts'
import { coreOf, type TestStore, testServer } from '../../testing/store.testing.ts'
import { countEffect } from './listed-effects.ts'

/** Queues messages and writes the acts that the engine writes, so many days ago. */
async function sentDaysAgo(
  made: Scene,
  automation: Automation,
  people: readonly number[],
  heldOut: number[],
  days: number,
) {
  const runs = await enterAutomation(made, automation, people, heldOut)
  const sent = await sendDue(made, automation, runs)
  for (const { run_id, profile_id, reason, recipient } of sent)
    await change(
      made,
      `insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, step, outcome, reason, broadcast_id, position)
       values ($1, $2, 2, $3, $4, now() - make_interval(days => $5), 'message', 1, $6, $7, $8, $9)`,
      [
        ...[run_id, automation.id, profile_id, days],
        ...[reason === null ? 'done' : 'skipped', reason, recipient?.broadcast_id, recipient?.position],
      ],
    )
  await settledMessages(made)
}

type Automation = Awaited<ReturnType<typeof messageAutomation>>

const effect = ({ store }: Scene, { id }: Automation) =>
  store.call(automationMessages.effect, { params: { id: String(id) } })

/** Adds a purchase of each customer, so many days ago. */
const buy = (
  made: Scene,
  amounts: { type: number; field: number },
  people: readonly number[],
  amount: number,
  days: number,
) =>
  change(
    made,
    `insert into activity (store_id, profile_id, type_id, activity_at, fields)
     select $1, p, $3, now() - make_interval(days => $6), jsonb_build_object($4::text, $5::numeric) from unnest($2::bigint[]) p`,
    [people, amounts.type, String(amounts.field), amount, days],
  )

test('the effect compares customers who got a message with those who were held out, each from the own first message on', async () => {
  const made = await scene({ friends: 12, channel: { quota: null } })
  const automation = await messageAutomation(made, { holdout: 50 })
  expect(await effect(made, automation)).toMatchObject({ state: 'without', without: 'not_sent' })
  const ids = made.people.map(({ id }) => id)
  const [early, late] = [ids.slice(0, 6), ids.slice(6)]
  const out = (of: number[]) => of.slice(0, 3)
  const got = (of: number[]) => of.slice(3)
  await sentDaysAgo(made, automation, early, out(early), 40)
  expect(await effect(made, automation)).toMatchObject({ state: 'without', without: 'no_amounts' })
  const amounts = await addAmounts(made)
  await sentDaysAgo(made, automation, late, out(late), 20)
  // Before the own message, within its days, and after them.
  await buy(made, amounts, got(late), 1000, 21)
  await buy(made, amounts, got(late), 30, 19)
  await buy(made, amounts, got(early), 60, 27)
  await buy(made, amounts, got(early), 1000, 25)
  await buy(made, amounts, out(early), 12, 38)
  const measured = await effect(made, automation)
  expect(measured).toMatchObject({
    state: 'few_buyers',
    cost: { messages: 6 },
    figures: {
      treated: { people: 6, buyers: 6, amount: 270, mean: 45 },
      held_out: { people: 6, buyers: 3, amount: 36, mean: 6 },
      difference: 39,
      left: { deleted: 0, merged: 0 },
    },
  })
  expect(measured.figures!.days.at(-1)).toEqual({ treated: 45, held_out: 6 })
})

test('customers whose 14 days are not over count only until there are others', async () => {
  const made = await scene({ friends: 8, channel: { quota: null } })
  const automation = await messageAutomation(made, { holdout: 50 })
  await addAmounts(made)
  const ids = made.people.map(({ id }) => id)
  await sentDaysAgo(made, automation, ids.slice(0, 4), ids.slice(0, 2), 3)
  expect(await effect(made, automation)).toMatchObject({
    state: 'measuring',
    figures: { treated: { people: 2 }, held_out: { people: 2 } },
  })
  await sentDaysAgo(made, automation, ids.slice(4), ids.slice(4, 6), 15)
  expect(await effect(made, automation)).toMatchObject({
    state: 'few_buyers',
    figures: { treated: { people: 2 }, held_out: { people: 2 } },
  })
})

test('message steps count what became of their messages over all sets', async () => {
  const made = await scene({ friends: 4, channel: { quota: null } })
  const automation = await messageAutomation(made, { holdout: 50 })
  const ids = made.people.map(({ id }) => id)
  await sentDaysAgo(made, automation, ids.slice(0, 2), [ids[0]!], 40)
  await change(made, `update broadcast set frozen_at = frozen_at - interval '2 hours' where store_id = $1`)
  await sentDaysAgo(made, automation, ids.slice(2), [], 1)
  const { admin } = await testServer()
  await admin.query(
    `insert into broadcast_link (store_id, broadcast_id, place, message, code, target, clicks, visitors)
     select store_id, id, 1, 0, 'test-' || store_id || '-' || id, 'https://shop.example/new', 2, 1 from broadcast where store_id = $1`,
    [made.store.storeId],
  )
  expect(await made.store.call(automationMessages.steps, { params: { id: String(automation.id) } })).toEqual({
    steps: [
      {
        ...{
          step: 1,
          name: expect.stringContaining('ยินดีต้อนรับ'),
          accepted: 3,
          queued: 0,
          failed: 0,
          unknown: 0,
          skipped: 0,
        },
        ...{ held_out: 1, links: [{ target: 'https://shop.example/new', clicks: 4, visitors: 2 }] },
      },
    ],
  })
})

test('the list shows what an automation added as it was counted last, to people who may read customers', async () => {
  const made = await scene({ friends: 8, channel: { quota: null } })
  const automation = await messageAutomation(made, { holdout: 50 })
  await addAmounts(made)
  const ids = made.people.map(({ id }) => id)
  await sentDaysAgo(made, automation, ids, ids.slice(0, 4), 3)
  const core = await coreOf(made.store)
  const listed = async (store: Pick<TestStore, 'call'>) =>
    (await store.call(automations.list, { query: {} })).results[0]!.effect
  expect(await listed(made.store)).toBeNull()
  await inStore(core.pool, made.store.storeId, (db) => countEffect(db, made.store.storeId, automation.id))
  expect(await listed(made.store)).toEqual({ state: 'measuring', difference: null })
  const clerk = await made.store.member(['cdp-core.setting-line.read'])
  expect(await listed(clerk)).toBeNull()
})
