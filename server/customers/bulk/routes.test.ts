import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { expect, test } from 'vitest'
import { bulk, labelsOf, newLabel, people } from '../../testing/customers/profile-bulk.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

const FIRST_NAME = 1
const CITIZEN_ID = 10

test('a label is given to every profile that a filter matches, and the job counts them', async () => {
  const store = await newStore()
  const [a, b] = await people(store, ['มานี', 'มานะ', 'ชูใจ'])
  const label = await newLabel(store, 'VIP')
  const job = await bulk(store, { filter: { keyword: 'มาน' } }, { type: 'add_labels', label_ids: [label] })
  expect(job).toMatchObject({
    status: 'completed',
    total: 2,
    done: 2,
    changed: 2,
    skipped: 0,
    progress: 1,
    error: null,
  })
  expect(job.title).toBe('เพิ่มป้ายกำกับ VIP ให้ลูกค้า 2 ราย')
  expect(await labelsOf(store, a!)).toEqual([label])
  expect(await labelsOf(store, b!)).toEqual([label])
  expect((await store.call(labels.get, { params: { id: String(label) } })).target_count).toBe(2)
})

test('a change equals its preview', async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข', 'ค', 'ง'])
  const label = await newLabel(store)
  await bulk(store, { ids: ids.slice(0, 1) }, { type: 'add_labels', label_ids: [label] })
  for (const action of [
    { type: 'add_labels' as const, label_ids: [label] },
    { type: 'set_field' as const, field_id: FIRST_NAME, value: 'ค' },
    { type: 'remove_labels' as const, label_ids: [label] },
    { type: 'delete' as const },
  ]) {
    const target = { ids: ids.slice(0, 3) }
    const preview = await store.call(profileBulk.preview, { body: { target, action } })
    const job = await bulk(store, target, action)
    expect({ total: job.total, changes: job.changed }).toEqual({ total: preview.total, changes: preview.changes })
    expect(preview.sample).toHaveLength(3)
  }
})

test('a value is read as it is when typed into the profile', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข'])
  await bulk(store, { ids }, { type: 'set_field', field_id: 9, value: '089-999-9999' })
  const { data } = await store.call(profiles.list, { query: { keyword: '0899999999' } })
  expect(data.map(({ id }) => id).sort()).toEqual(ids)
})

test('a value that cannot be read is refused with the reason', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const ids = await people(store, ['ก'])
  const action = { type: 'set_field' as const, field_id: 8, value: '31/02/2567' }
  const { status, body } = await store.try(profileBulk.start, { body: { target: { ids }, action } })
  expect([status, body.error]).toEqual([400, 'values_invalid'])
})

test('deleted profiles are skipped and counted', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข'])
  await bulk(store, { ids: ids.slice(0, 1) }, { type: 'delete' })
  const job = await bulk(store, { ids }, { type: 'add_labels', label_ids: [await newLabel(store)] })
  expect(job).toMatchObject({ total: 2, changed: 1, skipped: 1 })
})

test('ten thousand profiles may be named, and no more', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { admin } = await testServer()
  const made = await admin.query<{ id: number }>(
    "insert into profile (store_id, first_name) select $1, 'คน ' || n from generate_series(1, 10000) n returning id",
    [store.storeId],
  )
  const ids = made.rows.map(({ id }) => id)
  const action = { type: 'add_labels' as const, label_ids: [await newLabel(store)] }
  expect(await bulk(store, { ids }, action)).toMatchObject({ total: 10_000, changed: 10_000 })
  const { status } = await store.try(profileBulk.start, { body: { target: { ids: [...ids, 1] }, action } })
  expect(status).toBe(400)
})

test('deleting asks for its own right, and sensitive fields for theirs', async () => {
  const store = await newStore()
  const ids = await people(store, ['ก'])
  const clerk = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  const refusal = async (action: { type: 'delete' } | { type: 'set_field'; field_id: number; value: null }) =>
    (await clerk.try(profileBulk.start, { body: { target: { ids }, action } })).status
  expect(await refusal({ type: 'delete' })).toBe(403)
  expect(await refusal({ type: 'set_field', field_id: CITIZEN_ID, value: null })).toBe(403)
  const remover = await store.member(['cdp-core.profile.delete'])
  const edit = { type: 'set_field' as const, field_id: FIRST_NAME, value: 'ข' }
  expect((await remover.try(profileBulk.start, { body: { target: { ids }, action: edit } })).status).toBe(403)
})

test('labels and profiles of another store are not found, and a segment is no label to give', async () => {
  const store = await newStore()
  const other = await newStore()
  const ids = await people(store, ['ก'])
  const segment = await newLabel(store)
  const { admin } = await testServer()
  await admin.query("update label set type = 'advanced' where store_id = $1 and id = $2", [store.storeId, segment])
  const foreign = await newLabel(other)
  const wrong = [
    [foreign, 404],
    [segment, 400],
  ] as const
  for (const [label, status] of wrong) {
    const action = { type: 'add_labels' as const, label_ids: [label] }
    expect((await store.try(profileBulk.start, { body: { target: { ids }, action } })).status).toBe(status)
  }
  const action = { type: 'delete' as const }
  expect((await other.try(profileBulk.start, { body: { target: { ids }, action } })).status).toBe(404)
})

test('deleted profiles are no target of a filter', async () => {
  const store = await newStore()
  const body = { target: { filter: { deleted: true } }, action: { type: 'delete' as const } }
  expect((await store.try(profileBulk.start, { body })).status).toBe(400)
})

test('a bulk change ends at once when its filter matches no profile', async () => {
  const store = await newStore()
  const job = await bulk(store, { filter: { keyword: 'ไม่มีใคร' } }, { type: 'delete' })
  expect(job).toMatchObject({ status: 'completed', total: 0, changed: 0, undoable_until: null })
})

test('searched and typed texts are deleted with the end of the job', async () => {
  const store = await newStore()
  await people(store, ['สมปอง'])
  const action = { type: 'set_field' as const, field_id: 2, value: 'ลับมาก' }
  const { id } = await bulk(store, { filter: { keyword: 'สมปอง' } }, action)
  const { admin } = await testServer()
  const kept = await admin.query('select request::text from job where store_id = $1 and id = $2', [store.storeId, id])
  expect(kept.rows[0].request).not.toMatch(/สมปอง|ลับมาก/)
  expect((await admin.query('select 1 from job_profile where store_id = $1', [store.storeId])).rowCount).toBe(0)
  expect((await store.call(jobs.get, { params: { id: String(id) } })).title).toContain('นามสกุล')
})
