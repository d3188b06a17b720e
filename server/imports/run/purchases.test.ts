import { activities } from '@ruam/contract/customers/activities.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { MappingRow } from '@ruam/contract/imports/mapping.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

type Body = Sent<typeof dataSources.putMapping>['body']

let store: TestStore
beforeEach(async () => {
  // Small batches, so that equal rows meet each other over their ends.
  await testServer({ batchRows: 3 })
  store = await newStore()
})

const row = (column: number, destination_id: number, destination_type: MappingRow['destination_type']) => ({
  source_schema_id: String(column),
  destination_id,
  destination_type,
})

/** Purchases with an amount and a receipt number. */
async function purchases(): Promise<{ body: Body; receipt: number; type: number }> {
  const make = async (name: string, display_name: string, data_type: 'Number' | 'String') =>
    (await store.call(activities.createField, { query: {}, body: { name, display_name, data_type } })).id
  const total = await make('total', 'ยอดซื้อ', 'Number')
  const receipt = await make('receipt', 'เลขที่ใบเสร็จ', 'String')
  const type = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [total, receipt] } })
  const mapping = [
    row(1, 1, 'system_profile'),
    row(2, 9, 'system_profile'),
    row(3, 24, 'system_activity'),
    row(4, total, 'custom_activity'),
    row(5, receipt, 'custom_activity'),
  ]
  const match = { keys: [9], mode: 'both' as const }
  return { body: { activity_id: type.id, mapping, match }, receipt, type: type.id }
}

const header = 'ชื่อ,เบอร์โทร,วันที่ซื้อ,ยอด,ใบเสร็จ'
const sales = (lines: readonly string[]) => `${header}\n${lines.join('\n')}\n`
const yada = (day: string, amount: number, receipt = '') => `ญาดา,0812345670,${day},${amount},${receipt}`

let named = 0
async function run(file: string, body: Body) {
  const { id } = await createDataSource(store, file, `ไฟล์ ${++named}`)
  const done = await runMapping(store, id, body)
  // The run equals its preview.
  expect(done.dryStats).toEqual(done.stats)
  return done
}

async function stored(): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query('select count(*)::int as count from activity where store_id = $1', [store.storeId])
  return rows[0].count
}

async function correctionOf(of: { id: number; real: string }): Promise<string> {
  const params = { id: String(of.id), run_id: of.real }
  return (await store.call(importRun.correction, { params, query: {} })).text()
}

/** Takes a run back, and waits until it is done. */
async function undo(of: { id: number; real: string }): Promise<void> {
  const params = { id: String(of.id), run_id: of.real }
  await store.call(importUndo.undo, { params })
  await until(async () => (await store.call(importRun.getRun, { params, query: {} })).undone_at !== null)
}

test('equal rows are as many purchases, over the ends of batches too, and the same file again adds none', async () => {
  const { body } = await purchases()
  const file = sales([...Array(7).fill(yada('01/02/2567', 90)), yada('02/02/2567', 90)])
  expect((await run(file, body)).stats).toMatchObject({ added: 1, updated: 7, activities: 8 })
  expect((await run(file, body)).stats).toMatchObject({ updated: 0, duplicated: 8, activities: 0 })
  expect(await stored()).toBe(8)
})

test('a file with one more of the same purchase adds the one, and one with fewer adds none', {
  tags: ['verify'],
}, async () => {
  const { body } = await purchases()
  await run(sales(Array(2).fill(yada('01/02/2567', 90))), body)
  expect((await run(sales(Array(5).fill(yada('01/02/2567', 90))), body)).stats.activities).toBe(3)
  expect((await run(sales([yada('01/02/2567', 90)]), body)).stats.activities).toBe(0)
  expect(await stored()).toBe(5)
})

