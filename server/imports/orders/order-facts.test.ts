import { beforeAll, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { findFile } from '../../formats/files/queries.ts'
import { createDataSource } from '../../testing/imports/data-sources.testing.ts'
import { openOrders, repeatedTotals } from '../../testing/imports/order-cases.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { type OrderColumns, orderFacts } from './order-facts.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

let named = 0
async function factsOf(content: string, columns: Partial<OrderColumns>) {
  const core = await coreOf(store)
  const { id } = await createDataSource(store, content, `ไฟล์ ${++named}`)
  const { admin } = await testServer()
  const { rows } = await admin.query('select file_id from data_source where store_id = $1 and id = $2', [
    store.storeId,
    id,
  ])
  const file = await inStore(core.pool, store.storeId, (db) => findFile(db, store.storeId, rows[0].file_id))
  return orderFacts(
    core.storage,
    file!,
    { order: 0, branch: null, amounts: [], date: null, buyers: [], ...columns },
    { timeZone: 'Asia/Bangkok', today: '2026-11-27', rows: file!.row_count! },
  )
}

test('amounts that differ within orders are those of lines', async () => {
  const facts = await factsOf(openOrders, { amounts: [7], date: 4, buyers: [3], item: 5 })
  expect(facts).toMatchObject({ orders: 6, lines: 9, buyers: 4, repeated_lines: 1, two_buyers: 0, two_days: 0 })
  expect(facts).toMatchObject({ first_day: '2025-11-02', last_day: '2025-11-12' })
  expect(facts!.amounts).toEqual([
    { column: 7, sum_of_lines: '3920', sum_of_totals: '2710', reading: 'line_amount', sure: true, unread: 0 },
  ])
})

test('an amount that all lines of most orders repeat is the total, and a refund has its own', async () => {
  const facts = await factsOf(repeatedTotals, { amounts: [5], date: 1, buyers: [3] })
  expect(facts).toMatchObject({ orders: 4, lines: 7, buyers: 2, first_day: '2025-11-05', last_day: '2025-11-07' })
  expect(facts!.amounts[0]).toMatchObject({
    sum_of_lines: '960',
    sum_of_totals: '420',
    reading: 'order_total',
    sure: true,
  })
})

test('the amounts of lines are taken where they make up the total of another column', async () => {
  const rows = [...Array(12).keys()].flatMap((order) => [
    `B${order},05/11/2568,0815550231,${order + 1}0.25,${order + 1}5.5`,
    `B${order},05/11/2568,0815550231,5.25,${order + 1}5.5`,
  ])
  const facts = await factsOf(`bill,date,phone,amount,net\n${rows.join('\n')}\n`, {
    amounts: [4, 3],
    date: 1,
    buyers: [2],
  })
  expect(facts).toMatchObject({ proposed: 1 })
  expect(facts!.amounts[0]).toMatchObject({ reading: 'order_total', sum_of_totals: '846', sure: true })
  expect(facts!.amounts[1]).toMatchObject({ reading: 'line_amount', sum_of_lines: '846', sure: true })
})

test('a total row at the end is left out, checked, and settles what the amounts mean', async () => {
  const rows = ['B1,0815550231,50', 'B1,0815550231,50', 'B2,0815550232,50', 'B2,0815550232,50']
  const facts = (total: string) =>
    factsOf(`bill,phone,amount\n${[...rows, total].join('\n')}\n`, { amounts: [2], buyers: [1] })
  expect(await facts('รวมทั้งสิ้น,,200')).toMatchObject({
    orders: 2,
    amounts: [{ reading: 'line_amount', sure: true }],
    totals: { rows: 1, amount: '200', agrees: true },
  })
  expect(await facts(',Total,100')).toMatchObject({ amounts: [{ reading: 'order_total', sure: true }] })
  expect(await facts('รวม,,170')).toMatchObject({
    orders: 2,
    amounts: [{ sure: false }],
    totals: { rows: 1, amount: '170', agrees: false },
  })
})

test('orders with two buyers or two days are counted, and a refund may have its own day', async () => {
  const rows = [
    'B1,01/11/2568,0815550231,50',
    'B1,01/11/2568,0815550232,50',
    'B2,01/11/2568,0815550231,50',
    'B2,02/11/2568,0815550231,50',
    'B3,09/11/2568,0815550231,-50',
    'B3,01/11/2568,,50',
  ]
  const facts = await factsOf(`bill,date,phone,amount\n${rows.join('\n')}\n`, { amounts: [3], date: 1, buyers: [2] })
  expect(facts).toMatchObject({ orders: 3, two_buyers: 1, two_days: 1, buyers: 2 })
})

test('a number that branches give out again belongs to its branch', async () => {
  const rows = ['B1,สีลม,0815550231,50', 'B1,อโศก,0815550232,50', ',สีลม,0815550231,20']
  const facts = await factsOf(`bill,branch,phone,amount\n${rows.join('\n')}\n`, {
    branch: 1,
    amounts: [3],
    buyers: [2],
  })
  expect(facts).toMatchObject({ orders: 2, two_buyers: 0, without_number: 1 })
})
