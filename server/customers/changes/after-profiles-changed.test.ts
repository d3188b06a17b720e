import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { bulk, newLabel, people, undo } from '../../testing/customers/profile-bulk.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const byId = (id: number) => ({ params: { id: String(id) } })

async function hours(store: TestStore): Promise<Record<string, number>> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ name: string; value: number }>(
    `select metric || ' ' || channel as name, sum(value)::int as value from hourly_count
     where store_id = $1 and metric like 'profile%' group by 1`,
    [store.storeId],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Nine people who came, of whom six go in every way there is and two come back. */
async function comingAndGoing(): Promise<TestStore> {
  const store = await newStore()
  const [deleted, restored, kept, merged, split, erased] = await people(store, ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ'])
  const { id, real } = await importFile(store, 'ชื่อ,เบอร์โทร\nช,0999999991\nซ,0999999992\n', { name: 'ไฟล์ที่สอง' })
  await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'ฌ' }] } })
  await store.call(profiles.delete, byId(deleted!))
  await store.call(profiles.delete, byId(restored!))
  await store.call(profiles.restore, byId(restored!))
  for (const gone of [merged!, split!]) {
    const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept!, gone] } })
    const body = { keep: kept!, fields: [] }
    const { merge_id } = await store.call(profileDuplicates.merge, { ...byId(pair.id), body })
    if (gone === split) await store.call(profileDuplicates.undoMerge, byId(merge_id))
  }
  const { job_id } = await store.call(profileErasure.erase, { ...byId(erased!), body: { confirm: true } })
  await jobOver(store, job_id)
  await undone(store, id, real)
  return store
}

let shared: Promise<TestStore> | undefined
const cameAndWent = () => {
  shared ??= comingAndGoing()
  return shared
}

test('profiles that go or return are counted in their own hour, by reason', async () => {
  const store = await cameAndWent()
  expect(await hours(store)).toEqual({
    'profile import': 8,
    'profile user': 1,
    'profile_deleted user': 2,
    'profile_restored user': 1,
    'profile_merged user': 2,
    'profile_unmerged user': 1,
    'profile_erased user': 1,
    'profile_undone import': 2,
  })
})

test('a bulk deletion counts with all its people, and its undo too', async () => {
  const store = await newStore()
  const ids = await people(store, ['ก', 'ข', 'ค'], [await newLabel(store)])
  const { id } = await bulk(store, { ids }, { type: 'delete' })
  expect(await hours(store)).toEqual({ 'profile import': 3, 'profile_deleted user': 3 })
  await undo(store, id)
  expect(await hours(store)).toEqual({ 'profile import': 3, 'profile_deleted user': 3, 'profile_restored user': 3 })
})
