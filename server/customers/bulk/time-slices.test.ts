import { setTimeout as sleep } from 'node:timers/promises'
import { labels } from '@ruam/contract/customers/labels.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { beforeAll, expect, test } from 'vitest'
import { authorOf } from '../../core/principal.ts'
import { inStore } from '../../database/db.ts'
import type { JobContext, JobHandlers } from '../../jobs/define.ts'
import { insertJob } from '../../jobs/queries.ts'
import { startJob } from '../../jobs/start.ts'
import { workJob } from '../../jobs/work.ts'
import { bulk, newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import type { TimeSlice } from '../../work/time-slice.ts'
import { profileBulkWorks } from './jobs.ts'
import { settleIds } from './targets.ts'
import { bulkWorker } from './work.ts'

const BLOCK = 2
const BLOCK_MS = 100
const bulkOf = (rows: number) => bulkWorker(rows) as unknown as (working: JobContext<never>) => Promise<undefined>

/** Bulk changes of a few people in a block, each of which takes its time. */
const slow: Partial<JobHandlers> = {
  profile_bulk: {
    ...profileBulkWorks.profile_bulk,
    work: (working: JobContext<never>) =>
      bulkOf(BLOCK)({
        ...working,
        block: (work) =>
          working.block(async (db, client) => {
            await sleep(BLOCK_MS)
            return work(db, client)
          }),
      }),
  },
}

beforeAll(() => testServer({ works: slow, turns: { least: 150, whole: 500 } }))

const PEOPLE = 30

/** People of a store, past the import: it would begin a search for duplicates. */
async function people(store: TestStore, count: number): Promise<number[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    "insert into profile (store_id, first_name) select $1, 'คน ' || n from generate_series(1, $2) n returning id",
    [store.storeId, count],
  )
  return rows.map(({ id }) => id)
}

/** A label for each of these people, begun as the calls do it but for the lock, which lets one such job at a time begin. */
async function begin(store: TestStore, ids: readonly number[]) {
  const { core } = await testServer()
  const label = await newLabel(store)
  const request = { action: { type: 'add_labels', label_ids: [label] } }
  const id = await inStore(core.pool, store.storeId, async (db) => {
    const job = { kind: 'profile_bulk' as const, request, total: ids.length }
    const begun = await startJob(core, db, store.storeId, authorOf(store.userId), job)
    await settleIds(db, store.storeId, begun, ids)
    return begun
  })
  const over = () => jobOver(store, id)
  const labelled = async () => (await store.call(labels.get, { params: { id: String(label) } })).target_count
  return { id, over, labelled }
}

/** The long jobs of so many stores, begun at once. */
async function longJobs(count: number) {
  const ready = []
  for (let n = 0; n < count; n++) {
    const store = await newStore()
    ready.push({ store, ids: await people(store, PEOPLE) })
  }
  return Promise.all(ready.map(async ({ store, ids }) => ({ store, ...(await begin(store, ids)) })))
}

const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000

test('while the long jobs of two stores work, the small undo of a third begins within a second and ends within fifteen', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const few = await people(store, 3)
  const made = await bulk(store, { ids: few }, { type: 'add_labels', label_ids: [await newLabel(store)] })
  const long = await longJobs(2)
  await sleep(3 * BLOCK_MS)
  const { job_id } = await store.call(jobs.undo, { params: { id: String(made.id) } })
  const undone = await jobOver(store, job_id)
  expect(undone).toMatchObject({ status: 'completed', changed: 3 })
  expect(seconds(undone.created_at, undone.started_at!)).toBeLessThan(1)
  expect(seconds(undone.created_at, undone.finished_at!)).toBeLessThan(15)
  for (const { store: other, id } of long)
    expect((await other.call(jobs.get, { params: { id: String(id) } })).status).toBe('processing')
  for (const { over, labelled } of long) {
    expect(await over()).toMatchObject({ status: 'completed', done: PEOPLE, changed: PEOPLE, skipped: 0, error: null })
    expect(await labelled()).toBe(PEOPLE)
  }
})

test('the long jobs of more stores than there are places take turns, and all of them move', {
  tags: ['verify'],
}, async () => {
  const long = await longJobs(4)
  const done = () =>
    Promise.all(long.map(async ({ store, id }) => (await store.call(jobs.get, { params: { id: String(id) } })).done))
  await expect.poll(async () => Math.min(...(await done())), { timeout: 10_000 }).toBeGreaterThan(0)
  expect(Math.max(...(await done()))).toBeLessThan(PEOPLE)
  const ended = await Promise.all(long.map(({ over }) => over()))
  for (const job of ended) expect(job).toMatchObject({ status: 'completed', done: PEOPLE, changed: PEOPLE })
})

test('a long job comes to its end while more stores than there are places begin small ones without a pause', {
  tags: ['verify'],
}, async () => {
  const [long] = await longJobs(1)
  let goOn = true
  const busy = Array.from({ length: 4 }, async () => {
    const store = await newStore()
    const few = await people(store, 1)
    while (goOn) await (await begin(store, few)).over()
  })
  const ended = await long!.over()
  goOn = false
  await Promise.all(busy)
  expect(ended).toMatchObject({ status: 'completed', done: PEOPLE, changed: PEOPLE })
})

