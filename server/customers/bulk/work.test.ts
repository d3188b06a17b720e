import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../../core/api-error.ts'
import { inStore } from '../../database/db.ts'
import type { JobContext, JobHandlers } from '../../jobs/define.ts'
import { findJob, insertJob } from '../../jobs/queries.ts'
import { workJob } from '../../jobs/work.ts'
import { checksum, newLabel, people, undo } from '../../testing/customers/profile-bulk.testing.ts'
import { createDataSource, runOf } from '../../testing/imports/data-sources.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { profileBulkWorks } from './jobs.ts'
import { settleIds } from './targets.ts'
import { bulkWorker } from './work.ts'

const going = new AbortController().signal

/** A label for eight people, that no worker knows of: the test works it itself, two people in a block. */
async function waitingBulk(store: TestStore) {
  const ids = await people(store, ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ซ'])
  const label = await newLabel(store)
  const { core } = await testServer()
  const id = await inStore(core.pool, store.storeId, async (db) => {
    const request = { action: { type: 'add_labels', label_ids: [label] } }
    const row = { kind: 'profile_bulk' as const, request, total: ids.length, queued: true }
    const job = await insertJob(db, store.storeId, store.userId, row)
    await settleIds(db, store.storeId, job.id, ids)
    return job.id
  })
  const work = (workers: Partial<JobHandlers> = blocks(), signal = going) =>
    workJob(workers, core, store.storeId, id, signal)
  const get = () => store.call(jobs.get, { params: { id: String(id) } })
  const labelled = async () => (await store.call(labels.get, { params: { id: String(label) } })).target_count
  return { id, label, work, get, labelled }
}

/** The worker of bulk changes, with something done before each block. */
function blocks(before: (block: number) => Promise<void> = async () => {}): Partial<JobHandlers> {
  const worker = bulkWorker(2)
  let count = 0
  return {
    profile_bulk: {
      ...profileBulkWorks.profile_bulk,
      work: (working: JobContext<never>) =>
        worker({
          ...working,
          block: async (work) => {
            await before(++count)
            await working.block(work)
          },
        }),
    },
  }
}

const stopAt = (block: number) =>
  blocks(async (count) => {
    if (count === block) throw Object.assign(new Error('gone'), { code: '57P01' })
  })

test('a job resumes where a worker stopped, and repeats nothing', async () => {
  const store = await newStore()
  const { work, get, labelled } = await waitingBulk(store)
  await expect(work(stopAt(3))).rejects.toThrow('gone')
  expect(await get()).toMatchObject({ status: 'processing', done: 4, progress: 0.5 })
  await work()
  expect(await get()).toMatchObject({ status: 'completed', done: 8, changed: 8, skipped: 0 })
  expect(await labelled()).toBe(8)
  // A repeated call does nothing, because the job has ended.
  await work()
  expect(await get()).toMatchObject({ done: 8 })
})

test('a worker that lost its job to another commits nothing more', async () => {
  const store = await newStore()
  const { work, get, labelled } = await waitingBulk(store)
  // The other is still at it: once a job is over, its status alone would refuse the block.
  await work(
    blocks(async (count) => {
      if (count === 3) await expect(work(stopAt(2))).rejects.toThrow('gone')
    }),
  )
  expect(await get()).toMatchObject({ status: 'processing', done: 6, changed: 6 })
  await work()
  expect(await get()).toMatchObject({ status: 'completed', done: 8, changed: 8 })
  expect(await labelled()).toBe(8)
})

test('a job that is cancelled half-way keeps what is done, which can be undone', async () => {
  const store = await newStore()
  const { id, work, get, labelled } = await waitingBulk(store)
  const before = await checksum(store.storeId)
  const cancel = () => store.call(jobs.cancel, { params: { id: String(id) } })
  await work(
    blocks(async (count) => {
      if (count === 3) await cancel()
    }),
  )
  expect(await get()).toMatchObject({ status: 'cancel', done: 4, changed: 4, undoable_until: expect.any(String) })
  expect(await labelled()).toBe(4)
  expect((await store.try(jobs.cancel, { params: { id: String(id) } })).status).toBe(409)
  expect(await undo(store, id)).toMatchObject({ changed: 4 })
  expect(await checksum(store.storeId)).toBe(before)
})

test('a waiting job ends as soon as it is cancelled', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { id, work, get } = await waitingBulk(store)
  await store.call(jobs.cancel, { params: { id: String(id) } })
  expect(await get()).toMatchObject({ status: 'cancel', done: 0, undoable_until: null })
  await work()
  expect(await get()).toMatchObject({ status: 'cancel', done: 0 })
})

