import { activities } from '@ruam/contract/customers/activities.ts'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newLabel, people } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, membersOf, ruleOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { viewDefinition } from '../../testing/things/profiles.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

let serial = 0
const field = (data_type: 'String' | 'Number' = 'String') => {
  const name = `field${++serial}`
  return store.call(profileFields.create, { body: { field_name: name, display_name: name, data_type } })
}
const get = (id: number) => store.call(labels.get, byId(id))
const view = (rule: Rule) =>
  store.call(profileViews.create, {
    body: { name: `มุมมอง ${++serial}`, definition: { ...viewDefinition, rule: { condition: 'and', rules: [rule] } } },
  })

describe('a segment whose rule names a field that is deleted', () => {
  test('is listed before the deletion, then keeps only pinned members and stops following its rule', async () => {
    const { id: field_id } = await field()
    const rule = { kind: 'profile', field_id, operator: 'empty' } as const
    const [first, second] = await people(store, ['นก', 'กา'])
    const made = await segment(store, { condition: 'or', not: true, rules: [{ ...rule, operator: 'not_empty' }] })
    const { name } = await view(rule)
    await settled(store)
    expect(await membersOf(store, made.id)).toEqual([first, second])
    const pinned = { params: { id: String(made.id), profile_id: String(first) }, body: { value: true } }
    await store.call(segments.pin, pinned)
    const refused = await store.try(profileFields.delete, { ...byId(field_id), query: {} })
    expect(refused).toMatchObject({
      status: 409,
      body: { details: { segments: { count: 1, names: [made.name] }, views: { count: 1, names: [name] } } },
    })
    await store.call(profileFields.delete, { ...byId(field_id), query: { confirm: 'true' } })
    await settled(store)
    expect(await membersOf(store, made.id)).toEqual([first])
    const path = ['target', 'groups', 0, 'rules', 0, 'field_id']
    const now = await get(made.id)
    expect(now).toMatchObject({
      auto_apply_enabled: false,
      state: {
        status: 'broken',
        error: { error: 'label_broken' },
        faults: [{ path, reason: 'unknown', subject: 'field' }],
      },
    })
    const on = await store.try(segments.setAutoApply, { ...byId(made.id), body: { value: true } })
    expect(on.body).toMatchObject({ error: 'label_broken', error_code: 126 })
    expect((await store.try(segments.calculate, byId(made.id))).body).toMatchObject({ error: 'label_broken' })
    const whole = ruleOf({ kind: 'profile', field_id: 1, operator: 'eq', value: 'กา' })
    const body = { name: made.name, color: 'teal' as const, segment_rule: whole, origin_time: now.updated_at }
    await store.call(labels.update, { ...byId(made.id), body })
    await settled(store)
    expect([await membersOf(store, made.id), (await get(made.id)).state!.status]).toEqual([[first, second], 'fresh'])
  })

  test('is listed before the field changes its type, and is broken by the change', { tags: ['verify'] }, async () => {
    const { id: field_id, updated_at } = await field()
    const made = await segment(store, { kind: 'profile', field_id, operator: 'ne', value: 'ก' })
    await people(store, ['นก'])
    const preview = await store.call(profileFields.typePreview, { ...byId(field_id), body: { data_type: 'Number' } })
    expect(preview.segments).toEqual({ count: 1, names: [made.name] })
    const body = { data_type: 'Number' as const, origin_time: updated_at! }
    const refused = await store.try(profileFields.update, { ...byId(field_id), body })
    const details = { segments: preview.segments, views: preview.views }
    expect(refused).toMatchObject({ status: 409, body: { error: 'field_type_in_use', details } })
    await store.call(profileFields.update, { ...byId(field_id), body: { ...body, confirm: true } })
    await settled(store)
    expect(await membersOf(store, made.id)).toEqual([])
    expect(await get(made.id)).toMatchObject({ state: { status: 'broken', faults: [{ reason: 'retyped' }] } })
  })
})

test('a segment is broken by an activity type that loses the field its rule asks for', {
  tags: ['verify'],
}, async () => {
  const type = await store.call(activities.createType, { body: { name: `ซื้อ ${++serial}` } })
  const name = `amount${++serial}`
  const created = { name, display_name: name, data_type: 'Number' as const }
  const own = await store.call(activities.createField, { query: { activity_type_id: String(type.id) }, body: created })
  const where = [{ field_id: own.id, operator: 'gt' as const, value: 5 }]
  const made = await segment(store, { kind: 'activity', activity_type_id: type.id, done: false, where })
  await people(store, ['นก'])
  const { data } = await store.call(activities.types, { query: {} })
  const { updated_at } = data.find(({ id }) => id === type.id)!
  const body = { name: type.name, description: '', fields: [], origin_time: updated_at }
  await store.call(activities.updateType, { ...byId(type.id), body })
  await settled(store)
  expect([await membersOf(store, made.id), (await get(made.id)).state!.status]).toEqual([[], 'broken'])
})

