import { fc, test as property } from '@fast-check/vitest'
import type { Bulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { describe, expect, test } from 'vitest'
import { bulk, checksum, labelsOf, newLabel, people, undo } from '../../testing/customers/profile-bulk.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { readValues } from '../profiles/read-values.ts'

const FIRST_NAME = 1

const valueAt = async (store: TestStore, id: number, field: number) =>
  (await store.call(profiles.get, { params: { id: String(id) } })).fields.find((shown) => shown.id === field)!.value

async function rename(store: TestStore, id: number, name: string) {
  const params = { id: String(id) }
  const { updated_at: origin_time } = await store.call(profiles.get, { params })
  await store.call(profiles.update, { params, body: { fields: [{ id: FIRST_NAME, value: name }], origin_time } })
}

test('an undo restores labels and marks the change as undone', async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข'])
  const label = await newLabel(store, 'VIP')
  const job = await bulk(store, { ids }, { type: 'add_labels', label_ids: [label] })
  expect(job.undoable_until).not.toBeNull()
  const undone = await undo(store, job.id)
  expect(undone).toMatchObject({ kind: 'bulk_undo', status: 'completed', total: 2, changed: 2, skipped: 0 })
  expect(undone.title).toBe('เลิกทำ: เพิ่มป้ายกำกับ VIP ให้ลูกค้า 2 ราย')
  expect(await labelsOf(store, ids[0]!)).toEqual([])
  const first = await store.call(jobs.get, { params: { id: String(job.id) } })
  expect(first).toMatchObject({ undoable_until: null, undone_at: expect.any(String) })
})

test('labels given to many and taken back leave the order of the list as it was, one given by hand does not', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข', 'ค'])
  const label = await newLabel(store)
  const order = async () =>
    (await store.call(profiles.list, { query: {} })).data.map(({ id, updated_at }) => [id, updated_at])
  const before = await order()
  const given = await bulk(store, { ids: ids.slice(0, 2) }, { type: 'add_labels', label_ids: [label] })
  expect(given.changed).toBe(2)
  expect(await order()).toEqual(before)
  await undo(store, given.id)
  expect(await order()).toEqual(before)
  await bulk(store, { ids }, { type: 'add_labels', label_ids: [label] })
  const taken = await bulk(store, { ids }, { type: 'remove_labels', label_ids: [label] })
  await undo(store, taken.id)
  expect(await order()).toEqual(before)
  await store.call(profiles.removeLabel, { params: { id: String(ids[0]), label: String(label) } })
  expect((await order())[0]![0]).toBe(ids[0])
})

test('a value set for many and taken back leaves the time of those who had it already', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const [had, other] = await people(store, ['ก', 'ข'])
  const timeOf = async (id: number) => (await store.call(profiles.get, { params: { id: String(id) } })).updated_at
  const before = await timeOf(had!)
  const job = await bulk(store, { ids: [had!, other!] }, { type: 'set_field', field_id: FIRST_NAME, value: 'ก' })
  expect(job).toMatchObject({ total: 2, changed: 1 })
  await undo(store, job.id)
  expect(await timeOf(had!)).toBe(before)
})

test('a value set for many and a deletion of many leave the order of the list as it was once they are undone', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข', 'ค', 'ง'])
  const order = async () =>
    (await store.call(profiles.list, { query: {} })).data.map(({ id, updated_at }) => [id, updated_at])
  const before = await order()
  const set = await bulk(store, { ids: ids.slice(0, 3) }, { type: 'set_field', field_id: FIRST_NAME, value: 'ทุกคน' })
  const deleted = await bulk(store, { ids: ids.slice(1) }, { type: 'delete' })
  await undo(store, deleted.id)
  await undo(store, set.id)
  expect(await order()).toEqual(before)
})

