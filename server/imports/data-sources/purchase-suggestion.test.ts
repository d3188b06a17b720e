import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { type TillFile, tillFiles } from '../../testing/imports/till-files.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

/** A store with the type that a new one is born with. */
async function shop(): Promise<{ store: TestStore; amount: number }> {
  const store = await newStore()
  const type = await store.call(activities.makePurchaseType)
  return { store, amount: type.fields.find(({ purpose }) => purpose === 'amount')!.id }
}

/** Purchases of a store and the people who made them. */
async function bought({ storeId }: TestStore, amount: number) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ purchases: number; customers: number; sum: number }>(
    `select count(*)::int as purchases, count(distinct profile_id)::int as customers, coalesce(sum((fields ->> $2)::numeric), 0)::float8 as sum
     from activity where store_id = $1`,
    [storeId, String(amount)],
  )
  return rows[0]!
}

async function suggested(store: TestStore, csv: string) {
  const { id } = await createDataSource(store, csv, 'ขายหน้าร้าน')
  return { id, ...(await store.call(dataSources.getMapping, { params: { id: String(id) } })).suggested }
}

async function importSuggested({ store, amount }: Awaited<ReturnType<typeof shop>>, { csv }: Pick<TillFile, 'csv'>) {
  const { id, ...body } = await suggested(store, csv)
  const { stats } = await runMapping(store, id, body)
  return { stats, ...(await bought(store, amount)) }
}

firstCases(3)(tillFiles)('the suggestion for a till file brings its purchases and their sum: $name', async (file) => {
  const { customers, purchases, sum } = await importSuggested(await shop(), file)
  expect({ customers, purchases, sum }).toEqual({
    customers: file.customers,
    purchases: file.purchases,
    sum: file.sum,
  })
})

const open = [
  'หมายเลขคำสั่งซื้อ,ชื่อผู้ใช้ (ผู้ซื้อ),ชื่อผู้รับ,หมายเลขโทรศัพท์,วันที่ทำการสั่งซื้อ,ชื่อสินค้า,จำนวน,ราคาสินค้าที่ชำระโดยผู้ซื้อ (THB),จังหวัด',
  ...['250.00 1', '640.00 2'].map(
    (amount) =>
      `2511A1,maliwan88,มะลิวรรณ ใจดี,0812345612,2025-11-02 10:05,แก้วกาแฟ,${amount.split(' ')[1]},${amount.split(' ')[0]},เชียงใหม่`,
  ),
  '2511A2,somchai_bkk,สมชาย ทองคำ,0898765478,2025-11-03 11:00,แก้วกาแฟ,1,250.00,เชียงใหม่',
  '2511A3,maliwan88,มะลิวรรณ ใจดี,0812345612,2025-11-09 18:30,ดริปเปอร์,1,890.00,เชียงใหม่',
  '2511A4,suda.k,สุดา แก้วงาม,0823334412,2025-11-10 09:12,แก้วกาแฟ,3,750.00,เชียงใหม่',
  '2511A4,suda.k,สุดา แก้วงาม,0823334412,2025-11-10 09:12,เมล็ดกาแฟ,1,320.00,เชียงใหม่',
  '2511A5,anan1979,อนันต์ มั่นคง,0861112255,2025-11-11 20:00,แก้วกาแฟ,1,250.00,เชียงใหม่',
  '2511A5,anan1979,อนันต์ มั่นคง,0861112255,2025-11-11 20:00,แก้วกาแฟ,1,250.00,เชียงใหม่',
  '2511A6,somchai_bkk,สมชาย ทองคำ,0898765478,2025-11-12 08:00,เมล็ดกาแฟ,1,320.00,เชียงใหม่',
].join('\n')

test('nine lines of six orders are six purchases of four buyers', { tags: ['verify'] }, async () => {
  const { customers, purchases, sum } = await importSuggested(await shop(), { csv: open })
  expect({ customers, purchases, sum }).toEqual({ customers: 4, purchases: 6, sum: 3920 })
})

test('rows with one order number are suggested as its lines, in a series named like the source', async () => {
  const { store } = await shop()
  const { lines, activity_key } = await suggested(store, open)
  expect({ ...lines, activity_key }).toMatchObject({
    ...{ order_column: '1', branch_column: null, line_amount: '8', order_total: null, item_column: '6' },
    ...{ quantity_column: '7', series: 'ขายหน้าร้าน', equal_elsewhere: 'ask', activity_key: null },
  })
})

test('sales by member code are purchases of known members, and unknown codes add nobody', {
  tags: ['verify'],
}, async () => {
  const one = await shop()
  const { store } = one
  const body = { field_name: 'member_code', display_name: 'รหัสสมาชิก', data_type: 'String' } as const
  await store.call(profileFields.create, { body })
  const people = [
    '000001,กมล,ใจดี',
    '000002,ขวัญ,ทองคำ',
    '000003,ชาลี,มั่นคง',
    '000004,ดวงใจ,แก้วงาม',
    '000005,สุดา,ศรีสุข',
    '000006,อนันต์,พงษ์ไพร',
  ]
  await importFile(store, ['รหัสสมาชิก,ชื่อ,นามสกุล', ...people].join('\n'), { name: 'สมาชิก' })
  const csv =
    'รหัสสมาชิก,วันที่ซื้อ,ยอดซื้อ\n000001,01/11/2568,250.00\n000002,01/11/2568,90.00\n000001,04/11/2568,310.00\n000009,05/11/2568,45.00'
  const { id, ...mapping } = await suggested(store, csv)
  expect(mapping.match.mode).toBe('existing')
  const { stats } = await runMapping(store, id, mapping)
  const { customers, purchases, sum } = await bought(store, one.amount)
  expect({ customers, purchases, sum, added: stats.added }).toEqual({ customers: 2, purchases: 3, sum: 650, added: 0 })
})

test.each([
  ['a list of members', 'ชื่อ,นามสกุล,เบอร์โทร,วันที่สมัคร,ยอดซื้อสะสม', 'กมล,ใจดี,0815550001,01/11/2568,1250.00'],
  ['birth dates', 'ชื่อ,นามสกุล,เบอร์โทร,วันเกิด,ยอดเงิน', 'กมล,ใจดี,0815550001,01/11/2525,1250.00'],
  ['the last purchase', 'ชื่อ,นามสกุล,เบอร์โทร,ซื้อล่าสุด,ยอดซื้อ', 'กมล,ใจดี,0815550001,01/11/2568,1250.00'],
])('a list of customers is no file of purchases: %s', async (_, header, row) => {
  const { store } = await shop()
  expect((await suggested(store, `${header}\n${row}\n`)).activity_id).toBeNull()
})

test('the amount of a sale is never a field of its customer, with or without a type of purchases', async () => {
  const csv = 'วันที่,ลูกค้า,เบอร์โทร,ยอดเงิน\n01/11/2568,กมล ใจดี,0815550001,250.00\n04/11/2568,กมล ใจดี,0815550001,90.00\n'
  const AMOUNT = 23
  for (const store of [await newStore(), (await shop()).store]) {
    const { mapping } = await suggested(store, csv)
    expect(
      mapping.filter(
        ({ destination_id, destination_type }) => destination_type === 'system_profile' && destination_id === AMOUNT,
      ),
    ).toEqual([])
  }
})
