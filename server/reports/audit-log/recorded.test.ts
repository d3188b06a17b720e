import { people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { madeRole, memberWith, roleParams } from '../../testing/access/roles.testing.ts'
import { bulk, people as importPeople, newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { exported } from '../../testing/reports/exports.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

async function recorded(action: string): Promise<unknown> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ user_id: number; details: unknown }>(
    'select user_id, details from audit_log where store_id = $1 and action = $2',
    [store.storeId, action],
  )
  expect(rows.map(({ user_id }) => user_id)).toEqual([store.userId])
  return rows[0]!.details
}

test('the audit log records rows, columns, filter and size when an export ends and is downloaded', async () => {
  await importPeople(store, ['มานี', 'มานะ', 'ชูใจ'])
  const label = await newLabel(store)
  const rule = {
    condition: 'and' as const,
    rules: [{ kind: 'label' as const, operator: 'has_none' as const, label_ids: [label] }],
  }
  const filter = { keyword: 'มาน', rule }
  const { item } = await exported(store, { type: 'profile', file_type: 'csv', columns: ['id', 'citizenId'], filter })
  const chosen = { type: 'profile', file_type: 'csv' }
  const made = { ...chosen, rows: 2, size: item.size, sensitive: true }
  const selection = { filtered: true, keyword: true, labels: `${label}` }
  expect(await recorded('export_started')).toEqual({ ...chosen, chosen: 0, ...selection })
  expect(await recorded('export_completed')).toEqual({ ...made, columns: 2, ...selection })
  expect(await recorded('export_downloaded')).toEqual(made)
})

test('the audit log records the counts of an import when it ends', async () => {
  await importPeople(store, ['มานี', 'มานะ'])
  const counts = { rows: 2, added: 2, updated: 0, duplicated: 0, held: 0, failed: 0, activities: 0 }
  expect(await recorded('run_ended')).toEqual({ run_id: expect.any(String), status: 'completed', ...counts })
})

test('the audit log records rows, columns and sensitivity when an imported file or its correction is downloaded', async () => {
  const csv = 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน\nมานี,0812345678,1101700230716\nชูใจ,08,\n'
  const { id, real } = await importFile(store, csv)
  const params = { id: String(id) }
  await store.call(dataSources.downloadFile, { params })
  const content = { file_type: 'csv', columns: 3, sensitive: true }
  expect(await recorded('data_source_file_downloaded')).toEqual({ ...content, rows: 2, size: Buffer.byteLength(csv) })
  await store.call(importRun.correction, { params: { ...params, run_id: real }, query: {} })
  expect(await recorded('correction_downloaded')).toEqual({ ...content, run_id: real, rows: 1 })
})

test('the audit log records the permissions before and after when a member gets another role', async () => {
  const [before, after] = [await madeRole(store, ['cdp-core.profile.read']), await madeRole(store, [])]
  const member = await memberWith(store, before.id)
  await store.call(people.update, { params: { id: String(member.userId) }, body: { role_id: after.id } })
  expect(await recorded('member_role_changed')).toMatchObject({
    role_id_before: before.id,
    role_id: after.id,
    permissions_before: 'cdp-core.profile.read',
    permissions_after: '',
  })
})

test('the audit log records how many customers a bulk change reached when it ends', async () => {
  const ids = await importPeople(store, ['มานี', 'มานะ'])
  const label = await newLabel(store)
  await bulk(store, { ids }, { type: 'add_labels', label_ids: [label] })
  const counts = { status: 'completed', total: 2, done: 2, changed: 2 }
  expect(await recorded('bulk_ended')).toEqual({ type: 'add_labels', labels: `${label}`, ...counts })
})

test('the audit log records the permissions before and after when a role changes', async () => {
  const role = await madeRole(store, ['cdp-core.profile.read'])
  const body = { permissions: ['cdp-core.label.read' as const], origin_time: role.updated_at }
  await store.call(roles.update, { params: roleParams(store, role.id), body })
  expect(await recorded('role_changed')).toMatchObject({
    permissions_before: 'cdp-core.profile.read',
    permissions_after: 'cdp-core.label.read',
    renamed: false,
  })
})
