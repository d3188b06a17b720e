import { Readable } from 'node:stream'
import { exports } from '@ruam/contract/reports/exports.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { label } from './labels.ts'

/** A job that no worker knows of, so that it stays where it is; of a kind that keeps nothing else from beginning, and held up. */
export async function waitingJob(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into job (store_id, kind, request, created_by, error)
     values ($1, 'duplicate_scan', '{"whole": true}', $2, '{"name": "internal", "details": {"reference": "ก"}}') returning id`,
    [store.storeId, store.userId],
  )
  return rows[0]!.id
}

/** A bulk change that the caller may make: without profile.edit there is only deleting. */
export async function bulkAction(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ permissions: string[] }>(
    `select r.permissions from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
     where m.store_id = $1 and m.user_id = $2`,
    [store.storeId, store.userId],
  )
  return rows[0]!.permissions.join() === 'cdp-core.profile.delete'
    ? { type: 'delete' as const }
    : { type: 'add_labels' as const, label_ids: [await label(store)] }
}

/** A bulk change that is over and can be undone. */
export async function doneBulk(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into job (store_id, kind, status, request, total, done, changed, created_by, finished_at)
     values ($1, 'profile_bulk', 'completed', $2, 1, 1, 1, $3, now()) returning id`,
    [store.storeId, { action: await bulkAction(store) }, store.userId],
  )
  return rows[0]!.id
}

/** An export of the store's owner that waits. */
export async function waitingExport(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `with j as (insert into job (store_id, kind, request, created_by, queued)
         values ($1, 'export', '{"type": "profile", "file_type": "csv", "language": "th"}', $2, true) returning id)
     insert into export (store_id, id, user_id, type, file_type, file_name, rights)
     select $1, id, $2, 'profile', 'csv', 'customers.csv', '{cdp-core.profile.download}' from j returning id`,
    [store.storeId, store.userId],
  )
  return rows[0]!.id
}

/** A completed export with its file. */
export async function doneExport(store: TestStore): Promise<number> {
  const { admin, core } = await testServer()
  const id = await waitingExport(store)
  const { key, size } = await core.storage.put(store.storeId, Readable.from([Buffer.from('number\n1\n')]), 100)
  await admin.query(
    `with j as (update job set status = 'completed', total = 1, done = 1 where store_id = $1 and id = $2)
     update export set storage_key = $3, size = $4, rows = 1 where store_id = $1 and id = $2`,
    [store.storeId, id, key, size],
  )
  return id
}

/** The secret of a link to the file of an export. */
export async function exportToken(store: TestStore): Promise<string> {
  const params = { id: String(await doneExport(store)) }
  return (await store.call(exports.link, { params })).url.split('/').at(-1)!
}
