import { importRun } from '@ruam/contract/imports/run.ts'
import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { runMapping } from '../testing/imports/data-sources.testing.ts'
import { columnsOf, emptyLike, fileOf, randomStore, suggestionOf } from '../testing/reports/round-trip.testing.ts'
import { type TestStore, testServer } from '../testing/store.testing.ts'

const STORES = Number(process.env.EXPORT_STORES ?? 1)
const SEED = Number(process.env.EXPORT_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261122))
const SIZE = 12

test(`exported data returns unchanged, into its own store and into an empty one (EXPORT_SEED=${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  await testServer({ batchRows: 5 })
  let rows = 0
  for (let place = 0; place < STORES; place++) {
    const random = randomOf(SEED + place)
    const made = await randomStore(random, SIZE)
    const asked = {
      fileType: place % 2 ? ('xlsx' as const) : ('csv' as const),
      language: (place + (place >> 1)) % 2 ? ('en' as const) : ('th' as const),
    }
    const why = `EXPORT_SEED=${SEED + place} EXPORT_STORES=1, ${asked.fileType}, ${asked.language}`

    const all = await fileOf(made, 'profile', asked)
    const own = await suggestionOf(made.store, all.file, 'ของร้านเอง')
    expect(own.waits, why).toEqual([])
    const { mapping, match, row_labels, number_column } = own.answer
    expect([number_column, match.keys], why).toEqual(['1', []])
    const again = await runMapping(made.store, own.id, { mapping, match, row_labels, number_column })
    expect(await changedBy(made.store, again), why).toEqual([])
    expect(again.stats, why).toMatchObject({ added: 0, updated: 0, duplicated: SIZE, failed: 0 })

    const columns = columnsOf(made)
    const first = await fileOf(made, 'profile', asked, columns)
    const other = await emptyLike(made)
    const taken = await other.takeCustomers(first.file)
    expect([taken.waits, taken.stats], why).toMatchObject([[], { added: SIZE, failed: 0 }])
    const second = await fileOf(other, 'profile', asked, columnsOf({ ...other, shape: made.shape }))
    expect(second.header.slice(1), why).toEqual(first.header.slice(1))
    expect(
      second.rows.map(([, ...cells]) => cells),
      why,
    ).toEqual(first.rows.map(([, ...cells]) => cells))

    const whoOf = (file: { rows: string[][] }) => new Map(file.rows.map(([number], at) => [number!, at]))
    const acts = await fileOf(made, 'activity', asked)
    const brought = await other.takeActivities(acts.file, acts.header)
    expect(brought.stats, why).toMatchObject({ activities: SIZE, failed: 0 })
    const back = await fileOf(other, 'activity', asked)
    const told = (file: typeof acts, who: Map<string, number>) =>
      file.rows.map(([number, ...cells]) => JSON.stringify([who.get(number!), ...cells])).sort()
    expect(told(back, whoOf(second)), why).toEqual(told(acts, whoOf(first)))
    rows += first.rows.length + acts.rows.length
  }
  console.log(`${STORES} stores from seed ${SEED}, ${rows} rows: 0 differ`)
})

/** Changed and rejected rows of a run with their cells. */
async function changedBy(store: TestStore, { id, real }: { id: number; real: string }) {
  const params = { id: String(id), run_id: real }
  const { data } = await store.call(importRun.records, { params, query: { limit: '0' } })
  return data.filter(({ status }) => status !== 'duplicated').map(({ change, data }) => ({ change, data }))
}
