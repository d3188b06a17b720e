import { importRun } from '@ruam/contract/imports/run.ts'
import type { RunRecord } from '@ruam/contract/imports/run-records.ts'
import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { extrasOf, ownFields, withExtras } from '../../testing/imports/colliding-extras.testing.ts'
import { collidingFile } from '../../testing/imports/colliding-files.testing.ts'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const FILES = Number(process.env.DRY_FILES ?? 2)
const SEED = Number(process.env.DRY_SEED ?? 20261120)
const ROWS = 300
/** Several batches a file, so that rows meet people of an earlier one. */
const BATCH_ROWS = 90

test(`the run does with each row what its preview shows (DRY_SEED=${SEED})`, {
  timeout: 900_000,
}, async () => {
  await testServer({ batchRows: BATCH_ROWS })
  const store = await newStore()
  const random = randomOf(SEED)
  const own = await ownFields(store)
  const extras = await extrasOf(store)
  let compared = 0
  for (let place = 0; place < FILES; place++) {
    const file = collidingFile(SEED + place, ROWS, own, place === 0)
    const { id } = await createDataSource(store, file.csv, `ไฟล์ ${place}`)
    const run = await runMapping(store, id, withExtras(file.mapping, extras, random))
    expect(run.stats).toEqual(run.dryStats)
    const [dry, real] = [await recordsOf(store, id, run.dry, { kind: 'dry' }), await recordsOf(store, id, run.dry)]
    expect([dry, real].map(newcomers)).toEqual([{ known: 0 }, { known: run.stats.added }])
    expect(real.map(withoutProfile)).toEqual(dry.map(withoutProfile))
    compared += real.length
  }
  console.log(`${FILES} files, ${compared} records compared by their number: 0 differ`)
})

/** By the id of the dry run alone, as the person who started the import has it. */
async function recordsOf(store: TestStore, id: number, run_id: string, which: { kind?: 'dry' } = {}) {
  const query = { limit: '0', ...which }
  return (await store.call(importRun.records, { params: { id: String(id), run_id }, query })).data
}

/** How many of the newcomers can be opened: none of a preview, which tells that it is one. */
const newcomers = (records: RunRecord[]) => ({
  known: records.filter(({ status, profile_id }) => status === 'added' && profile_id !== null).length,
})

/** Also removes ids of people whom a row of this file adds and a later row points to. */
const withoutProfile = ({ profile_id: _, conflict, ...record }: RunRecord) => ({
  ...record,
  conflict: conflict && { ...conflict, people: conflict.people.map(({ field_id, fields }) => ({ field_id, fields })) },
})
