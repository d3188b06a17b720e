import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeAll, expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { createDataSource, importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  await testServer({ batchRows: 20 })
  store = await newStore()
})

const PEOPLE = 30

/** Rows of few people, so that later ones repeat or change earlier ones; some have no phone, some an unreadable date. */
function fileOf(seed: number, rows: number): string {
  const random = randomOf(seed)
  const lines = Array.from({ length: rows }, () => {
    const person = seed * 1000 + random.below(PEOPLE * 3)
    const phone = random.chance(0.1) ? 'ไม่มี' : `08${String(person * 7_919 + 10_000_000).slice(0, 8)}`
    const date = random.chance(0.2) ? 'วันหนึ่ง' : '1/2/2530'
    return `ญาดา${person},${phone},${date},${random.chance(0.3) ? 'ครู' : 'ค้าขาย'}`
  })
  return `ชื่อ,เบอร์โทร,วันเกิด,อาชีพ\n${lines.join('\n')}\n`
}

test('a preview shows every row on its page, with and without a record, as its run does', async () => {
  const { admin } = await testServer()
  for (const seed of [1, 2, 3]) {
    const { id, dry } = await importFile(store, fileOf(seed, 110), { name: `ไฟล์ ${seed}` })
    const params = { id: String(id), run_id: dry }
    const page = async (kind: 'dry' | undefined, status: 'all' | 'added', offset: number, limit: number) => {
      const query = { ...(kind && { kind }), status, offset: String(offset), limit: String(limit) }
      const { data, total } = await store.call(importRun.records, { params, query })
      return { rows: data.map((record) => [record.record_no, record.status]), total }
    }
    for (const status of ['all', 'added'] as const) {
      const whole = await page(undefined, status, 0, 100)
      expect(whole.rows.length).toBeGreaterThan(20)
      for (const [offset, limit] of [
        [0, 100],
        [0, 1],
        [5, 7],
        [19, 20],
        [whole.rows.length - 1, 10],
        [whole.total, 10],
      ] as const)
        expect(await page('dry', status, offset, limit)).toEqual(await page(undefined, status, offset, limit))
    }
    const { rows } = await admin.query<{ kind: string; records: number }>(
      `select r.kind, count(c.run)::int as records from run r left join run_record c on c.store_id = r.store_id and c.run = r.id
        and c.status = 'added' and c.unread is null where r.store_id = $1 and r.data_source_id = $2 group by 1 order by 1`,
      [store.storeId, id],
    )
    expect(rows).toEqual([
      { kind: 'dry', records: 0 },
      { kind: 'real', records: expect.any(Number) },
    ])
  }
})

test('a preview that a newer one replaced shows no rows', async () => {
  const { id } = await createDataSource(store, fileOf(9, 30), 'แทนที่')
  const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  await store.call(dataSources.putMapping, { params: { id: String(id) }, body: { mapping, match } })
  const { run_id } = await store.call(importRun.dryRun, { params: { id: String(id) } })
  await runOf(store, id, run_id)
  const params = { id: String(id), run_id }
  const shown = async () => (await store.call(importRun.records, { params, query: { limit: '10' } })).data.length
  expect(await shown()).toBe(10)
  await store.call(importRun.dryRun, { params: { id: String(id) } })
  expect(await shown()).toBe(0)
})
