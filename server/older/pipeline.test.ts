import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { ErrorBody } from '@ruam/contract/errors/catalog.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { olderPipeline } from '@ruam/contract/older/pipeline.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource } from '../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

async function mapped(rows: string) {
  const { id } = await createDataSource(store, `ชื่อ,เบอร์โทร\n${rows}`, 'หน้าร้าน')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  return { id, params }
}

/** The runs of a data source once none is at work, the oldest first. */
const runsOf = (params: { id: string }) =>
  until(async () => {
    const { data } = await store.call(importRun.runs, { params, query: {} })
    return data.every(({ status }) => status !== 'pending' && status !== 'processing') && data.toReversed()
  })
const kinds = (runs: Awaited<ReturnType<typeof runsOf>>) => runs.map(({ kind, status }) => [kind, status])

test('a pipeline run imports the file: the real run follows its dry run, and answers to its id', async () => {
  const { id, params } = await mapped('มาลี,0891110001\n')
  const { run_id } = await store.call(olderPipeline.run, { body: { datasource_id: id } })
  expect(kinds(await runsOf(params))).toEqual([
    ['dry', 'completed'],
    ['real', 'completed'],
  ])
  const run = await store.call(importRun.getRun, { params: { ...params, run_id }, query: {} })
  expect([run.kind, run.stats.added]).toEqual(['real', 1])
  expect((await store.call(profiles.list, { query: {} })).total).toBe(1)
  const { data } = await store.call(auditLog.list, { query: { action: 'run_started' } })
  expect(data.map(({ user }) => user?.id)).toEqual([store.userId])
})

test.each([
  [true, [['dry', 'completed']], 0],
  [
    false,
    [
      ['dry', 'completed'],
      ['real', 'completed'],
    ],
    1,
  ],
] as const)('with failed rows and stop_on_failed %s, the runs are %j', async (stop_on_failed, runs, people) => {
  const { id, params } = await mapped('มาลี,0891110001\nสมชาย,08911\n')
  await store.call(olderPipeline.run, { body: { datasource_id: id, stop_on_failed } })
  expect(kinds(await runsOf(params))).toEqual(runs)
  expect((await store.call(profiles.list, { query: {} })).total).toBe(people)
})

test('a dry run of the newer API starts nothing by itself', async () => {
  const { params } = await mapped('มาลี,0891110001\n')
  await store.call(importRun.dryRun, { params })
  expect(kinds(await runsOf(params))).toEqual([['dry', 'completed']])
})

test('two concurrent pipeline runs import the file once', async () => {
  const { id, params } = await mapped('มาลี,0891110001\n')
  const body = { datasource_id: id }
  await Promise.all([store.try(olderPipeline.run, { body }), store.try(olderPipeline.run, { body })])
  await runsOf(params)
  expect((await store.call(profiles.list, { query: {} })).total).toBe(1)
})

test('a stop is refused when nothing runs, and for a data source that is not there', async () => {
  const { id } = await mapped('มาลี,0891110001\n')
  const stop = async (datasource_id: string) =>
    ((await store.try(olderPipeline.stop, { query: { datasource_id } })).body as ErrorBody).error
  expect(await stop(String(id))).toBe('data_source_status')
  expect(await stop('99999')).toBe('data_source_not_found')
})

test('a data source that is switched off is not run', async () => {
  const { id, params } = await mapped('มาลี,0891110001\n')
  await store.call(dataSources.setEnabled, { params, body: { value: false } })
  const refused = await store.try(olderPipeline.run, { body: { datasource_id: id } })
  expect(refused.body.error).toBe('data_source_disabled')
})
