import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { fieldConverter } from '../../customers/field-changes/convert-field.ts'
import { valueDeleter } from '../../customers/field-changes/delete-values.ts'
import { inStore } from '../../database/db.ts'
import type { JobContext } from '../../jobs/define.ts'
import { insertJob } from '../../jobs/queries.ts'
import { workJob } from '../../jobs/work.ts'
import { jobOver } from '../jobs.testing.ts'
import { coreOf, type TestStore } from '../store.testing.ts'
import { rowsOf } from './profiles.testing.ts'

// Fields with values, and the jobs that convert or clear them away.

const body = { field_name: 'points', display_name: 'แต้ม', data_type: 'String' as const }
export const activityFieldBody = { name: 'points', display_name: 'แต้ม', data_type: 'String' as const }
export const makeField = (store: TestStore, data_type: DataType = 'String') =>
  store.call(profileFields.create, { body: { ...body, data_type } })

/** People who have these values, by SQL alone. */
export const insertPeopleWith = (store: TestStore, id: number, values: string[]) =>
  rowsOf(
    store,
    `insert into profile (store_id, first_name, custom, sources)
      select $1, 'คนที่ ' || place, jsonb_build_object($2::text, value), jsonb_build_object($2::text, '["user", 1]'::jsonb)
      from unnest($3::text[]) with ordinality v (value, place) order by place`,
    String(id),
    values,
  )
export const valuesOf = async (store: TestStore, id: number) =>
  (
    await rowsOf<{ value: unknown }>(
      store,
      'select custom -> $2::text as value from profile where store_id = $1 order by id',
      String(id),
    )
  ).map(({ value }) => value)
export const keysOf = (store: TestStore, id: number) =>
  rowsOf<{ value: string }>(
    store,
    'select value from profile_key where store_id = $1 and field_id = $2 order by value',
    id,
  )
export const matchBy = (store: TestStore, id: number) =>
  rowsOf(
    store,
    `with made as (update profile_field set match_key = true where store_id = $1 and id = $2)
      insert into profile_key (store_id, field_id, value, profile_id)
      select store_id, $2, custom ->> $2::text, id from profile where store_id = $1`,
    id,
  )
export const numbers = (count: number) => Array.from({ length: count }, (_, n) => (n * 1000).toLocaleString('en'))
export const fieldNow = async (store: TestStore, id: number) =>
  (await store.call(profileFields.list, { query: { limit: '0' } })).data.find((one) => one.id === id)
export const change = async (
  store: TestStore,
  id: number,
  sent: { data_type?: DataType; display_name?: string; drop?: boolean },
) =>
  store.try(profileFields.update, {
    params: { id: String(id) },
    body: { ...sent, origin_time: (await fieldNow(store, id))!.updated_at! },
  })
export const remove = (store: TestStore, id: number) =>
  store.call(profileFields.delete, { params: { id: String(id) }, query: { confirm: 'true' } })
/** The job that an answer names, once it is over. */
export const overOf = (store: TestStore, { job_id }: { job_id: number | null }) => jobOver(store, job_id!)
export const startedConversion = async (store: TestStore) =>
  (await store.call(jobs.list, { query: { limit: '0' } })).data.map(({ id }) => id)

/** A job that no worker knows of: the test works it itself, two rows in a block. */
export async function waitingJob(store: TestStore, kind: 'field_convert' | 'field_delete', request: object) {
  const { pool } = await coreOf(store)
  const { id } = await inStore(pool, store.storeId, (db) =>
    insertJob(db, store.storeId, store.userId, { kind, request, queued: true }),
  )
  return { id, work: (before?: (block: number) => Promise<void>) => workIt(store, id, before) }
}

async function workIt(store: TestStore, id: number, before: (block: number) => Promise<void> = async () => {}) {
  let count = 0
  const watched = (working: JobContext<never>): JobContext<never> => ({
    ...working,
    block: async (work) => {
      await before(++count)
      await working.block(work)
    },
  })
  const workers = {
    field_convert: { work: (working: JobContext<never>) => fieldConverter(2)(watched(working)) },
    field_delete: { work: (working: JobContext<never>) => valueDeleter(2)(watched(working)) },
  }
  await workJob(workers, await coreOf(store), store.storeId, id, new AbortController().signal)
}

/** Worked up to a block, where the worker is lost. */
export const loseWorkerAt = (lost: number) => async (block: number) => {
  if (block === lost) throw Object.assign(new Error('gone'), { code: '57P01' })
}