test('deleting a label that rules name needs a confirmation, and breaks those rules', async () => {
  const label = await newLabel(store)
  const made = await segment(store, { kind: 'label', operator: 'has_none', label_ids: [label] })
  const saved = await view({ kind: 'label', operator: 'has_any', label_ids: [label] })
  await people(store, ['นก'])
  const usage = {
    segments: [{ id: made.id, name: made.name }],
    views: [{ id: saved.id, name: saved.name }],
    hidden_views: 0,
    data_sources: [],
    broadcasts: [],
    automations: [],
  }
  expect(await store.call(labels.usage, byId(label))).toEqual(usage)
  const refused = await store.try(labels.delete, { ...byId(label), query: {} })
  expect(refused).toMatchObject({ status: 409, body: { error: 'label_in_use', details: usage } })
  await store.call(labels.delete, { ...byId(label), query: { confirm: 'true' } })
  await settled(store)
  expect([await membersOf(store, made.id), (await get(made.id)).state!.status]).toEqual([[], 'broken'])
})

test('deleting a data source that rules name needs a confirmation, and breaks those rules', {
  tags: ['verify'],
}, async () => {
  const file = await importFile(store, 'ชื่อ,เบอร์โทร\nนก,0811111111\n')
  const by = { kind: 'source', operator: 'made', data_source_id: file.id } as const
  const made = await segment(store, by)
  const saved = await view(by)
  await settled(store)
  expect((await membersOf(store, made.id)).length).toBe(1)
  const refused = await store.try(dataSources.delete, { ...byId(file.id), query: {} })
  const details = { segments: [{ id: made.id, name: made.name }], views: [{ id: saved.id, name: saved.name }] }
  expect(refused).toMatchObject({ status: 409, body: { error: 'data_source_in_use', details } })
  await store.call(dataSources.delete, { ...byId(file.id), query: { confirm: 'true' } })
  await settled(store)
  expect([await membersOf(store, made.id), (await get(made.id)).state!.status]).toEqual([[], 'broken'])
  expect((await store.try(dataSources.delete, { ...byId(file.id), query: { confirm: 'true' } })).status).toBe(404)
})

test('segments that would refer to each other in a circle are refused with the names along it', async () => {
  const of = (id: number): Rule => ({ kind: 'label', operator: 'has_any', label_ids: [id] })
  const first = await segment(store, { kind: 'profile', field_id: 1, operator: 'not_empty' })
  const second = await segment(store, of(first.id))
  const third = await segment(store, of(second.id))
  const body = { name: first.name, color: 'teal' as const, segment_rule: ruleOf(of(third.id)) }
  const refused = await store.try(labels.update, {
    ...byId(first.id),
    body: { ...body, origin_time: first.updated_at },
  })
  const circle = [first, third, second, first].map(({ name }) => name).join(' → ')
  expect(refused).toMatchObject({ status: 400, body: { error: 'label_cycle', details: { labels: circle } } })
})

test('one of two people who close a circle from both ends at once is refused', async () => {
  const plain = { kind: 'profile', field_id: 1, operator: 'not_empty' } as const
  const ends = [await segment(store, plain), await segment(store, plain)]
  const replies = await Promise.all(
    ends.map(({ id, name, updated_at }, place) =>
      store.try(labels.update, {
        ...byId(id),
        body: {
          name,
          color: 'teal',
          origin_time: updated_at,
          segment_rule: ruleOf({ kind: 'label', operator: 'has_any', label_ids: [ends[1 - place]!.id] }),
        },
      }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a segment cannot be given by hand: to a profile, in bulk, or by sending it back among labels', async () => {
  const [who, other] = await people(store, ['นก', 'กา'])
  const { id } = await segment(store, { kind: 'profile', field_id: 1, operator: 'eq', value: 'นก' })
  const label = await newLabel(store)
  await settled(store)
  const refused = { status: 400, body: { error: 'label_type_invalid' } }
  const body = { label_ids: [id] }
  expect(await store.try(profiles.addLabels, { ...byId(other!), body })).toMatchObject(refused)
  expect(await store.try(profiles.setLabels, { ...byId(other!), body })).toMatchObject(refused)
  const action = { type: 'add_labels' as const, label_ids: [id] }
  expect(await store.try(profileBulk.start, { body: { target: { ids: [other!] }, action } })).toMatchObject(refused)
  const kept = await store.call(profiles.setLabels, { ...byId(who!), body: { label_ids: [id, label] } })
  expect(kept.labels.map((one) => one.id).sort()).toEqual([id, label].sort())
  expect(await membersOf(store, id)).toEqual([who])
})
