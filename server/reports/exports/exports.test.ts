import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { madeProfile } from '../../testing/customers/profiles.testing.ts'
import { csvRows, exported, listed, over, startedExport, workbookRows } from '../../testing/reports/exports.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let numbers: number[]
let own: Record<'score' | 'since' | 'agreed' | 'nick', number>
beforeAll(async () => {
  store = await newStore()
  const made = async (field_name: string, data_type: 'String' | 'Number' | 'Date' | 'Boolean') =>
    (await store.call(profileFields.create, { body: { field_name, display_name: `ช่อง ${field_name}`, data_type } })).id
  own = {
    score: await made('score', 'Number'),
    since: await made('since', 'Date'),
    agreed: await made('agreed', 'Boolean'),
    nick: await made('nick', 'String'),
  }
  const label = await store.call(labels.create, {
    body: { name: 'ลูกค้า "ประจำ"', description: '', color: 'gray', type: 'general' },
  })
  const people = [
    await madeProfile(
      store,
      {
        1: '=HYPERLINK("http://x")',
        2: "'=x",
        9: '0812345678',
        8: '1990-05-17',
        [own.score]: 12.5,
        [own.agreed]: true,
        [own.nick]: 'NULL',
      },
      [label.id],
    ),
    await madeProfile(store, { 1: 'กี่ "สอง"', 2: 'บรรทัด,หนึ่ง\nสอง', [own.since]: '1899-12-31', [own.agreed]: false }),
    await madeProfile(store, { 1: 'นก', 2: '-5', [own.score]: 0.1 + 0.2 }),
  ]
  numbers = people.map(({ id }) => id)
})

const asked = ['id', 'firstName', 'lastName', 'phone', 'birthDate', 'labels'] as const
const columnsOf = () => [
  ...asked,
  ...['score', 'since', 'agreed', 'nick'].map((name) => `field_${own[name as keyof typeof own]}`),
]

