import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { definitionOf, labelStep } from '../../testing/automations/automations.testing.ts'
import { field } from '../../testing/customers/profiles.testing.ts'
import { byId, segment } from '../../testing/customers/segments.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { customField } from '../../testing/things/fields.ts'
import { label } from '../../testing/things/labels.ts'
import { webhook } from '../../testing/things/webhooks.ts'

type Steps = Definition['steps']

let store: TestStore
let other: TestStore
beforeAll(async () => {
  store = await newStore()
  other = await newStore()
})

const create = (
  steps: Steps,
  changes: Partial<Definition> = {},
  by: TestStore | Awaited<ReturnType<TestStore['member']>> = store,
) => by.try(automations.create, { body: { definition: definitionOf(steps, changes) } })
const value = (field_id: number, to: string | number | null): Steps => [{ id: 1, kind: 'value', field_id, value: to }]
const note: Steps = [{ id: 1, kind: 'note', text: 'โทรถาม', follow_up_days: 2 }]

describe('a step that names something of another store is not found', () => {
  test.each<[string, () => Promise<Steps>]>([
    ['a label', async () => [labelStep(1, await label(other))]],
    ['a label of a branch', async () => [fork([{ id: 2, kind: 'label', label_id: await label(other), value: true }])]],
    ['a field', async () => value(await customField(other), 'ทอง')],
    ['a subscription', async () => [{ id: 1, kind: 'event', webhook_id: Number((await webhook(other)).id) }]],
  ])('%s', async (_, steps) => {
    expect((await create(await steps())).status).toBe(404)
  })
})

const fork = (yes: Extract<Steps[number], { kind: 'condition' }>['yes']): Steps[number] => ({
  ...{ id: 1, kind: 'condition', condition: { kind: 'rule', rule: { condition: 'and', rules: [hasName] } } },
  ...{ yes, no: [] },
})
const hasName = { kind: 'profile', field_id: field.firstName, operator: 'not_empty' } as const

describe('a step takes the right of staff who do the same by hand', () => {
  const without = (lacked: string) => store.member(permissions.filter((one) => one !== lacked))

  test.each<[string, string, () => Promise<Steps>]>([
    ['a note', 'cdp-core.profile.edit', async () => note],
    ['a value', 'cdp-core.profile.edit', async () => value(await customField(store), 'ทอง')],
    ['a label', 'cdp-core.label.read', async () => [labelStep(1, await label(store))]],
    [
      'an event',
      'cdp-core.api-key.create',
      async () => [{ id: 1, kind: 'event', webhook_id: Number((await webhook(store)).id) }],
    ],
  ])('%s', async (_, permission, steps) => {
    const refused = await create(await steps(), {}, await without(permission))
    expect(refused).toMatchObject({ status: 403, body: { error: 'forbidden', details: { permission } } })
  })

  test('a person without it saves other parts, and does not start it', async () => {
    const made = await store.call(automations.create, { body: { definition: definitionOf(note) } })
    const person = await without('cdp-core.profile.edit')
    const saved = await person.call(automations.update, {
      ...byId(made.id),
      body: { definition: definitionOf(note, { group: 'กลุ่ม' }), origin_time: made.updated_at },
    })
    expect(saved.faults).toMatchObject([{ kind: 'right', step: 1, permission: 'cdp-core.profile.edit' }])
    const body = { origin_time: saved.updated_at }
    expect((await person.try(automations.start, { ...byId(made.id), body })).body.error).toBe('automation_invalid')
  })
})

test('a value is stored as the field takes it, and rejected if it does not', async () => {
  const made = await create(value(field.birthDate, '1 ม.ค. 2543'))
  expect(made.body.definition.steps).toMatchObject([{ value: '2000-01-01' }])
  expect((await create(value(field.birthDate, 'เมื่อวาน'))).body).toMatchObject({
    error: 'automation_step',
    error_code: 438,
  })
})

test.each([
  ['a sensitive field', field.income],
  ['a field that tells customers apart', field.phone],
])('%s is no field of a step', async (_, id) => {
  expect((await create(value(id, 1))).body.error).toBe('automation_step')
})

test('a segment is no label of a step', async () => {
  const { id, name } = await segment(store, hasName)
  const refused = await create([labelStep(1, id)])
  expect(refused.body).toMatchObject({ error: 'automation_step', details: { subject: name } })
})

test('a label that an automation at work uses is deleted only after a confirmation', async () => {
  const { id } = await store.call(labels.create, { body: { name: 'ใช้อยู่', color: 'teal', type: 'general' } })
  const made = await store.call(automations.create, { body: { definition: definitionOf([labelStep(1, id)]) } })
  await store.call(automations.start, { ...byId(made.id), body: { origin_time: made.updated_at } })
  const refused = await store.try(labels.delete, { ...byId(id), query: {} })
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'label_in_use', details: { automations: [{ id: made.id }] } },
  })
})
