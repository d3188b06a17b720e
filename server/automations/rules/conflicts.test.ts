import { automations } from '@ruam/contract/automations/automations.ts'
import type { Conflict } from '@ruam/contract/automations/conflicts.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { beforeEach, expect, test } from 'vitest'
import { definitionOf, labelStep, startedAutomation } from '../../testing/automations/automations.testing.ts'
import { byId, segment } from '../../testing/customers/segments.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let label: number
beforeEach(async () => {
  store = await newStore()
  label = (await store.call(labels.create, { body: { name: 'กลับมาซื้อ', color: 'teal', type: 'general' } })).id
})

const kinds = (conflicts: readonly Conflict[]) => conflicts.map(({ kind }) => kind)
const allConflicts = async () => (await store.call(automations.list, { query: {} })).conflicts

test('two automations that give and take the same label are listed on both', async () => {
  const one = await startedAutomation(store, definitionOf([labelStep(1, label)]))
  const trigger = { kind: 'segment_entered', segment_id: (await segment(store, hasName)).id } as const
  const other = await startedAutomation(store, definitionOf([labelStep(1, label, false)], { trigger }))
  expect(await allConflicts()).toEqual([
    {
      ...{ kind: 'label', label_id: label, field_id: null, channel_id: null, name: 'กลับมาซื้อ', people: 0 },
      automation: { id: one.id, name: one.name },
      other: { id: other.id, name: other.name },
    },
  ])
  for (const { id } of [one, other])
    expect(kinds((await store.call(automations.get, byId(id))).conflicts)).toEqual(['label'])
  await store.call(automations.pause, byId(other.id))
  expect(await allConflicts()).toEqual([])
})

const hasName = { kind: 'profile', field_id: 1, operator: 'not_empty' } as const

const message = (id: number): Definition['steps'][number] => ({
  ...{ id, kind: 'message', name: 'สวัสดี', purpose_id: null, messages: [{ type: 'text', text: 'สวัสดี' }] },
  ...{ quick_replies: [], stop_reply: true, notification_disabled: false, link_tracking: 'clicks' },
})
const wait = (id: number, n: number): Definition['steps'][number] => ({
  ...{ id, kind: 'wait', length: { n, unit: 'day' }, until: null },
})

test('a draft tells what it would do to automations at work', async () => {
  await startedAutomation(store, definitionOf([labelStep(1, label)]))
  const body = { definition: definitionOf([labelStep(5, label, false)]) }
  expect(kinds((await store.call(automations.create, { body })).conflicts)).toEqual(['label'])
  expect(await allConflicts()).toEqual([])
})

test.each([
  ['after the same waits', [wait(1, 2), message(2)], [wait(7, 2), message(8)], ['moment']],
  ['after other waits', [wait(1, 2), message(2)], [wait(7, 3), message(8)], []],
])('messages of two automations that begin by the same event meet %s', async (_, one, other, expected) => {
  const { admin } = await testServer()
  const { id } = await store.call(automations.create, { body: { definition: definitionOf(one) } })
  await admin.query(
    `with v as (insert into automation_version (store_id, automation_id, version, edition, definition, reads)
       select store_id, id, 1, 1, definition, '{}' from automation where store_id = $1 and id = $2)
     update automation set status = 'active', version = 1 where store_id = $1 and id = $2`,
    [store.storeId, id],
  )
  const draft = await store.call(automations.create, { body: { definition: definitionOf(other) } })
  expect(kinds(draft.conflicts)).toEqual(expected)
})

test('an automation whose own label lets customers enter again is a cycle, unless they enter once', async () => {
  const { id: segment_id } = await segment(store, { kind: 'label', operator: 'has_any', label_ids: [label] })
  const trigger = { kind: 'segment_entered', segment_id } as const
  const again = { kind: 'every', days: 0 } as const
  const cycle = await startedAutomation(store, definitionOf([labelStep(1, label)], { trigger, repeat: again }))
  expect(cycle.conflicts).toMatchObject([{ kind: 'cycle', other: null }])
  const once = await store.call(automations.create, {
    body: { definition: definitionOf([labelStep(1, label)], { trigger }) },
  })
  expect(kinds(once.conflicts)).toEqual([])
})

test('two automations that let each other’s customers enter are a cycle', async () => {
  const second = (await store.call(labels.create, { body: { name: 'รอบสอง', color: 'teal', type: 'general' } })).id
  const entered = async (given: number) => {
    const { id: segment_id } = await segment(store, { kind: 'label', operator: 'has_any', label_ids: [given] })
    return { kind: 'segment_entered', segment_id } as const
  }
  const repeat = { kind: 'yearly' } as const
  const one = await startedAutomation(
    store,
    definitionOf([labelStep(1, second)], { trigger: await entered(label), repeat }),
  )
  await startedAutomation(store, definitionOf([labelStep(1, label)], { trigger: await entered(second), repeat }))
  const { conflicts } = await store.call(automations.get, byId(one.id))
  expect(kinds(conflicts)).toEqual(['cycle', 'cycle'])
})
