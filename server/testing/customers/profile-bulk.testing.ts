import type { Bulk } from '@ruam/contract/customers/bulk.ts'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { importFile } from '../imports/data-sources.testing.ts'
import { jobOver } from '../jobs.testing.ts'
import { type Member, type TestStore, testServer } from '../store.testing.ts'

let serial = 0

/** Profiles of a new import, one for each name; answers their ids in the order of the names. */
export async function people(store: TestStore, names: readonly string[], labels?: number[]): Promise<number[]> {
  const rows = names.map((name) => `${name},08${String(++serial).padStart(8, '0')}`)
  await importFile(store, `ชื่อ,เบอร์โทร\n${rows.join('\n')}\n`, { name: `นำเข้า ${++serial}`, labels })
  const { admin } = await testServer()
  const found = await admin.query<{ id: number }>(
    'select id from profile where store_id = $1 order by id desc limit $2',
    [store.storeId, names.length],
  )
  return found.rows.map(({ id }) => id).reverse()
}

export async function newLabel(store: TestStore, name = `ป้าย ${++serial}`): Promise<number> {
  return (await store.call(labels.create, { body: { name, color: 'teal', type: 'general' } })).id
}

/** Does a bulk change to its end and answers the job. */
export async function bulk(store: Member, target: Bulk['target'], action: Bulk['action']) {
  const { job_id } = await store.call(profileBulk.start, { body: { target, action } as never })
  return jobOver(store, job_id)
}

/** Takes a bulk change back and answers the job that did. */
export async function undo(store: Member, id: number) {
  const { job_id } = await store.call(jobs.undo, { params: { id: String(id) } })
  return jobOver(store, job_id)
}

/** Returns profiles, labels and counts of a store without the times that rise with every change. */
export async function checksum(storeId: number): Promise<string> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ sum: string }>(
    `select md5(concat_ws('|',
      (select string_agg((to_jsonb(p) - 'updated_at')::text, ',' order by id) from profile p where store_id = $1),
      (select string_agg((to_jsonb(l) - 'taken_at')::text, ',' order by label_id, profile_id) from profile_label l where store_id = $1),
      (select string_agg(id || ':' || target_count, ',' order by id) from label where store_id = $1),
      (select string_agg(to_jsonb(k)::text, ',' order by field_id, value, profile_id) from profile_key k where store_id = $1),
      (select live from profile_total where store_id = $1))) as sum`,
    [storeId],
  )
  return rows[0]!.sum
}

export const labelsOf = async (store: Member, id: number) =>
  (await store.call(profiles.get, { params: { id: String(id) } })).labels.map((label) => label.id)
