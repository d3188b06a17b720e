import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { madeProfile, valueIn } from '../../testing/customers/profiles.testing.ts'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { exported } from '../../testing/reports/exports.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let numbers: number[]
beforeEach(async () => {
  await testServer({ batchRows: 2 })
  store = await newStore()
  const people = [await madeProfile(store, { 1: 'นก', 9: '0811111111' }), await madeProfile(store, { 1: 'กา' })]
  numbers = people.map(({ id }) => id)
})

const fileOf = async () =>
  (await exported(store, { type: 'profile', file_type: 'csv', columns: ['id', 'firstName', 'phone'] })).file.toString()

/** Imports a file as it is suggested. */
async function imported(into: TestStore, csv: string) {
  const { id } = await createDataSource(into, csv, `ไฟล์ ${Math.random()}`)
  const { mapping, match, number_column } = await into.call(dataSources.getMapping, { params: { id: String(id) } })
  return { number_column, ...(await runMapping(into, id, { mapping, match, number_column })) }
}

const get = (id: number) => store.call(profiles.get, { params: { id: String(id) } })

test('the customer number identifies the row, whatever else was changed in the file', async () => {
  const csv = (await fileOf()).replace('นก', 'นกใหม่').replace('+66811111111', '0822222222').replace('กา', 'กาใหม่')
  const run = await imported(store, `${csv}${numbers[0]},นกสุดท้าย,\n`)
  expect(run.dryStats).toEqual(run.stats)
  expect(run.stats).toMatchObject({ added: 0, updated: 3, failed: 0 })
  const [first, second] = [await get(numbers[0]!), await get(numbers[1]!)]
  expect([valueIn(first, 1), valueIn(first, 9), valueIn(second, 1)]).toEqual(['นกสุดท้าย', '+66822222222', 'กาใหม่'])
})

test('an unknown number creates no profile, nor does the number of a deleted or erased one', async () => {
  const csv = await fileOf()
  await store.call(profiles.delete, { params: { id: String(numbers[0]) } })
  const { job_id } = await store.call(profileErasure.erase, {
    params: { id: String(numbers[1]) },
    body: { confirm: true },
  })
  await jobEnded(store.storeId, job_id)
  const run = await imported(store, `${csv}x1,ใคร,\n`)
  expect(run.stats).toMatchObject({ added: 0, updated: 0, failed: 3 })
  const { data } = await store.call(importRun.records, {
    params: { id: String(run.id), run_id: run.real },
    query: { status: 'failed' },
  })
  expect(data.map(({ data }) => data[0]!.error !== null)).toEqual([true, true, true])
})

test('another store matches none of the numbers', async () => {
  const other = await newStore()
  const run = await imported(other, await fileOf())
  expect(run.number_column).toBeNull()
  // Rows identified only by the number are rejected.
  expect(run.stats).toMatchObject({ added: 1, failed: 1 })
})
