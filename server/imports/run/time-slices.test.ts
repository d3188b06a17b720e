import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeAll, expect, test } from 'vitest'
import { createDataSource, runOf } from '../../testing/imports/data-sources.testing.ts'
import { coreOf, newStore, testServer } from '../../testing/store.testing.ts'
import type { TimeSlice } from '../../work/time-slice.ts'
import { runDataSource } from './run.ts'

const ROWS = 22
const BATCH = 5
const people = (rows: number) =>
  `ชื่อ,เบอร์โทร\n${Array.from({ length: rows }, (_, n) => `คน ${n},08${String(n).padStart(8, '0')}`).join('\n')}\n`

beforeAll(() => testServer({ batchRows: 1, turns: { least: 50, whole: 200 } }))

test('a run whose slice is always over writes a batch in each, stays active in between, and creates no duplicates', async () => {
  const { admin } = await testServer()
  const store = await newStore()
  const core = await coreOf(store)
  const { id } = await createDataSource(store, people(ROWS), 'ลูกค้า')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  const { rows } = await admin.query<{ id: number }>(
    `insert into run (store_id, run_id, data_source_id, kind, version, mapping, file_id, total)
     select store_id, run_id || 'x', data_source_id, 'real', version, mapping, file_id, total from run where run_id = $1 returning id`,
    [run_id],
  )
  await admin.query("update data_source set status = 'waiting' where store_id = $1 and id = $2", [store.storeId, id])
  const run = rows[0]!.id
  const now = async () =>
    (
      await admin.query<{ status: string; done: number; added: number }>(
        'select status, done, added from run where store_id = $1 and id = $2',
        [store.storeId, run],
      )
    ).rows[0]!
  // The test plays the queue.
  const given: unknown[] = []
  const enqueue = async (_db: unknown, name: unknown) => void given.push(name)
  let left = 0
  const turn: TimeSlice = { isOver: async () => true, leave: async () => void left++, share: async () => {} }
  const work = () =>
    runDataSource(
      { ...core, jobs: { enqueue } as never },
      store.storeId,
      run,
      new AbortController().signal,
      BATCH,
      turn,
    )
  const seen: number[] = []
  for (let turns = 0; turns < 10 && (await now()).status !== 'completed'; turns++) {
    await work()
    seen.push((await now()).done)
  }
  expect(seen).toEqual([5, 10, 15, 20, 22])
  expect(await now()).toEqual({ status: 'completed', done: ROWS, added: ROWS })
  expect([left, given.filter((name) => name === 'data-source-run')]).toEqual([4, Array(4).fill('data-source-run')])
  const made = await admin.query('select from profile where store_id = $1', [store.storeId])
  expect(made.rowCount).toBe(ROWS)
})

/** A store whose file has so many people and a mapping. */
async function mapped(rows: number) {
  const store = await newStore()
  const { id } = await createDataSource(store, people(rows), 'ลูกค้า')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const dryRun = async () => {
    const { run_id } = await store.call(importRun.dryRun, { params })
    const now = () => store.call(importRun.getRun, { params: { ...params, run_id }, query: {} })
    return { now, over: () => runOf(store, id, run_id) }
  }
  return { dryRun }
}

test('while the long dry runs of two stores keep their slots, the dry run of a third starts and ends', {
  tags: ['verify'],
}, async () => {
  const [one, other, third] = [await mapped(250), await mapped(250), await mapped(3)]
  const long = [await one.dryRun(), await other.dryRun()]
  const small = await third.dryRun()
  expect(await small.over()).toMatchObject({ status: 'completed' })
  for (const { now } of long) expect((await now()).status).toBe('processing')
  for (const { over } of long) expect(await over()).toMatchObject({ status: 'completed' })
})
