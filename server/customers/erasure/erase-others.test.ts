import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { expect, test } from 'vitest'
import { erase, rowsContaining } from '../../testing/customers/profile-erasure.testing.ts'
import { editsOf, field } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

// Traces of an erased person with a profile that they were merged into, or that had their phone before them.

const byId = (id: number) => ({ params: { id: String(id) } })

async function customer(store: TestStore, values: Record<number, string>): Promise<number> {
  return (await store.call(profiles.create, { body: { fields: editsOf(values) } })).id
}

test('rows of an undone import are erased, even if they were those of a profile that the person was merged into', async () => {
  const store = await newStore()
  const { firstName, lastName, phone, email } = field
  const values = ['กัญญาพัชรพิมล', 'เทพหัสดินวิเศษ', '089-765-4390', 'undone@secret.example']
  const [first = '', last = '', number = '', address = ''] = values
  const id = await customer(store, { [firstName]: first, [lastName]: last, [phone]: number, [email]: address })
  const other = await customer(store, { [firstName]: 'คนอื่น', [lastName]: 'รายอื่น', [phone]: '0811112222' })
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [id, other] } })
  const kept = { keep: other, fields: [] }
  const { merge_id } = await store.call(profileDuplicates.merge, { ...byId(pair.id), body: kept })
  const run = await importFile(store, `ชื่อ,นามสกุล,เบอร์โทร,อีเมล\n${values.join()}\n`, { keys: [phone] })
  await undone(store, run.id, run.real)
  await store.call(profileDuplicates.undoMerge, byId(merge_id))
  await erase(store, id)
  expect(await rowsContaining([...values, '897654390'])).toEqual([])
})

test('rows that were recorded as those of a customer whom an undo removed are erased', async () => {
  const store = await newStore()
  const { firstName, phone } = field
  const csv = 'ชื่อ,เบอร์โทร\nกัญญาพัชรพิมล,089-765-4391\n'
  const made = await importFile(store, csv, { keys: [phone] })
  // Another file with the same row, which changes nothing.
  await importFile(store, `${csv}คนอื่น,0811112222\n`, { keys: [phone], name: 'อีกไฟล์' })
  await undone(store, made.id, made.real)
  const id = await customer(store, { [firstName]: 'คนใหม่', [phone]: '0897654391' })
  await erase(store, id)
  expect(await rowsContaining(['กัญญาพัชรพิมล', '897654391', '89-765-4391'])).toEqual([])
})

test('the copy of a customer who had their phone when it was made is deleted', async () => {
  const store = await newStore()
  const { firstName, phone } = field
  const former = await customer(store, { [firstName]: 'คนก่อน', [phone]: '0897654300' })
  const body = { kind: 'copy' as const, source: 'branch' as const, profile_ids: [former] }
  const request = byId((await store.call(privacyRequests.create, { body })).id)
  await store.call(privacyRequests.identify, { ...request, body: { checks: ['member_card'] } })
  const { job_id } = await store.call(privacyRequests.copy, request)
  await jobEnded(store.storeId, job_id)
  const { updated_at: origin_time } = await store.call(profiles.get, byId(former))
  const fields = editsOf({ [phone]: '0811112222' })
  await store.call(profiles.update, { ...byId(former), body: { fields, origin_time } })
  await erase(store, await customer(store, { [firstName]: 'คนหลัง', [phone]: '0897654300' }))
  expect((await store.call(privacyRequests.get, request)).copy).toBeNull()
})
