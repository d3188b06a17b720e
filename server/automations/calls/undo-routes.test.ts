import { automations } from '@ruam/contract/automations/automations.ts'
import { automationPeople } from '@ruam/contract/automations/people.ts'
import { automationUndo } from '@ruam/contract/automations/undo.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, expect, test } from 'vitest'

import { automationOf, pass } from '../../testing/automations/undo.testing.ts'
import { labelsOf, newLabel, people } from '../../testing/customers/profile-bulk.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let field: number
let tag: number
let ids: number[]
let automation: number

const wait = { id: 9, kind: 'wait' as const, length: { n: 5, unit: 'day' as const }, until: null }
const params = () => ({ params: { id: String(automation) } })
const preview = () => store.call(automationUndo.preview, params())

beforeEach(async () => {
  store = await newStore()
  const body = { field_name: 'level', display_name: 'ระดับ', data_type: 'String' as const }
  field = (await store.call(profileFields.create, { body })).id
  tag = await newLabel(store, 'กลับมาซื้อ')
  ids = await people(store, ['ก', 'ข', 'ค'])
  automation = await automationOf(store, [
    { id: 1, kind: 'label', label_id: tag, value: true },
    { id: 2, kind: 'value', field_id: field, value: 'เงิน' },
    { id: 3, kind: 'note', text: 'โทรถาม', follow_up_days: 1 },
    wait,
  ])
  await pass(store, automation, ids)
})

test('the preview counts what goes back and what stays, and taking back stops the automation and does that', async () => {
  await store.call(profiles.removeLabel, { params: { id: String(ids[0]), label: String(tag) } })
  const before = await preview()
  expect(before).toMatchObject({
    on_the_way: 3,
    labels: [{ id: tag, name: 'กลับมาซื้อ', removed: 2, returned: 0, kept: 1 }],
    values: [{ id: field, name: 'ระดับ', back: 3, kept: 0, closed: false }],
    notes: { open: 3, kept: 0 },
    ...{ messages: { messages: 0, people: 0 }, events: [], hidden: false, job_id: null, undone_at: null },
  })
  const line = await store.call(automationUndo.people, { ...params(), query: { what: 'label', of: String(tag) } })
  expect(line.data.map(({ profile, goes_back }) => [profile.id, goes_back])).toEqual([
    [ids[0], false],
    [ids[1], true],
    [ids[2], true],
  ])
  const body = { labels: [tag], fields: [field], notes: true, origin_time: before.updated_at }
  const { job_id } = await store.call(automationUndo.start, { ...params(), body })
  expect(await jobOver(store, job_id)).toMatchObject({
    status: 'completed',
    changed: 3,
    title: expect.stringContaining('เลิกทำ'),
  })
  const { status, on_the_way } = await store.call(automations.get, params())
  expect({ status, on_the_way }).toEqual({ status: 'stopped', on_the_way: 0 })
  expect(await labelsOf(store, ids[1]!)).toEqual([])
  const after = await preview()
  expect(after).toMatchObject({ on_the_way: 0, labels: [], values: [], notes: { open: 0, kept: 0 } })
  expect(after.undone_at).not.toBeNull()
})

test('nothing is taken back by a stale preview, a second time, or without the right to edit customers', async () => {
  const { updated_at: origin_time } = await preview()
  const body = { labels: [tag], fields: [field], notes: true, origin_time }
  const stale = { ...body, origin_time: '2026-01-01T00:00:00Z' }
  expect((await store.try(automationUndo.start, { ...params(), body: stale })).body.error).toBe('stale_edit')
  const sender = await store.member(['cdp-core.setting-line.read', 'cdp-core.broadcast.send'])
  expect((await sender.try(automationUndo.start, { ...params(), body })).status).toBe(403)
  await jobOver(store, (await store.call(automationUndo.start, { ...params(), body })).job_id)
  const again = { ...body, origin_time: (await preview()).updated_at }
  expect((await store.try(automationUndo.start, { ...params(), body: again })).body.error).toBe(
    'automation_undo_nothing',
  )
})

test('customers on the way are listed with what comes next, counted by step, and found by name', async () => {
  const { data, ...counts } = await store.call(automationPeople.list, { ...params(), query: {} })
  expect(counts).toMatchObject({
    ...{ total: 3, hidden: false, entered: 3, ended: [] },
    on_the_way: [{ version: 1, people: 3, step: { id: 9, kind: 'wait', wait: { n: 5, unit: 'day' } } }],
  })
  expect(data[0]).toMatchObject({ step: { id: 9 }, next: null, messages: 0, last_message: null, end_reason: null })
  const query = { keyword: 'ข' }
  const found = await store.call(automationPeople.list, { ...params(), query })
  expect(found.data.map(({ profile }) => profile.id)).toEqual([ids[1]])
  const reader = await store.member(['cdp-core.setting-line.read'])
  const hidden = await reader.call(automationPeople.list, { ...params(), query: {} })
  expect(hidden).toMatchObject({ data: [], hidden: true, entered: 3, on_the_way: [{ people: 3 }] })
})

test('a customer’s page has the way through each automation, with its cause and every act', async () => {
  const way = { params: { profile_id: String(ids[0]) } }
  const { data } = await store.call(automationPeople.profile, way)
  expect(data).toMatchObject([{ automation: { id: automation }, cause: { kind: 'friend' }, step: { id: 9 } }])
  expect(data[0]!.acts.map(({ kind, step }) => [kind, step?.id ?? null])).toEqual([
    ['entered', null],
    ['label', 1],
    ['value', 2],
    ['note', 3],
  ])
  expect(data[0]!.acts[1]!.step).toMatchObject({ name: 'กลับมาซื้อ', given: true })
  expect(data[0]!.acts[2]!.step).toMatchObject({ name: 'ระดับ', value: 'เงิน' })
})

test('ended runs are counted by their reason, and the history has the stop', async () => {
  await store.call(automations.stop, params())
  const list = await store.call(automationPeople.list, { ...params(), query: { state: 'ended', branch: 'none' } })
  expect(list).toMatchObject({ total: 3, on_the_way: [], ended: [{ branch: null, reason: 'stopped', people: 3 }] })
  expect(list.data[0]).toMatchObject({ step: null, next: null, end_reason: 'stopped' })
  const { data } = await store.call(automationPeople.history, { ...params(), query: {} })
  expect(data).toMatchObject([{ action: 'automation_stopped', user: { id: store.userId } }])
})

test('a draft of an explanation needs a message that was sent', async () => {
  const refused = await store.try(automationUndo.draftMessage, params())
  expect(refused.body.error).toBe('broadcast_nobody')
})
