import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { customField } from './fields.ts'
import { fresh, freshNumber, freshPhone } from './fresh.ts'

export async function profileId(store: TestStore): Promise<number> {
  const fields = [
    { id: 1, value: fresh('ลูกค้า') },
    { id: 9, value: freshPhone() },
  ]
  return (await store.call(profiles.create, { body: { fields } })).id
}

/** A profile with a change by hand of one of the store's own fields. */
export async function changedProfile(store: TestStore) {
  const id = String(await profileId(store))
  const field_id = await customField(store)
  const before = await store.call(profiles.get, { params: { id } })
  const body = { fields: [{ id: field_id, value: 'ก่อน' }], origin_time: before.updated_at }
  const { updated_at: origin_time } = await store.call(profiles.update, { params: { id }, body })
  const { data } = await store.call(profileHistory.list, { params: { id }, query: {} })
  return { params: { id, change_id: data[0]!.id }, body: { field_id, origin_time } }
}

export const viewDefinition = {
  keyword: '',
  sort_by: 'updated_at',
  sort_dir: 'desc' as const,
  columns: null,
}

/** A shared view. */
export async function profileView(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into profile_view (store_id, name, shared, definition, created_by) values ($1, $2, true, $3, $4) returning id, updated_at`,
    [store.storeId, fresh('มุมมอง'), { ...viewDefinition, filters: [] }, store.userId],
  )
  return rows[0]!
}

/** Two fresh profiles that a member with the right has marked as duplicates. */
export async function duplicatePair(store: TestStore) {
  const profile_ids = [await profileId(store), await profileId(store)]
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; low_id: number; high_id: number }>(
    `insert into profile_duplicate (store_id, low_id, high_id, score, reasons)
     values ($1, least($2::bigint, $3::bigint), greatest($2::bigint, $3::bigint), 1, '{chosen}') returning id, low_id, high_id`,
    [store.storeId, ...profile_ids],
  )
  return rows[0]!
}

export async function mergeOf(store: TestStore) {
  const { id, low_id, high_id } = await duplicatePair(store)
  const fields = [{ field_id: await customField(store), from: high_id }]
  return { params: { id: String(id) }, body: { keep: low_id, fields } }
}

export async function doneMerge(store: TestStore): Promise<number> {
  return (await store.call(profileDuplicates.merge, await mergeOf(store))).merge_id
}

/** A place that mentions the name of an erased customer. */
export async function erasureMention(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const text = `insert into erasure_mention (store_id, erased_id, place, field, row_key)
    values ($1, $2, 'label', 'name', $3) returning id`
  const number = freshNumber()
  return (await admin.query<{ id: number }>(text, [store.storeId, number, String(number)])).rows[0]!.id
}