test('a file of customers as CSV has their values, which no spreadsheet takes for formulas', async () => {
  const { item, file, status, headers } = await exported(store, {
    type: 'profile',
    file_type: 'csv',
    columns: columnsOf(),
  })
  expect([status, item.status, item.rows, item.progress]).toEqual([200, 'completed', 3, 1])
  expect(headers['content-length']).toBe(String(item.size))
  expect(file.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(csvRows(file)).toEqual([
    [
      expect.stringMatching(/^เลขที่ลูกค้า \[[0-9a-f]{6}\]$/),
      'ชื่อ',
      'นามสกุล',
      'เบอร์โทร',
      'วันเกิด',
      'ป้ายกำกับ',
      'ช่อง score',
      'ช่อง since',
      'ช่อง agreed',
      'ช่อง nick',
    ],
    [
      String(numbers[0]),
      `'=HYPERLINK("http://x")`,
      "''=x",
      '+66812345678',
      '1990-05-17',
      'ลูกค้า "ประจำ"',
      '12.5',
      '',
      'ใช่',
      "'NULL",
    ],
    [String(numbers[1]), 'กี่ "สอง"', 'บรรทัด,หนึ่ง\nสอง', '', '', '', '', '1899-12-31', 'ไม่ใช่', ''],
    [String(numbers[2]), 'นก', '-5', '', '', '', '0.30000000000000004', '', '', ''],
  ])
})

test('a file of customers as a workbook has typed cells, and every digit of a number', {
  tags: ['verify'],
}, async () => {
  const { file, item } = await exported(store, { type: 'profile', file_type: 'xlsx', columns: columnsOf() })
  expect(item.file_name).toMatch(/^ลูกค้าทั้งหมด \d\d-\d\d-\d{4} \d+\.xlsx$/)
  const [, ...rows] = await workbookRows(store, file)
  expect(rows).toEqual([
    [
      String(numbers[0]),
      `'=HYPERLINK("http://x")`,
      "''=x",
      '+66812345678',
      '1990-05-17',
      'ลูกค้า "ประจำ"',
      '12.5',
      '',
      'TRUE',
      "'NULL",
    ],
    [String(numbers[1]), 'กี่ "สอง"', 'บรรทัด,หนึ่ง\nสอง', '', '', '', '', '1899-12-31', 'FALSE', ''],
    [String(numbers[2]), 'นก', '-5', '', '', '', '0.30000000000000004', '', '', ''],
  ])
})

test('a file has the name that was typed for it, without what paths forbid', async () => {
  const file_name = ' จดหมาย/ปีใหม่: 2570 '
  const { item } = await exported(store, { type: 'profile', file_type: 'csv', columns: ['firstName'], file_name })
  expect(item.file_name).toMatch(/^จดหมาย ปีใหม่ 2570 \d\d-\d\d-\d{4} \d+\.csv$/)
})

test('a file contains exactly the selected or filtered customers', async () => {
  const names = async (body: object) =>
    csvRows((await exported(store, { type: 'profile', file_type: 'csv', columns: ['firstName'], ...body })).file)
      .slice(1)
      .flat()
  expect(await names({ profile_ids: [numbers[2]!, numbers[1]!] })).toEqual(['กี่ "สอง"', 'นก'])
  expect(await names({ filter: { keyword: 'นก' } })).toEqual(['นก'])
  const nobody = { filter: { keyword: 'ไม่มีใครชื่อนี้' } }
  expect(await names(nobody)).toEqual([])
  const workbook = await exported(store, { type: 'profile', file_type: 'xlsx', columns: ['firstName'], ...nobody })
  expect([workbook.item.rows, await workbookRows(store, workbook.file)]).toEqual([0, [['ชื่อ']]])
})

test('a file of activities has those of one type with the number of their customer', async () => {
  const type = await store.call(activities.createType, { body: { name: 'ซื้อ/ของ: "ใหญ่"', description: '', fields: [] } })
  const at = '2026-11-22T07:32:05.25Z'
  await store.call(profileActivities.create, {
    params: { id: String(numbers[1]) },
    body: { activity_type_id: type.id, activity_at: at, fields: [] },
  })
  const { item, file } = await exported(store, { type: 'activity', file_type: 'csv', activity_id: type.id })
  expect(item.file_name).toMatch(/^ซื้อ ของ ใหญ่ \d\d-\d\d-\d{4} \d+\.csv$/)
  expect(csvRows(file)).toEqual([
    [expect.stringMatching(/^เลขที่ลูกค้า \[[0-9a-f]{6}\]$/), 'วันที่ทำกิจกรรม (Asia/Bangkok)'],
    [String(numbers[1]), '2026-11-22 14:32:05.25'],
  ])
})

describe('requested exports', () => {
  test('has one of filter and ids, known columns, and a type of activity where activities are meant', async () => {
    const refused = async (body: object) =>
      (await store.try(exports.create, { body: { type: 'profile', file_type: 'csv', ...body } })).body.error
    expect(await refused({ filter: {}, profile_ids: [numbers[0]!] })).toBe('invalid_input')
    expect(await refused({ columns: ['firstName', 'salary'] })).toBe('invalid_input')
    expect(await refused({ activity_id: 1 })).toBe('invalid_input')
    expect(await refused({ type: 'activity' })).toBe('invalid_input')
    expect(await refused({ type: 'activity', activity_id: 999_999 })).toBe('not_found')
    expect(await refused({ profile_ids: [999_999_999] })).toBe('not_found')
  })
})

test('a column that is deleted before its file is made is left out', async () => {
  const shop = await newStore()
  const { id } = await shop.call(profileFields.create, {
    body: { field_name: 'gone', display_name: 'หาย', data_type: 'String' },
  })
  await madeProfile(shop, { 1: 'นก', [id]: 'ค่า' })
  const items = []
  for (let n = 0; n < 3; n++)
    items.push(await startedExport(shop, { type: 'profile', file_type: 'csv', columns: ['firstName', `field_${id}`] }))
  for (const { export_id } of items) await over(shop, export_id)
  await shop.call(profileFields.delete, { params: { id: String(id) }, query: { confirm: 'true' } })
  const { file } = await exported(shop, { type: 'profile', file_type: 'csv' })
  expect(csvRows(file)[0]).not.toContain('หาย')
  expect((await listed(shop)).map(({ status }) => status)).toEqual(Array(4).fill('completed'))
})

test('a file has the order of the list: by any of its columns, empty last, and refuses a column that the store lacks', async () => {
  const rows = async (sort_by: string, sort_dir: 'asc' | 'desc') => {
    const order = { sort_by, sort_dir }
    const { file } = await exported(store, { type: 'profile', file_type: 'csv', columns: ['id'], order })
    const inFile = csvRows(file)
      .slice(1)
      .map(([id]) => Number(id))
    const list = await store.call(profiles.query, { body: { sort_by, sort_dir } })
    expect(inFile).toEqual(list.data.map(({ id }) => id))
    const { rows: first } = await store.call(exports.preview, { body: { purpose: 'screen', columns: ['id'], order } })
    expect(first.map(([id]) => Number(id))).toEqual(inFile)
    return inFile
  }
  const [one, two, three] = numbers
  expect(await rows(`field_${own.score}`, 'desc')).toEqual([one, three, two])
  expect(await rows('created_at', 'desc')).toEqual([three, two, one])
  expect(await rows('birth_date', 'asc')).toHaveLength(3)
  const { status } = await store.try(exports.create, {
    body: { type: 'profile', file_type: 'csv', order: { sort_by: 'field_99999', sort_dir: 'asc' } },
  })
  expect(status).toBe(400)
})