test('an undo does not restore the time of a profile that was changed since', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const [noted, other] = await people(store, ['ก', 'ข'])
  const label = await newLabel(store)
  const timeOf = async (id: number) => (await store.call(profiles.get, { params: { id: String(id) } })).updated_at
  const before = [await timeOf(noted!), await timeOf(other!)]
  const set = await bulk(store, { ids: [noted!, other!] }, { type: 'set_field', field_id: 2, value: 'ทุกคน' })
  await store.call(profiles.addLabels, { params: { id: String(noted) }, body: { label_ids: [label] } })
  const since = await timeOf(noted!)
  expect(await undo(store, set.id)).toMatchObject({ changed: 2 })
  expect(Date.parse(await timeOf(noted!))).toBeGreaterThan(Date.parse(since))
  expect(await timeOf(other!)).toBe(before[1])
})

test('a value that the undo of a deletion has brought back is offered again', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const ids = await people(store, ['กรรณิการ์'])
  const core = await coreOf(store)
  const offered = async () => {
    await readValues(core, store.storeId)
    const asked = { params: { field: 'firstName' }, query: { value: 'กรร' } }
    return (await store.call(profiles.searchField, asked)).data
  }
  expect(await offered()).toEqual(['กรรณิการ์'])
  for (const action of [
    { type: 'delete' as const },
    { type: 'set_field' as const, field_id: FIRST_NAME, value: 'อื่น' },
  ]) {
    const job = await bulk(store, { ids }, action)
    expect(await offered()).toEqual([])
    await undo(store, job.id)
    expect(await offered()).toEqual(['กรรณิการ์'])
  }
})

test('a change that was undone, is too old or had no effect cannot be undone', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const ids = await people(store, ['ก'])
  const action = { type: 'add_labels' as const, label_ids: [await newLabel(store)] }
  const once = await bulk(store, { ids }, action)
  await undo(store, once.id)
  const old = await bulk(store, { ids }, action)
  const { admin } = await testServer()
  await admin.query("update job set finished_at = now() - interval '31 days' where store_id = $1 and id = $2", [
    store.storeId,
    old.id,
  ])
  const nothing = await bulk(store, { ids }, action)
  for (const { id } of [once, old, nothing]) {
    const { status, body } = await store.try(jobs.undo, { params: { id: String(id) } })
    expect([status, body.error]).toEqual([409, 'job_not_undoable'])
  }
})

test('an undo keeps a value that was written since, and counts it', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข', 'ค'])
  const job = await bulk(store, { ids }, { type: 'set_field', field_id: FIRST_NAME, value: 'ทุกคน' })
  await rename(store, ids[1]!, 'แก้เอง')
  // Away and back by the same person: it was meant.
  await rename(store, ids[2]!, 'อื่น')
  await rename(store, ids[2]!, 'ทุกคน')
  expect(await undo(store, job.id)).toMatchObject({ total: 3, changed: 1, skipped: 2 })
  const names = await Promise.all(ids.map((id) => valueAt(store, id, FIRST_NAME)))
  expect(names).toEqual(['ก', 'แก้เอง', 'ทุกคน'])
})

test('an undo keeps a label that was taken and given again since', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const [kept, other] = await people(store, ['ก', 'ข'])
  const label = await newLabel(store)
  const job = await bulk(store, { ids: [kept!, other!] }, { type: 'add_labels', label_ids: [label] })
  await bulk(store, { ids: [kept!] }, { type: 'remove_labels', label_ids: [label] })
  await bulk(store, { ids: [kept!] }, { type: 'add_labels', label_ids: [label] })
  expect(await undo(store, job.id)).toMatchObject({ changed: 1, skipped: 1 })
  expect(await labelsOf(store, kept!)).toEqual([label])
  expect((await store.call(labels.get, { params: { id: String(label) } })).target_count).toBe(1)
})

test('an undo brings deleted profiles back, but not one that was restored and deleted again', async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข'])
  const job = await bulk(store, { ids }, { type: 'delete' })
  const params = { id: String(ids[1]) }
  await store.call(profiles.restore, { params })
  await store.call(profiles.delete, { params })
  expect(await undo(store, job.id)).toMatchObject({ changed: 1, skipped: 1 })
  const { total_all } = await store.call(profiles.list, { query: {} })
  expect(total_all).toBe(1)
})

