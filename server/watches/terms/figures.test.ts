import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeAll, expect, test } from 'vitest'
import { createDataSource, runOf } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { figuresOfRun } from './figures.ts'

let store: TestStore
let fields: { branch: number; amount: number; type: number }
beforeAll(async () => {
  await testServer()
  store = await newStore()
  const field = async (display_name: string, data_type: 'String' | 'Number') =>
    (await store.call(activities.createField, { query: {}, body: { display_name, data_type } })).id
  const [branch, amount] = [await field('จุดขาย', 'String'), await field('ยอดสุทธิ', 'Number')]
  const type = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [branch, amount] } })
  fields = { branch, amount, type: type.id }
})

const header = 'ชื่อ,เบอร์โทร,วันที่ขาย,จุดขาย,ยอดสุทธิ'

let named = 0
/** Tries a file, and imports it if `real`. */
async function figuresOf(lines: readonly string[], real = false) {
  const { core, admin } = await testServer()
  const { id } = await createDataSource(store, `${[header, ...lines].join('\r\n')}\r\n`, `ไฟล์ ${++named}`)
  const params = { id: String(id) }
  const row = (column: number, destination_id: number, destination_type: 'system_profile' | 'custom_activity') => ({
    ...{ source_schema_id: String(column), destination_id, destination_type },
  })
  const mapping = [
    row(1, 1, 'system_profile'),
    row(2, 9, 'system_profile'),
    { source_schema_id: '3', destination_id: 24, destination_type: 'system_activity' as const },
    row(4, fields.branch, 'custom_activity'),
    row(5, fields.amount, 'custom_activity'),
  ]
  const body = { activity_id: fields.type, mapping, match: { keys: [9], mode: 'both' as const } }
  await store.call(dataSources.putMapping, { params, body })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  const { rows } = await admin.query('select id from run where store_id = $1 and run_id = $2', [store.storeId, run_id])
  const figures = await figuresOfRun(core, store.storeId, Number(rows[0].id))
  if (real) await runOf(store, id, (await store.call(importRun.run, { params, body: { run_id } })).run_id)
  return figures
}

/** Forty sales of as many people from nine o'clock on, of 50 baht each. */
const sales = Array.from({ length: 40 }, (_, no) => {
  const time = `${9 + Math.floor(no / 4)}:${15 * (no % 4) || '00'}`.padStart(5, '0')
  return `สุดา,08112200${10 + no},25/11/2569 ${time},${no < 30 ? 'สยาม' : 'อารีย์'},50.00`
})

test('figures are those of the file and of its dry run', async () => {
  expect(await figuresOf(sales, true)).toEqual({
    ...{
      columns: header.split(','),
      form: 'csv utf-8 , 1',
      rows: 40,
      unreadable: 0,
      repaired: 0,
      failed: 0,
      unnamed: 0,
    },
    ...{ equal: 0, repeated: 0, crowd: 1 / 40, held: 0, changed: 0, renamed: 0, added: 40 },
    ...{ newest: '2026-11-25', oldest: [{ column: 'วันที่ขาย', day: '2026-11-25' }], hours: { from: 540, to: 1125 } },
    ...{ sum: 2000, low: 50, totals: 0, unpaid: 0, negative: 0 },
    values: [
      { column: 'จุดขาย', value: 'สยาม', rows: 30 },
      { column: 'จุดขาย', value: 'อารีย์', rows: 10 },
    ],
    kinds: ['ชื่อ', 'เบอร์โทร', 'วันที่ขาย', 'จุดขาย', 'ยอดสุทธิ'].map((column) => ({
      ...{ column, kind: column === 'ชื่อ' || column === 'จุดขาย' ? 'letters' : 'digits', rows: 40 },
    })),
  })
})

test('rows that repeat, fail, total or have no customer are counted apart', async () => {
  const figures = await figuresOf([
    ...sales,
    sales[39]!,
    // A phone that lost its first 0, and one that is none.
    'มะลิ,811220099,25/11/2569 19:00,สยาม,-20.00',
    'กมล,08112,25/11/2569 19:10,สยาม,',
    ',,25/11/2568 19:20,สยาม,#VALUE!',
    // 41 sales without the refund of 20. Its missing date comes before its missing customer.
    'รวม,,,,2030.00',
  ])
  expect(figures).toMatchObject({
    rows: 45,
    added: 1,
    totals: 1,
    sum: 4060,
    equal: 1 / 45,
    negative: 1 / 45,
    unpaid: 2 / 45,
  })
  expect(figures).toMatchObject({ failed: 2 / 45, unnamed: 1 / 45, newest: '2026-11-25' })
  expect(figures.oldest).toEqual([{ column: 'วันที่ขาย', day: '2025-11-25' }])
  expect(figures.repaired).toBeCloseTo(1 / 42)
  // Imported before, all but the new customer and what failed.
  expect(figures.repeated).toBeCloseTo(40 / 45)
})

