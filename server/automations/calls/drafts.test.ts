import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let label: number
beforeAll(async () => {
  store = await newStore()
  const body = { name: 'กลับมาซื้อ', color: 'teal', type: 'general' } as const
  label = (await store.call(labels.create, { body })).id
})

const definition = (changes: Partial<Definition> = {}): Definition => ({
  ...{ trigger: { kind: 'friend' }, repeat: { kind: 'once' }, channel_id: null, exit: null },
  ...{ group: null, imports: false, holdout: null },
  steps: [{ id: 1, kind: 'label', label_id: label, value: true }],
  ...changes,
})
const make = (changes: Partial<Definition> = {}, name?: string) =>
  store.call(automations.create, { body: { definition: definition(changes), ...(name && { name }) } })
const params = ({ id }: { id: number }) => ({ id: String(id) })

describe('a draft', () => {
  test('gets the first free number in its name if it has none', async () => {
    const other = await newStore()
    const names = []
    for (let n = 0; n < 2; n++) names.push((await other.call(automations.create, { body: {} })).name)
    expect(names).toEqual(['การทำงานอัตโนมัติ 1', 'การทำงานอัตโนมัติ 2'])
  })

  test('is listed with its steps and names what it refers to', async () => {
    const made = await make({}, 'ติดป้ายเพื่อน')
    expect(made).toMatchObject({
      status: 'draft',
      edition: 1,
      version: null,
      faults: [],
      may_edit: true,
      may_start: true,
    })
    expect(made.references.labels).toMatchObject([{ id: label, name: 'กลับมาซื้อ' }])
    const { results } = await store.call(automations.list, { query: { keyword: 'เพื่อน' } })
    expect(results).toMatchObject([{ id: made.id, steps: ['label'], on_the_way: 0, entered: 0, messages: 0 }])
  })

  test('is saved over the version that was read alone', async () => {
    const made = await make()
    const body = { definition: definition({ group: 'ต้อนรับ' }), origin_time: made.updated_at }
    const saved = await store.call(automations.update, { params: params(made), body })
    expect(saved).toMatchObject({ edition: 2, group: 'ต้อนรับ' })
    const stale = await store.try(automations.update, { params: params(made), body })
    expect(stale).toMatchObject({ status: 409, body: { error: 'stale_edit', details: { current: { edition: 2 } } } })
  })

  test('keeps its edition when its name or place changes', async () => {
    const made = await make()
    const body = { name: 'เปลี่ยนชื่อ', place: 4, origin_time: made.updated_at }
    expect(await store.call(automations.update, { params: params(made), body })).toMatchObject({ edition: 1, place: 4 })
  })

  test('cannot take the name of another one', async () => {
    await make({}, 'ซ้ำ')
    expect((await store.try(automations.create, { body: { name: ' ซ้ำ ' } })).body.error).toBe('name_taken')
  })

  test('is deleted, and one that was started is not', async () => {
    const made = await make()
    await store.call(automations.delete, { params: params(made) })
    const started = await start(await make())
    const refused = await store.try(automations.delete, { params: params(started) })
    expect(refused).toMatchObject({ status: 409, body: { error: 'automation_state' } })
  })
})

const start = ({ id, updated_at }: { id: number; updated_at: string }) =>
  store.call(automations.start, { params: { id: String(id) }, body: { origin_time: updated_at } })

test('an incomplete draft does not start, and each fault is at its place', async () => {
  const message: Definition['steps'][number] = {
    ...{ id: 7, kind: 'message', name: '', purpose_id: null, messages: [{ type: 'text', text: '' }] },
    ...{ quick_replies: [], stop_reply: true, notification_disabled: false, link_tracking: 'clicks' },
  }
  const wait: Definition['steps'][number] = { id: 8, kind: 'wait', length: { n: 0, unit: 'day' }, until: null }
  const made = await make({ trigger: null, steps: [message, wait] })
  expect(made.faults.map(({ kind, path, step }) => [kind, path, step])).toEqual([
    ['no_trigger', 'trigger', null],
    ['no_channel', 'channel_id', 7],
    ['no_purpose', 'steps.0.purpose_id', 7],
    ['message', 'steps.0.messages.0.text', 7],
    ['no_length', 'steps.1.length', 8],
  ])
  const body = { origin_time: made.updated_at }
  const refused = await store.try(automations.start, { params: params(made), body })
  expect(refused).toMatchObject({ status: 400, body: { error: 'automation_invalid', error_code: 434 } })
})

test('a deleted label is a fault of a draft, which can still be saved', async () => {
  const body = { name: 'จะลบ', color: 'teal', type: 'general' } as const
  const { id } = await store.call(labels.create, { body })
  const steps: Definition['steps'] = [{ id: 1, kind: 'label', label_id: id, value: true }]
  const made = await make({ steps })
  await store.call(labels.delete, { params: { id: String(id) }, query: { confirm: 'true' } })
  const update = { definition: definition({ steps, group: 'ก' }), origin_time: made.updated_at }
  const saved = await store.call(automations.update, { params: params(made), body: update })
  expect(saved.faults).toMatchObject([{ kind: 'deleted', path: 'steps.0.label_id', step: 1 }])
  const copied = await store.try(automations.create, { body: { definition: definition({ steps }) } })
  expect(copied.status).toBe(404)
})

test('an automation starts, pauses, resumes and stops', async () => {
  const made = await make()
  const started = await start(made)
  expect(started).toMatchObject({ status: 'active', version: 1, edited: false, may_start: true })
  expect(
    (await store.try(automations.start, { params: params(made), body: { origin_time: started.updated_at } })).body
      .error,
  ).toBe('automation_state')
  const act = async (call: 'pause' | 'resume' | 'stop') => {
    const { status, reason } = await store.call(automations[call], { params: params(made) })
    return [status, reason]
  }
  expect([await act('pause'), await act('resume'), await act('stop')]).toEqual([
    ['paused', 'user'],
    ['active', null],
    ['stopped', null],
  ])
  expect((await store.try(automations.resume, { params: params(made) })).body.error).toBe('automation_state')
})