test('an undo skips labels and fields that were deleted since', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const ids = await people(store, ['ก'])
  const label = await newLabel(store)
  const given = await bulk(store, { ids }, { type: 'add_labels', label_ids: [label] })
  const taken = await bulk(store, { ids }, { type: 'remove_labels', label_ids: [label] })
  await store.call(labels.delete, { params: { id: String(label) }, query: {} })
  for (const job of [taken, given]) expect(await undo(store, job.id)).toMatchObject({ status: 'completed', changed: 0 })
})

test('a member without permission to delete cannot undo another member’s deletion', async () => {
  const store = await newStore()
  const ids = await people(store, ['ก'])
  const job = await bulk(store, { ids }, { type: 'delete' })
  const clerk = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  const params = { id: String(job.id) }
  expect((await clerk.call(jobs.get, { params })).undoable_until).toBeNull()
  expect((await clerk.try(jobs.undo, { params })).status).toBe(403)
})

describe('bulk changes that are undone, the last one first, leave everything as it was', async () => {
  const place = fc.nat({ max: 7 })
  const histories = fc.array(
    fc.record({
      who: fc.uniqueArray(place, { minLength: 1, maxLength: 8 }),
      act: fc.oneof(
        fc.record({
          type: fc.constantFrom('add_labels' as const, 'remove_labels' as const),
          labels: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }),
        }),
        fc.record({ type: fc.constant('set_field' as const), field: fc.nat({ max: 2 }), value: fc.nat({ max: 3 }) }),
        fc.record({ type: fc.constant('delete' as const) }),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const scene = async () => {
    const store = await newStore()
    const labels = [await newLabel(store), await newLabel(store), await newLabel(store)]
    const ids = [
      ...(await people(store, ['ก', 'ข', 'ค', 'ง'], labels.slice(0, 2))),
      ...(await people(store, ['จ', 'ฉ', 'ช', 'ซ'])),
    ]
    const body = { field_name: 'member_no', display_name: 'เลขสมาชิก', data_type: 'String' as const }
    const own = (await store.call(profileFields.create, { body })).id
    const { admin } = await testServer()
    await admin.query('update profile_field set match_key = true where store_id = $1', [store.storeId])
    // Some have had a label taken away before, of an import or not.
    await bulk(store, { ids: ids.slice(2, 6) }, { type: 'add_labels', label_ids: [labels[2]!] })
    await bulk(store, { ids: ids.slice(0, 5) }, { type: 'remove_labels', label_ids: [labels[0]!, labels[2]!] })
    await bulk(store, { ids: ids.slice(0, 3) }, { type: 'set_field', field_id: own, value: 'ข1' })
    return { store, labels, ids, fields: [FIRST_NAME, 8, own] }
  }
  let made: ReturnType<typeof scene> | undefined
  const values = [
    ['ข1', 'ใหม่', null, 'ก'],
    ['2000-02-29', '2543-02-28', null, '1999-12-31'],
    ['ข1', 'ค2', null, '0812'],
  ]

  property.prop([histories], { numRuns: 3 })(
    'whatever they are',
    async (history) => {
      made ??= scene()
      const { store, labels, ids, fields } = await made
      const before = await checksum(store.storeId)
      const done: number[] = []
      for (const { who, act } of history) {
        const action: Bulk['action'] =
          act.type === 'delete'
            ? { type: 'delete' }
            : act.type === 'set_field'
              ? { type: 'set_field', field_id: fields[act.field]!, value: values[act.field]![act.value]! }
              : { type: act.type, label_ids: act.labels.map((label) => labels[label]!) }
        const job = await bulk(store, { ids: who.map((each) => ids[each]!) }, action)
        expect(job.status).toBe('completed')
        if (job.changed > 0) done.push(job.id)
      }
      for (const id of done.reverse()) expect(await undo(store, id)).toMatchObject({ status: 'completed', skipped: 0 })
      expect(await checksum(store.storeId)).toBe(before)
    },
    120_000,
  )
})
