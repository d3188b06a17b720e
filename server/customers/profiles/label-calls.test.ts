import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

const label = async (store: TestStore, name: string) =>
  (await store.call(labels.create, { body: { name, color: 'teal', type: 'general' } })).id

async function segment(store: TestStore, name: string, profileId?: number) {
  const id = await label(store, name)
  await rowsOf(store, "update label set type = 'advanced' where store_id = $1 and id = $2", id)
  const given = "insert into profile_label (store_id, label_id, profile_id, source) values ($1, $2, $3, 'rule')"
  if (profileId) await rowsOf(store, given, id, profileId)
  return id
}

const counts = async (store: TestStore) => {
  const { data } = await store.call(labels.list, { query: { sort_by: 'name', sort_direction: 'asc' } })
  return Object.fromEntries(data.map(({ name, target_count }) => [name, target_count]))
}

const names = (profile: { labels: { name: string }[] }) => profile.labels.map(({ name }) => name)

test('labels given with a new profile are there and counted', async () => {
  const store = await newStore()
  const vip = await label(store, 'vip')
  const made = await madeProfile(store, { [field.firstName]: 'ก' }, [vip, vip])
  expect(names(made)).toEqual(['vip'])
  expect(await counts(store)).toEqual({ vip: 1 })
})

test('setting labels replaces the general ones and leaves segments', async () => {
  const store = await newStore()
  const [a, b] = [await label(store, 'a'), await label(store, 'b')]
  const made = await madeProfile(store, { [field.firstName]: 'ก' }, [a])
  await segment(store, 'รุ่นใหญ่', made.id)
  const params = { id: String(made.id) }
  const set = await store.call(profiles.setLabels, { params, body: { label_ids: [b] } })
  expect(names(set)).toEqual(['b', 'รุ่นใหญ่'])
  expect(set.updated_at > made.updated_at).toBe(true)
  expect(await counts(store)).toMatchObject({ a: 0, b: 1 })
  const again = await store.call(profiles.setLabels, { params, body: { label_ids: [b] } })
  expect(again.updated_at).toBe(set.updated_at)
})

test('writing back the labels that were read takes none away, not even one that lists hide', async () => {
  const store = await newStore()
  const [shown, hidden] = [await label(store, 'a'), await label(store, 'b')]
  const made = await madeProfile(store, { [field.firstName]: 'ก' }, [shown, hidden])
  const ruled = await segment(store, 'รุ่นใหญ่', made.id)
  await store.call(labels.setDisplay, { params: { id: String(hidden) }, body: { value: false } })
  const params = { id: String(made.id) }
  const read = await store.call(profiles.get, { params })
  expect(read.labels.map(({ id, display_enabled }) => [id, display_enabled])).toEqual([
    [shown, undefined],
    [hidden, false],
    [ruled, undefined],
  ])
  const written = await store.call(profiles.setLabels, { params, body: { label_ids: read.labels.map(({ id }) => id) } })
  expect(written).toEqual(read)
  expect(await counts(store)).toMatchObject({ a: 1, b: 1 })
})

test('a label that is not displayed is with a profile alone, and in no list', async () => {
  const store = await newStore()
  const hidden = await label(store, 'a')
  const made = await madeProfile(store, { [field.firstName]: 'ก' }, [hidden])
  await store.call(labels.setDisplay, { params: { id: String(hidden) }, body: { value: false } })
  const params = { id: String(made.id) }
  expect(names(await store.call(profiles.get, { params }))).toEqual(['a'])
  expect((await store.call(profiles.list, { query: {} })).data.map(names)).toEqual([[]])
  const target = { ids: [made.id] }
  const action = { type: 'remove_labels' as const, label_ids: [hidden] }
  expect((await store.call(profileBulk.preview, { body: { target, action } })).sample.map(names)).toEqual([[]])
  const other = await madeProfile(store, { [field.firstName]: 'ข' })
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [made.id, other.id] } })
  expect(pair.profiles.map(names)).toEqual([['a'], []])
  const merge = { params: { id: String(pair.id) }, body: { keep: other.id, fields: [] } }
  expect(names((await store.call(profileDuplicates.merge, merge)).profile)).toEqual(['a'])
  expect(await counts(store)).toEqual({ a: 1 })
})

