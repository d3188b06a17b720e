import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { definitionOf, labelStep, startedAutomation } from '../../testing/automations/automations.testing.ts'
import { madeProfile } from '../../testing/customers/profiles.testing.ts'
import { byId } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { findAutomation } from '../records/queries.ts'

let store: TestStore
let label: number
beforeAll(async () => {
  store = await newStore()
  label = (await store.call(labels.create, { body: { name: 'ป้าย', color: 'teal', type: 'general' } })).id
})

const wait = (id: number, n: number): Definition['steps'][number] => ({
  ...{ id, kind: 'wait', length: { n, unit: 'day' }, until: null },
})

/** Puts a customer on the way, at a step of the version in use. */
async function onTheWay(id: number, step: number): Promise<void> {
  const { admin } = await testServer()
  const profile = await madeProfile(store, { 1: `คนที่ ${step}` })
  await admin.query(
    `insert into automation_run (store_id, automation_id, version, profile_id, entered_at, cause, step, due_at)
     select $1, $2, version, $3::bigint, now(), 'change:' || $3::text, $4, now() + interval '1 year' from automation where store_id = $1 and id = $2`,
    [store.storeId, id, profile.id, step],
  )
}

const runsOf = async (id: number) => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ version: number; step: number | null; end_reason: string | null }>(
    'select version, step, end_reason from automation_run where store_id = $1 and automation_id = $2 order by id',
    [store.storeId, id],
  )
  return rows
}

async function edited(id: number, steps: Definition['steps']) {
  const { updated_at } = await store.call(automations.get, byId(id))
  return store.call(automations.update, {
    ...byId(id),
    body: { definition: definitionOf(steps), origin_time: updated_at },
  })
}

describe('an edit of an automation at work', () => {
  test('leaves people on the way with their version, and a start counts them', async () => {
    const { id } = await startedAutomation(store, definitionOf([wait(1, 3), labelStep(2, label)]))
    await onTheWay(id, 1)
    await onTheWay(id, 2)
    const draft = await edited(id, [labelStep(2, label), wait(3, 5)])
    expect(draft).toMatchObject({ status: 'active', version: 1, edition: 2, edited: true, on_the_way: 2 })
    expect(await store.call(automations.startNumbers, byId(id))).toMatchObject({
      ...{ inside: null, on_the_way: [{ version: 1, people: 2 }], movable: 1, needs_approval: false },
    })
    const started = await store.call(automations.start, { ...byId(id), body: { origin_time: draft.updated_at } })
    expect(started.versions.map(({ version, on_the_way }) => [version, on_the_way])).toEqual([
      [2, 0],
      [1, 2],
    ])
    expect((await runsOf(id)).map(({ version }) => version)).toEqual([1, 1])
  })

  test('lets the engine move them to the new version if the start says so', async () => {
    const { id } = await startedAutomation(store, definitionOf([wait(1, 3), labelStep(2, label)]))
    await onTheWay(id, 1)
    const draft = await edited(id, [wait(1, 9), labelStep(2, label)])
    const body = { move: true, origin_time: draft.updated_at }
    await store.call(automations.start, { ...byId(id), body })
    const { pool } = await coreOf(store)
    const row = await inStore(pool, store.storeId, (db) => findAutomation(db, store.storeId, id))
    // A worker may have done it already.
    const [run] = await runsOf(id)
    expect(row!.moves || run!.version === 2).toBe(true)
  })
})

test('a stop ends all runs, and what waits is not done', async () => {
  const { id } = await startedAutomation(store, definitionOf([wait(1, 3), labelStep(2, label)]))
  await onTheWay(id, 1)
  expect(await store.call(automations.stop, byId(id))).toMatchObject({ status: 'stopped', on_the_way: 0 })
  expect(await runsOf(id)).toEqual([{ version: 1, step: null, end_reason: 'stopped' }])
})

describe('where a second person approves', () => {
  let shop: TestStore
  let second: Awaited<ReturnType<TestStore['member']>>
  beforeAll(async () => {
    shop = await newStore()
    second = await shop.member('owner')
    const before = await shop.call(broadcastSettings.get)
    const { testers: _, updated_at, ...settings } = before
    await shop.call(broadcastSettings.put, {
      body: { ...settings, approval: true, tester_ids: [], origin_time: updated_at },
    })
  })

  const requested = async () => {
    const { id } = await shop.call(labels.create, {
      body: { name: `ป้าย ${Math.random()}`, color: 'teal', type: 'general' },
    })
    return startedAutomation(shop, definitionOf([labelStep(1, id)]))
  }

  test('a start waits, and its author cannot approve it', async () => {
    const made = await requested()
    expect(made).toMatchObject({ status: 'awaiting_approval', version: null, may_approve: false, may_start: false })
    const body = { edition: made.edition }
    expect((await shop.try(automations.approve, { ...byId(made.id), body })).body.error).toBe('automation_own_approval')
    const { data } = await second.call(notifications.list, { query: {} })
    expect(data.map(({ kind }) => kind)).toContain('automation_approval')
    expect(await second.call(automations.approve, { ...byId(made.id), body })).toMatchObject({
      ...{ status: 'active', version: 1, pending_start: null, approved_by: { id: second.userId } },
    })
  })

  test('an edit voids the request, and its author cannot approve the next one either', async () => {
    const made = await requested()
    const definition = definitionOf([wait(9, 1)])
    const { updated_at, ...changed } = await second.call(automations.update, {
      ...byId(made.id),
      body: { definition, origin_time: made.updated_at },
    })
    expect(changed).toMatchObject({ status: 'draft', edition: 2, pending_start: null })
    const refused = await second.try(automations.approve, { ...byId(made.id), body: { edition: 1 } })
    expect(refused.body.error).toBe('automation_state')
    await shop.call(automations.start, { ...byId(made.id), body: { origin_time: updated_at } })
    const own = await second.try(automations.approve, { ...byId(made.id), body: { edition: 2 } })
    expect(own.body.error).toBe('automation_own_approval')
  })

  test('the version in use goes on until the next one is approved', async () => {
    const made = await requested()
    await second.call(automations.approve, { ...byId(made.id), body: { edition: 1 } })
    const { updated_at } = await shop.call(automations.get, byId(made.id))
    const draft = await shop.call(automations.update, {
      ...byId(made.id),
      body: { definition: definitionOf([wait(9, 1)]), origin_time: updated_at },
    })
    const body = { origin_time: draft.updated_at }
    expect(await shop.call(automations.start, { ...byId(made.id), body })).toMatchObject({
      ...{ status: 'active', version: 1, pending_start: { inside: false, move: false } },
    })
    await second.call(automations.approve, { ...byId(made.id), body: { edition: 2 } })
    expect(await shop.call(automations.get, byId(made.id))).toMatchObject({ version: 2, pending_start: null })
  })
})