test('rows that are said to repeat are one purchase', { tags: ['verify'] }, async () => {
  const { body } = await purchases()
  const once: Body = { ...body, equal_activities: 'once' }
  const file = sales([...Array(5).fill(yada('01/02/2567', 90)), yada('02/02/2567', 90)])
  expect((await run(file, once)).stats.activities).toBe(2)
  expect((await run(file, once)).stats.activities).toBe(0)
})

test('a receipt number identifies a purchase: the same number is imported once, each row without one is a purchase', {
  tags: ['verify'],
}, async () => {
  const { body, receipt } = await purchases()
  const keyed: Body = { ...body, activity_key: receipt }
  const file = sales([
    yada('01/02/2567', 90, 'R1'),
    yada('01/02/2567', 90, 'R2'),
    yada('01/02/2567', 95, 'R1'),
    yada('03/02/2567', 90, 'R1'),
    yada('01/02/2567', 10),
    yada('01/02/2567', 10),
    `มานี,0899999999,01/02/2567,90,R1`,
  ])
  expect((await run(file, keyed)).stats.activities).toBe(5)
  expect((await run(file, keyed)).stats.activities).toBe(0)
  expect((await run(sales([yada('05/02/2567', 1, 'R3'), yada('05/02/2567', 1, 'R2')]), keyed)).stats.activities).toBe(1)
})

test('the field that identifies activities needs a column', async () => {
  const { body, receipt } = await purchases()
  const { id } = await createDataSource(store, sales([yada('01/02/2567', 90)]), 'ก')
  const mapping = body.mapping.filter((one) => one.destination_id !== receipt)
  const reply = await store.try(dataSources.putMapping, {
    params: { id: String(id) },
    body: { ...body, mapping, activity_key: receipt },
  })
  expect(reply.body).toMatchObject({ error: 'mapping_invalid' })
})

test('a corrected row of a correction file is one more purchase in addition to the equal ones', {
  tags: ['verify'],
}, async () => {
  const { body } = await purchases()
  const broken = 'ญาดา,081234,01/02/2567,90,'
  const file = sales([yada('01/02/2567', 90), broken, yada('01/02/2567', 90), broken])
  const first = await run(file, body)
  expect(first.stats).toMatchObject({ failed: 2, activities: 2 })
  const mendedOne = (await correctionOf(first)).replace('081234,', '0812345670,')
  const second = await run(mendedOne, body)
  expect(second.stats).toMatchObject({ failed: 1, activities: 1 })
  // A correction of the correction goes on counting.
  const mended = (await correctionOf(second)).replace('081234,', '0812345670,')
  expect((await run(mended, body)).stats.activities).toBe(1)
  expect(await stored()).toBe(4)
  // Nothing of it comes in twice, in whatever shape.
  expect((await run(mended, body)).stats.activities).toBe(0)
  expect((await run(sales(Array(4).fill(yada('01/02/2567', 90))), body)).stats.activities).toBe(0)
})

test('a mended row counts behind those that its file has met, too', { tags: ['verify'] }, async () => {
  const { body } = await purchases()
  await run(sales(Array(2).fill(yada('01/02/2567', 90))), body)
  const again = await run(sales([yada('01/02/2567', 90), yada('01/02/2567', 90), 'ญาดา,081234,01/02/2567,90,']), body)
  expect(again.stats).toMatchObject({ failed: 1, activities: 0 })
  const mended = (await correctionOf(again)).replace('081234,', '0812345670,')
  expect((await run(mended, body)).stats.activities).toBe(1)
  expect(await stored()).toBe(3)
})

test('an undo removes just the purchases that its run added', async () => {
  const { body } = await purchases()
  await run(sales(Array(2).fill(yada('01/02/2567', 90))), body)
  const more = await run(sales(Array(5).fill(yada('01/02/2567', 90))), body)
  await undo(more)
  expect(await stored()).toBe(2)
  expect((await run(sales(Array(5).fill(yada('01/02/2567', 90))), body)).stats.activities).toBe(3)
})