test('masked cells count as unreadable, and are of another kind than others of their column', async () => {
  const masked = sales.map((line, no) => (no < 2 ? line.replace(/,08112200(..),/, ',081xxxx0$1,') : line))
  const figures = await figuresOf(masked)
  expect(figures.unreadable).toBe(2 / 40 / 5)
  expect(figures.kinds.filter(({ column }) => column === 'เบอร์โทร')).toEqual([
    { column: 'เบอร์โทร', kind: 'digits', rows: 38 },
    { column: 'เบอร์โทร', kind: 'mixed', rows: 2 },
  ])
})

test('values of columns that only some may see are in no figure', async () => {
  const { core, admin } = await testServer()
  const field = async (display_name: string, data_type: 'String' | 'Number' | 'Date', sensitive: boolean) =>
    (await store.call(profileFields.create, { body: { display_name, data_type, sensitive } })).id
  const own = [
    await field('โรคประจำตัว', 'String', true),
    await field('วงเงินลับ', 'Number', true),
    await field('วันตรวจ', 'Date', true),
    await field('กลุ่ม', 'String', false),
    await field('บัตรผู้ปกครอง', 'String', false),
  ]
  const rows = Array.from({ length: 40 }, (_, no) => {
    const card = ['1112034563562', '9517812865702'][no % 2]
    return `08112299${10 + no},${no % 2 ? 'หอบ' : 'แพ้ถั่ว'},${1000 + no},2026-01-${10 + (no % 9)},${no % 2 ? 'ก' : 'ข'},${card}`
  })
  const content = `เบอร์โทร,โรคประจำตัว,วงเงินลับ,วันตรวจ,กลุ่ม,บัตรผู้ปกครอง\n${rows.join('\n')}\n`
  const { id } = await createDataSource(store, content, 'ประวัติ')
  const params = { id: String(id) }
  const custom = own.map((destination_id, place) => ({
    ...{ source_schema_id: String(place + 2), destination_id, destination_type: 'custom_profile' as const },
  }))
  const phone = { source_schema_id: '1', destination_id: 9, destination_type: 'system_profile' as const }
  const body = { mapping: [phone, ...custom], match: { keys: [9], mode: 'both' as const } }
  await store.call(dataSources.putMapping, { params, body })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  const found = await admin.query('select id from run where store_id = $1 and run_id = $2', [store.storeId, run_id])
  const figures = await figuresOfRun(core, store.storeId, Number(found.rows[0].id))
  expect(figures).toMatchObject({ rows: 40, sum: null, low: null, newest: null, oldest: [] })
  expect(figures.values.map(({ column }) => column)).toEqual(['กลุ่ม', 'กลุ่ม'])
  expect(figures.kinds.map(({ column }) => column)).toEqual(['เบอร์โทร', 'กลุ่ม'])
})

test('dates of a list may lie ahead, and count all the same', async () => {
  const { core, admin } = await testServer()
  const seen = await store.call(profileFields.create, { body: { display_name: 'มาล่าสุด', data_type: 'Date' } })
  const days = ['24/11/2026', '25/11/2026', '25/11/2027']
  const lines = days.map((day, no) => `081122888${no},${day}`)
  const { id } = await createDataSource(store, `เบอร์โทร,มาล่าสุด\n${lines.join('\n')}\n`, 'สมาชิก')
  const params = { id: String(id) }
  const mapping = [
    { source_schema_id: '1', destination_id: 9, destination_type: 'system_profile' as const },
    { source_schema_id: '2', destination_id: seen.id, destination_type: 'custom_profile' as const },
  ]
  await store.call(dataSources.putMapping, { params, body: { mapping, match: { keys: [9], mode: 'both' } } })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  const { rows } = await admin.query('select id from run where store_id = $1 and run_id = $2', [store.storeId, run_id])
  expect(await figuresOfRun(core, store.storeId, Number(rows[0].id))).toMatchObject({ newest: '2027-11-25', failed: 0 })
})