test('a store’s own jobs are worked one after the other, in their order, however often the first one leaves its place', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const ids = await people(store, PEOPLE / 3)
  const others = await longJobs(2)
  const own = [await begin(store, ids), await begin(store, ids), await begin(store, ids)]
  const ended = await Promise.all(own.map(({ over }) => over()))
  for (const [place, job] of ended.entries()) {
    expect(job).toMatchObject({ status: 'completed', done: ids.length, changed: ids.length })
    if (place > 0) expect(seconds(ended[place - 1]!.finished_at!, job.started_at!)).toBeGreaterThanOrEqual(0)
  }
  for (const { over } of others) await over()
})

test('an automatic search for duplicates lets jobs of users go first', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const ids = await people(store, 4)
  const { core } = await testServer()
  // A long job keeps the store's next ones waiting.
  const first = await begin(store, ids)
  const scan = await inStore(core.pool, store.storeId, (db) =>
    startJob(core, db, store.storeId, authorOf(store.userId), { kind: 'duplicate_scan', request: { whole: true } }),
  )
  const asked = await begin(store, ids)
  const [scanned, done] = await Promise.all([jobOver(store, scan), asked.over()])
  await first.over()
  expect(seconds(done.finished_at!, scanned.started_at!)).toBeGreaterThanOrEqual(0)
})

test('a job that is cancelled while it waits for its next turn ends with it, and the store’s next one begins', {
  tags: ['verify'],
}, async () => {
  const long = await longJobs(3)
  const last = long.at(-1)!
  const next = await begin(last.store, await people(last.store, 2))
  await last.store.call(jobs.cancel, { params: { id: String(last.id) } })
  expect((await last.over()).status).toBe('cancel')
  expect((await next.over()).status).toBe('completed')
  for (const { over } of long) await over()
})

/** A job that no queue holds, of six blocks. */
async function waiting() {
  const store = await newStore()
  const { core, admin } = await testServer()
  const ids = await people(store, 6 * BLOCK)
  const label = await newLabel(store)
  const id = await inStore(core.pool, store.storeId, async (db) => {
    const request = { action: { type: 'add_labels', label_ids: [label] } }
    const row = { kind: 'profile_bulk' as const, request, total: ids.length, queued: true }
    const job = await insertJob(db, store.storeId, store.userId, row)
    await settleIds(db, store.storeId, job.id, ids)
    return job.id
  })
  /** Collects enqueued jobs: the test plays the queue. */
  const given: number[] = []
  const enqueue = async (_db: unknown, _name: unknown, payload: unknown) => {
    given.push((payload as { job: number }).job)
  }
  const works = { profile_bulk: { ...profileBulkWorks.profile_bulk, work: bulkOf(BLOCK) } }
  const work = (turn: TimeSlice) =>
    workJob(works, { ...core, jobs: { enqueue } as never }, store.storeId, id, new AbortController().signal, turn)
  const get = () => store.call(jobs.get, { params: { id: String(id) } })
  const histories = async () =>
    (await admin.query('select from profile_change where store_id = $1 and job = $2', [store.storeId, id])).rowCount
  return { id, given, work, get, histories }
}

const over: TimeSlice = { isOver: async () => true, leave: async () => {}, share: async () => {} }

test('a job whose turn is always over does a block in each, stays at work in between, and comes to its end', async () => {
  const { id, given, work, get, histories } = await waiting()
  for (let block = 1; block <= 6; block++) {
    await work(over)
    expect(await get()).toMatchObject({ status: 'processing', done: block * BLOCK, error: null })
  }
  await work(over)
  expect(await get()).toMatchObject({ status: 'completed', done: 6 * BLOCK, changed: 6 * BLOCK })
  expect(given).toEqual(Array(6).fill(id))
  expect(await histories()).toBe(6 * BLOCK)
})

test('a place that cannot be left takes its block back with it, and what comes twice after one was left doubles nothing', async () => {
  const { given, work, get, histories } = await waiting()
  const lost = Object.assign(new Error('gone'), { code: '57P01' })
  const leave = () => Promise.reject(lost)
  await expect(work({ ...over, leave })).rejects.toThrow('gone')
  expect(await get()).toMatchObject({ status: 'processing', done: 0 })
  await work(over)
  // After a kill that the queue has not noticed, the old job runs again at the same time as the new one.
  await Promise.all([work(over), work(over), work(over)])
  const { done } = await get()
  expect(done).toBeLessThanOrEqual(6 * BLOCK)
  while ((await get()).status === 'processing') await work(over)
  expect(await get()).toMatchObject({ status: 'completed', done: 6 * BLOCK, changed: 6 * BLOCK })
  expect(await histories()).toBe(6 * BLOCK)
  expect(given.length).toBeGreaterThan(0)
})
