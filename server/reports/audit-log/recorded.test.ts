import { roles } from '@ruam/contract/access/roles.ts'
import { beforeEach, expect, test } from 'vitest'
import { madeRole, roleParams } from '../../access/roles/roles.testing.ts'
import { bulk, newLabel, people } from '../../customers/bulk/profile-bulk.testing.ts'
import { newStore, type TestStore, testServer } from '../../platform/core/store.testing.ts'
import { exported } from '../exports/exports.testing.ts'

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
  await people(store, ['มานี', 'มานะ', 'ชูใจ'])
  const label = await newLabel(store)
  const rule = {
    condition: 'and' as const,
    rules: [{ kind: 'label' as const, operator: 'has_none' as const, label_ids: [label] }],
  }
  const filter = { keyword: 'มาน', rule }
  const { item } = await exported(store, { type: 'profile', file_type: 'csv', columns: ['id', 'citizenId'], filter })
  const chosen = { type: 'profile', file_type: 'csv' }
  const made = { ...chosen, rows: 2, size: item.size, sensitive: true }
  expect(await recorded('export_started')).toEqual({
    ...chosen,
    chosen: 0,
    filtered: true,
    keyword: true,
    labels: `${label}`,
  })
  expect(await recorded('export_completed')).toEqual({ ...made, columns: 2 })
  expect(await recorded('export_downloaded')).toEqual(made)
})

test('the audit log records the counts of an import when it ends', async () => {
  await people(store, ['มานี', 'มานะ'])
  const counts = { rows: 2, added: 2, updated: 0, duplicated: 0, held: 0, failed: 0, activities: 0 }
  expect(await recorded('run_ended')).toEqual({ run_id: expect.any(String), status: 'completed', ...counts })
})

test('the audit log records how many customers a bulk change reached when it ends', async () => {
  const ids = await people(store, ['มานี', 'มานะ'])
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
