import { activities } from '@ruam/contract/customers/activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

let files = 0
const row = (column: number, destination_id: number, more: object = {}) => ({
  source_schema_id: String(column),
  destination_id,
  destination_type: 'system_profile' as const,
  ...more,
})
const mapping = [row(1, 1), row(2, 9), row(3, 8, { empty: 'clear' }), row(4, 11)]
const match = { keys: [9], mode: 'both' as const }
const header = 'ชื่อ,เบอร์โทร,วันเกิด,อีเมล\n'
const csv = `${header}สมชาย,0811111111,--05-17,not-a-mail\nมานี,0822222222,1990-05-17,m@x.test\nเสีย,0811,1990-05-17,s@x.test\n`

async function importCsv(content: string, more: object = {}) {
  const { id } = await createDataSource(store, content, `ลูกค้า ${++files}`)
  return runMapping(store, id, { mapping, match, ...more })
}
const params = (run: { id: number; real: string }) => ({ id: String(run.id), run_id: run.real })
const textOf = async (run: { id: number; real: string }) =>
  Buffer.from(
    await (await store.call(importRun.correction, { params: params(run), query: {} })).arrayBuffer(),
  ).toString()
const people = async () => (await store.call(profiles.list, { query: {} })).data.map(({ fields }) => fields)

test('a row is imported without its unreadable optional cells, which are counted, listed and returned for correction', async () => {
  const run = await importCsv(csv)
  expect(run.dryStats).toEqual(run.stats)
  expect(run.stats).toMatchObject({ added: 2, failed: 1, unread_rows: 1, unread_cells: 2 })
  const query = { status: 'unread' as const }
  for (const kind of [{}, { kind: 'dry' as const }]) {
    const { data, total } = await store.call(importRun.records, { params: params(run), query: { ...query, ...kind } })
    expect(total).toBe(1)
    expect(data).toMatchObject([{ record_no: 1, status: 'added', data: [{ error: null }, { error: null }, {}, {}] }])
    expect(data[0]!.data.slice(2).map(({ error }) => typeof error)).toEqual(['string', 'string'])
  }
  const [, ...lines] = (await textOf(run)).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^สมชาย,0811111111,.*--05-17,not-a-mail,2,วันเกิด: .+ · อีเมล: .+$/)
  expect(lines[1]).toMatch(/^เสีย,0811,/)
})

test('an unreadable cell does not clear a value when empty cells of its column do', { tags: ['verify'] }, async () => {
  await importCsv(`${header}สมชาย,0811111111,1990-05-17,s@x.test\nมานี,0822222222,1990-05-17,m@x.test\n`)
  const run = await importCsv(csv)
  expect(run.stats).toMatchObject({ added: 0, updated: 0, duplicated: 2, failed: 1, unread_cells: 2 })
  expect(JSON.stringify(await people())).toContain('s@x.test')
})

test('the row fails when the mapping keeps rows with unreadable cells out', async () => {
  const run = await importCsv(csv, { unreadable_cells: 'fail' })
  expect(run.dryStats).toEqual(run.stats)
  expect(run.stats).toMatchObject({ added: 1, failed: 2, unread_rows: 0, unread_cells: 0 })
})

test('a corrected row fills the value and adds its activity once', { tags: ['verify'] }, async () => {
  const type = await store.call(activities.createType, {
    body: { name: 'ซื้อ', description: '', activity_field_ids: [] },
  })
  const rows = [...mapping, { source_schema_id: '5', destination_id: 24, destination_type: 'system_activity' as const }]
  const bought =
    'ชื่อ,เบอร์โทร,วันเกิด,อีเมล,วันที่ซื้อ\nสมชาย,0811111111,--05-17,s@x.test,2026-01-02\nมานี,0822222222,1990-05-17,m@x.test,2026-01-02\n'
  const first = await importCsv(bought, { mapping: rows, activity_id: type.id })
  expect(first.stats).toMatchObject({ added: 2, activities: 2, unread_cells: 1 })
  const corrected = (await textOf(first)).replace(/'?--05-17/, '1990-05-18')
  const second = await importCsv(corrected, { mapping: rows, activity_id: type.id })
  expect(second.dryStats).toEqual(second.stats)
  expect(second.stats).toMatchObject({ total: 1, updated: 1, activities: 0, unread_cells: 0 })
})

test('getMapping returns the choice that was saved', async () => {
  const { id } = await importCsv(csv, { unreadable_cells: 'fail' })
  const answer = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  expect(answer.unreadable_cells).toBe('fail')
})