test('a job that is rejected fails with the reason', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { work, get } = await waitingBulk(store)
  const refuse = async () => {
    throw new ApiError('not_found')
  }
  await work({ profile_bulk: { work: refuse } })
  expect(await get()).toMatchObject({ status: 'failed', error: { error: 'not_found', message: expect.any(String) } })
})

test('a block is retried after a deadlock', async () => {
  const store = await newStore()
  const { work, get } = await waitingBulk(store)
  const worker = bulkWorker(8)
  let met = false
  await work({
    profile_bulk: {
      work: (working: JobContext<never>) =>
        worker({
          ...working,
          block: (work) =>
            working.block(async (db, client) => {
              const block = await work(db, client)
              if (met) return block
              met = true
              throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
            }),
        }),
    },
  })
  expect(await get()).toMatchObject({ status: 'completed', done: 8, changed: 8 })
})

test('while a bulk change works, another one and a run are refused', async () => {
  const store = await newStore()
  const [id] = await people(store, ['ฮ'])
  const source = await createDataSource(store, 'ชื่อ,เบอร์โทร\nก,0811111111\n', 'แฟ้ม')
  const params = { id: String(source.id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, source.id, run_id)
  await waitingBulk(store)
  const body = { target: { ids: [id!] }, action: { type: 'delete' as const } }
  expect((await store.try(profileBulk.start, { body })).body.error).toBe('profile_locked')
  expect((await store.try(importRun.run, { params, body: { run_id } })).body.error).toBe('pipeline_busy')
})

test('a filter is evaluated once: profiles that match later are not changed', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const [, second] = await people(store, ['นก', 'นก'])
  const label = await newLabel(store)
  const { core, admin } = await testServer()
  const id = await inStore(core.pool, store.storeId, async (db) => {
    const request = { action: { type: 'add_labels', label_ids: [label] }, filter: { keyword: 'นก' } }
    return (await insertJob(db, store.storeId, store.userId, { kind: 'profile_bulk', request, queued: true })).id
  })
  const change = async (count: number) => {
    if (count !== 2) return
    // One goes, one comes.
    await admin.query("update profile set first_name = 'กา' where store_id = $1 and id = $2", [store.storeId, second])
    await admin.query("insert into profile (store_id, first_name) values ($1, 'นก')", [store.storeId])
  }
  await workJob(blocks(change), core, store.storeId, id, going)
  expect(await jobOver(store, id)).toMatchObject({ total: 2, done: 2, changed: 2 })
})

test('a job is visible to readers of profiles, and can be cancelled by its author or anyone who may start one of its kind', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const { id } = await waitingBulk(store)
  const params = { id: String(id) }
  const reader = await store.member(['cdp-core.profile.read'])
  expect((await reader.call(jobs.get, { params })).id).toBe(id)
  expect((await reader.try(jobs.cancel, { params })).status).toBe(403)
  const importer = await store.member(['cdp-core.datasource.read', 'cdp-core.datasource.undo'])
  expect((await importer.try(jobs.cancel, { params })).status).toBe(403)
  const editor = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  await editor.call(jobs.cancel, { params })
})

test('the list is sorted newest first, and can be filtered by author or to active jobs', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const first = await waitingBulk(store)
  await first.work()
  const second = await waitingBulk(store)
  const ids = async (query: { active?: 'true'; mine?: 'true' }, who: Pick<TestStore, 'call'> = store) => {
    const { data } = await who.call(jobs.list, { query })
    return data.filter(({ kind }) => kind === 'profile_bulk').map(({ id }) => id)
  }
  expect(await ids({})).toEqual([second.id, first.id])
  expect(await ids({ active: 'true' })).toEqual([second.id])
  expect(await ids({ mine: 'true' }, await store.member(['cdp-core.profile.read']))).toEqual([])
})

test('jobs of another store are not found', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { id } = await waitingBulk(store)
  const other = await newStore()
  const params = { id: String(id) }
  for (const call of [jobs.get, jobs.cancel, jobs.undo]) expect((await other.try(call, { params })).status).toBe(404)
  const { core } = await testServer()
  expect(await inStore(core.pool, other.storeId, (db) => findJob(db, other.storeId, id))).toBeUndefined()
})
