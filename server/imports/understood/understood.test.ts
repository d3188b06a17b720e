import { activities } from '@ruam/contract/customers/activities.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { understanding } from '@ruam/contract/imports/understood.ts'
import { expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource } from '../../testing/imports/data-sources.testing.ts'
import { tillFiles } from '../../testing/imports/till-files.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

async function shop() {
  const store = await newStore()
  await store.call(activities.makePurchaseType)
  return store
}

/** Describes a file under its suggested mapping, with changes to it. */
async function described(store: TestStore, csv: string, change: object = {}) {
  const { id } = await createDataSource(store, csv, 'ขายหน้าร้าน')
  const { suggested } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  return store.call(understanding.describe, { params: { id: String(id) }, body: { ...suggested, ...change } })
}

const sum = ({ sum, count }: { sum: string; count: number }) => [count, Number(sum)]

firstCases(8)(tillFiles)('a till file is described with its customers, purchases and sum: $name', async (file) => {
  const { customers, purchases, lacks_type, keyless } = await described(await shop(), file.csv)
  expect([customers, sum(purchases!), lacks_type, keyless.count]).toEqual([
    { count: file.customers, exact: true },
    [file.purchases, file.sum],
    false,
    0,
  ])
})

const row = (no: string, name: string, phone: string, day: string, amount: string) =>
  `${no},${name},${phone},${day},${amount}`
const file = (...rows: string[]) => ['เลขที่บิล,ลูกค้า,เบอร์โทร,วันที่,ยอดเงิน', ...rows, ''].join('\n')

test('shows the effect of each way to count, and orders that wait', async () => {
  const csv = file(
    row('B1', 'กมล ใจดี', '0815550001', '01/11/2568', '100'),
    row('B1', 'กมล ใจดี', '0815550001', '01/11/2568', '50'),
    row('B2', 'ขวัญ ทองคำ', '0815550002', '02/11/2568', '70'),
    row('B2', 'ชาลี มั่นคง', '0815550003', '02/11/2568', '30'),
    row('B3', 'กมล ใจดี', '', '03/11/2568', '40'),
  )
  const { purchases, keyless, keys } = await described(await shop(), csv)
  const { ways, coming, waiting, orders, years } = purchases!
  expect(ways.map(({ way, possible, ...one }) => [way, ...sum(one), ...sum(one.waiting), possible])).toEqual([
    ['rows', 5, 290, 0, 0, true],
    ['lines', 3, 290, 2, 100, true],
    ['totals', 3, 210, 4, 170, false],
  ])
  expect([sum(coming), sum(waiting), sum(keyless), years]).toEqual([
    [1, 150],
    [1, 100],
    [1, 40],
    [{ year: 2025, count: 3 }],
  ])
  expect(orders.map(({ number, waits, lines }) => [number, waits, lines.map((line) => line.buyer)])).toEqual([
    ['B2', 'two_buyers', ['ขวัญ ทองคำ', 'ชาลี มั่นคง']],
    ['B1', null, [null, null]],
  ])
  expect(keys).toEqual([{ field_id: 9, usable: 4, deciding: 4 }])
})

test('counts cells that cannot be read by their column, and how names are split', async () => {
  const csv = 'ชื่อ-นามสกุล,เบอร์โทร,อีเมล\nคุณกมล ใจดี,0815550001,kamon@example.com\nขวัญ,0815550002,ไม่มี@\n'
  const { unread, names, purchases, first } = await described(await shop(), csv)
  expect([unread, purchases]).toEqual([[{ column: '3', count: 1 }], null])
  expect(names).toEqual({ split: 1, alone: 1, cell: 'คุณกมล ใจดี', parts: ['คุณ', 'กมล', 'ใจดี'] })
  expect(first[0]).toEqual({ key: '+66815550001', name: 'กมล ใจดี', contact: '+66815550001' })
})

test('tells a store without a type of purchases that its file shows some', async () => {
  const store = await newStore()
  const csv = tillFiles[0]!.csv
  expect((await described(store, csv)).lacks_type).toBe(true)
})

test('counts nothing of a column that the reader may not see', async () => {
  const store = await shop()
  const csv = 'ชื่อ,เลขบัตรประชาชน\nกมล,1112034563562\nขวัญ,9517812865702\nชาลี,9289218401108\n'
  const { id } = await createDataSource(store, csv, 'ลูกค้า')
  const params = { id: String(id) }
  const { suggested } = await store.call(dataSources.getMapping, { params })
  expect((await store.call(understanding.describe, { params, body: suggested })).keys).toEqual([
    { field_id: 10, usable: 3, deciding: 3 },
  ])
  const reader = await store.member(['cdp-core.datasource.read'])
  const seen = await reader.call(understanding.describe, { params, body: suggested })
  expect([seen.keys, JSON.stringify(seen).includes('1112034563562')]).toEqual([[], false])
})