test('giving and taking a label twice counts it once and writes it into the history once', async () => {
  const store = await newStore()
  const a = await label(store, 'a')
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const params = { id: String(made.id) }
  for (const _ of [1, 2]) await store.call(profiles.addLabels, { params, body: { label_ids: [a] } })
  expect(await counts(store)).toEqual({ a: 1 })
  for (const _ of [1, 2]) await store.call(profiles.removeLabel, { params: { ...params, label: String(a) } })
  expect(await counts(store)).toEqual({ a: 0 })
  const told = await rowsOf<{ changes: object }>(
    store,
    'select changes from profile_change where store_id = $1 order by id offset 1',
  )
  expect(told.map(({ changes }) => changes)).toEqual([
    { [`label:${a}`]: [false, true] },
    { [`label:${a}`]: [true, false] },
  ])
})

test('a label of an import that is given by hand as well belongs to the hand from then on', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const a = await label(store, 'a')
  await importFile(store, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n', { labels: [a] })
  const { data } = await store.call(profiles.list, { query: {} })
  const params = { id: String(data[0]!.id) }
  await store.call(profiles.addLabels, { params, body: { label_ids: [a] } })
  const held = await rowsOf(store, 'select source, run_id from profile_label where store_id = $1')
  expect(held).toEqual([{ source: 'manual_add', run_id: null }])
  expect(await counts(store)).toEqual({ a: 1 })
})

test('a label that was taken away comes back with the next import, and is counted once', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const a = await label(store, 'a')
  const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n'
  await importFile(store, csv, { labels: [a] })
  const { data } = await store.call(profiles.list, { query: {} })
  const params = { id: String(data[0]!.id) }
  const taken = await store.call(profiles.removeLabel, { params: { ...params, label: String(a) } })
  expect(names(taken)).toEqual([])
  await importFile(store, csv, { labels: [a], name: 'อีกครั้ง' })
  expect(names(await store.call(profiles.get, { params }))).toEqual(['a'])
  expect(await counts(store)).toEqual({ a: 1 })
})

test('a deleted profile counts for none of its labels until it is restored', async () => {
  const store = await newStore()
  const a = await label(store, 'a')
  const made = await madeProfile(store, { [field.firstName]: 'ก' }, [a])
  const params = { id: String(made.id) }
  await store.call(profiles.delete, { params })
  expect(await counts(store)).toEqual({ a: 0 })
  expect((await store.try(profiles.addLabels, { params, body: { label_ids: [a] } })).status).toBe(404)
  await store.call(profiles.restore, { params })
  expect(await counts(store)).toEqual({ a: 1 })
})

test("deleted labels and another store's are not found, segments are no labels to give, and nothing is given", async () => {
  const [store, other] = [await newStore(), await newStore()]
  const a = await label(store, 'a')
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const params = { id: String(made.id) }
  const wrong = [
    [await label(other, 'x'), 404],
    [await segment(store, 'seg'), 400],
    [2_147_483_647, 404],
  ] as const
  for (const [id, status] of wrong) {
    const body = { label_ids: [a, id] }
    expect((await store.try(profiles.addLabels, { params, body })).status).toBe(status)
    expect((await store.try(profiles.setLabels, { params, body })).status).toBe(status)
    expect((await store.try(profiles.removeLabel, { params: { ...params, label: String(id) } })).status).toBe(status)
  }
  expect(await counts(store)).toMatchObject({ a: 0 })
})

test('a segment that a profile has is neither given nor taken by hand', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const ruled = await segment(store, 'seg', made.id)
  const params = { id: String(made.id) }
  expect((await store.try(profiles.addLabels, { params, body: { label_ids: [ruled] } })).status).toBe(400)
  expect((await store.try(profiles.removeLabel, { params: { ...params, label: String(ruled) } })).status).toBe(400)
  expect(names(await store.call(profiles.setLabels, { params, body: { label_ids: [] } }))).toEqual(['seg'])
  expect(await rowsOf(store, 'select source from profile_label where store_id = $1')).toEqual([{ source: 'rule' }])
})

test('twenty people who give one label at once count it once', async () => {
  const store = await newStore()
  const a = await label(store, 'a')
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const params = { id: String(made.id) }
  await Promise.all(
    Array.from({ length: 20 }, () => store.call(profiles.addLabels, { params, body: { label_ids: [a] } })),
  )
  expect(await counts(store)).toEqual({ a: 1 })
})
