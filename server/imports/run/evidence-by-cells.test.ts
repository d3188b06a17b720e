import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { MappingRow } from '@ruam/contract/imports/mapping.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource, importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { type Member, newStore, type TestStore } from '../../testing/store.testing.ts'

const [FIRST, LAST, BIRTH, PHONE, CITIZEN, EMAIL] = [1, 2, 8, 9, 10, 11]
const PEOPLE = `รหัสลูกค้า,ชื่อ-นามสกุล,เบอร์โทร,วันเกิด,เลขบัตรประชาชน
001,นาง สมศรี ใจดี,0815550241,12/03/2510,1101700203450
002,นาย ประเสริฐ ทองคำ,0815550242,01/07/2520,
003,น.ส. มาลี แก้วงาม,0815550243,23/11/2535,
`
const strangers = (header: string) => `${header},เบอร์โทร,จังหวัด
นาย อนุชา พรหมมา,0815550241,ลำปาง
น.ส. จิราพร บุญมา,0815550242,ลำปาง
นาย กิตติ วงศ์ใหญ่,0815550243,ลำปาง
`

let store: TestStore
let code: number
let uploads = 0

beforeEach(async () => {
  store = await newStore()
  const field = { field_name: 'code', display_name: 'รหัสลูกค้า', data_type: 'String' } as const
  code = (await store.call(profileFields.create, { body: field })).id
  await importFile(store, PEOPLE, { name: 'ลูกค้า', keys: [code, PHONE] })
})

interface Trying {
  keys?: number[]
  /** Fields that the mapping leaves out. */
  without?: number[]
  more?: MappingRow[]
  by?: Pick<Member, 'call'>
}

/** Uploads a file and runs it dry. */
async function tried(content: string, { keys = [PHONE], without = [], more = [], by = store }: Trying = {}) {
  const { id } = await createDataSource(store, content, `ไฟล์ ${++uploads}`)
  const params = { id: String(id) }
  const { mapping, match } = await by.call(dataSources.getMapping, { params })
  const rows = [...mapping.filter(({ destination_id }) => !without.includes(destination_id)), ...more]
  const body = { mapping: rows, match: { ...match, mode: 'both' as const, keys } }
  await by.call(dataSources.putMapping, { params, body })
  const { run_id } = await by.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  return { ...(await store.call(importRun.getRun, { params: { ...params, run_id }, query: {} })), source: params.id }
}

const names = async () => {
  const { data } = await store.call(profiles.list, { query: { sort_by: 'created_at', sort_dir: 'asc' } })
  return data.map(({ fields }) => fields.find(({ name }) => name === 'firstName')?.value)
}
const row = (column: number, destination_id: number, more: Partial<MappingRow> = {}): MappingRow => ({
  source_schema_id: String(column),
  destination_id,
  destination_type: 'system_profile',
  part: 'whole',
  overwrite: 'always',
  empty: 'keep',
  date_order: null,
  two_digit_years: null,
  ...more,
})

test('rows of one firm at its phone are one customer, in a file that names people too', {
  tags: ['verify'],
}, async () => {
  const rows = ['ร้านกาแฟริมปิง,053248119', 'ร้านกาแฟริมปิง,053248119', 'กมล ใจดี,0815550249', 'กมล ใจดี,0815550249']
  const run = await tried(`ชื่อ-นามสกุล,เบอร์โทร\n${rows.join('\n')}\n`)
  expect(run.stats).toMatchObject({ added: 2, duplicated: 2, held: 0 })
})

describe('names that no field takes', () => {
  firstCases(2)(['ผู้สั่งซื้อ', 'X1', 'Guest', 'คนไข้', 'Recipient', 'ผู้เข้าพัก', 'หมายเหตุ', 'สินค้า'])(
    'stop a phone under the header "%s"',
    async (header) => {
      const { stats } = await tried(strangers(header), { without: [FIRST, LAST] })
      expect(stats).toMatchObject({ held: 3, added: 0, updated: 0, duplicated: 0 })
    },
  )

  test('let the same people match, and are not written', async () => {
    const same = 'X1,เบอร์โทร,อาชีพ\nสมศรี ใจดี,0815550241,ครู\nคุณประเสริฐ,0815550242,หมอ\nมาลี แก้วงาม,0815550243,ครู\n'
    const { stats } = await tried(same, { without: [FIRST, LAST] })
    expect(stats).toMatchObject({ updated: 3, held: 0 })
    expect(await names()).toEqual(['สมศรี', 'ประเสริฐ', 'มาลี'])
  })

  firstCases(1)([
    ['make one customer of rows with one name', 'นายวิชัย ทองดี', { added: 1, duplicated: 1, held: 0 }],
    ['hold a second name under a new phone', 'นิภา ศรีสุข', { added: 1, duplicated: 0, held: 1 }],
  ])('%s', async (_, name, expected) => {
    const file = `X1,เบอร์โทร\nวิชัย ทองดี,0899990001\n${name},0899990001\n`
    expect((await tried(file, { without: [FIRST, LAST] })).stats).toMatchObject(expected)
  })

  test('wait where a row has none', { tags: ['verify'] }, async () => {
    const file = 'X1,เบอร์โทร,อาชีพ\nสมศรี ใจดี,0815550241,ครู\n,0815550242,หมอ\nมาลี แก้วงาม,0815550243,ครู\n'
    expect((await tried(file, { without: [FIRST, LAST] })).stats).toMatchObject({ updated: 2, held: 1 })
  })

  test('stand in two columns, of which either may be the customer', { tags: ['verify'] }, async () => {
    const file =
      'สั่ง,รับ,เบอร์โทร\nวิภา มั่นคง,สมศรี ใจดี,0815550241\nประเสริฐ ทองคำ,ธนกร มีสุข,0815550242\nอรทัย นาดี,สุดา ใจงาม,0815550243\n'
    expect((await tried(file, { without: [FIRST, LAST] })).stats).toMatchObject({ duplicated: 2, held: 1 })
  })

  test('say nothing beside a mapped name that agrees, and cannot speak for one that differs', {
    tags: ['verify'],
  }, async () => {
    const file = 'ชื่อ-นามสกุล,ผู้รับ,เบอร์โทร\nสมศรี ใจดี,วิภา มั่นคง,0815550241\nธนกร มีสุข,ประเสริฐ ทองคำ,0815550242\n'
    expect((await tried(file)).stats).toMatchObject({ duplicated: 1, held: 1 })
  })

  test('say nothing where a cashier stands on many rows', { tags: ['verify'] }, async () => {
    const lines = Array.from({ length: 12 }, (_, no) => `${no % 2 ? 'วิภา' : 'อรทัย'},08155502${41 + no},ครู`)
    const { stats, contacts_alone } = await tried(`พนักงาน,เบอร์โทร,อาชีพ\n${lines.join('\n')}\n`, { without: [FIRST] })
    expect(stats).toMatchObject({ updated: 3, added: 9, held: 0 })
    expect(contacts_alone).toEqual({ field_id: PHONE, people: 12, largest: [] })
  })

  test('say nothing where one name fills the column', { tags: ['verify'] }, async () => {
    const file = 'X1,เบอร์โทร,อาชีพ\nวิภา,0815550241,ครู\nวิภา,0815550242,ครู\nวิภา,0815550243,ครู\n'
    expect((await tried(file, { without: [FIRST] })).stats).toMatchObject({ updated: 3, held: 0 })
  })
})

test('a name that no field takes is shown beside the customer’s in the question', { tags: ['verify'] }, async () => {
  const run = await tried(strangers('ผู้สั่งซื้อ'), { without: [FIRST, LAST] })
  const params = { id: run.source, run_id: run.run_id }
  const { data } = await store.call(importRun.records, { params, query: { limit: '1' } })
  const namesIn = (fields: { id: number; value: unknown }[]) =>
    [FIRST, LAST].map((id) => fields.find((field) => field.id === id)?.value)
  expect(namesIn(data[0]!.conflict!.fields)).toEqual(['อนุชา', 'พรหมมา'])
  expect(namesIn(data[0]!.conflict!.people[0]!.fields)).toEqual(['สมศรี', 'ใจดี'])
})

test('a mapped name that is never written is compared', { tags: ['verify'] }, async () => {
  const more = [row(1, FIRST, { part: 'first_name', overwrite: 'never' })]
  const { stats } = await tried(strangers('ชื่อ-นามสกุล'), { without: [FIRST, LAST, 5], more })
  expect(stats).toMatchObject({ held: 3, updated: 0 })
})

test.each([
  ['birth dates', 'X1,เบอร์โทร\n12/03/2510,0815550241\n05/06/2540,0815550242\n23/11/2535,0815550243\n', 2, 1],
  [
    'e-mails that differ and are all there is',
    'X1,เบอร์โทร\na@x.test,0815550241\nb@x.test,0815550242\nc@x.test,0815550243\n',
    3,
    0,
  ],
])('unmapped %s are compared', async (_, file, matched, held) => {
  const { stats } = await tried(file, { without: [BIRTH, EMAIL] })
  expect(stats).toMatchObject({ duplicated: matched, held })
})

test('a row of a file of one row waits for another given name', async () => {
  const file = 'X1,เบอร์โทร\nนาย อนุชา พรหมมา,0815550241\n'
  expect((await tried(file, { without: [FIRST, LAST] })).stats).toMatchObject({ held: 1 })
})

test('names in a third script cannot be compared, and wait', { tags: ['verify'] }, async () => {
  const file = 'X1,เบอร์โทร\n王小明,0815550241\n李大華,0815550242\n張美玲,0815550243\n'
  expect((await tried(file, { without: [FIRST] })).stats).toMatchObject({ held: 3 })
})

test('a name in a third script waits beside an equal birth date, and is never written over a name', {
  tags: ['verify'],
}, async () => {
  const file = 'ชื่อ-นามสกุล,เบอร์โทร,วันเกิด\n김민수,0815550241,12/03/2510\n'
  expect((await tried(file)).stats).toMatchObject({ held: 1, updated: 0 })
})

test('a file without any column that tells people apart matches by phone, and says so', async () => {
  const file = 'เบอร์โทร,อาชีพ\n0815550241,ครู\n0815550241,หมอ\n0815550242,ครู\n0899990001,ครู\n'
  const run = await tried(file)
  expect(run.stats).toMatchObject({ updated: 3, added: 1, held: 0 })
  expect(run.contacts_alone).toEqual({ field_id: PHONE, people: 3, largest: [2] })
})

describe('a citizen id', () => {
  const header = 'ชื่อ,นามสกุล,เบอร์โทร,วันเกิด,เลขบัตรประชาชน\n'

  test('does not make a child its mother', async () => {
    const { stats } = await tried(`${header}ปุณณวิช,ใจดี,0815550261,09/09/2555,1101700203450\n`, {
      keys: [CITIZEN, PHONE],
    })
    expect(stats).toMatchObject({ held: 1, updated: 0, added: 0 })
  })

  test('with the birth date and another name is a question of its own', { tags: ['verify'] }, async () => {
    const run = await tried(`${header}ปุณณวิช,ใจดี,0815550241,12/03/2510,1101700203450\n`, { keys: [CITIZEN, PHONE] })
    expect(run.held_groups).toMatchObject([{ doubt: 'changed_name', rows: 1 }])
  })

  test('of another customer keeps a row with a known phone waiting', { tags: ['verify'] }, async () => {
    const { stats } = await tried(`${header}ประเสริฐ,ทองคำ,0815550242,,1101700203450\n`, { keys: [CITIZEN, PHONE] })
    expect(stats).toMatchObject({ held: 1, updated: 0 })
  })
})

describe('codes given out again', () => {
  test('hold a file of three rows with names under an unknown header', { tags: ['verify'] }, async () => {
    const file =
      'รหัสลูกค้า,ลูกหนี้,เบอร์โทร\n001,ร้านตาหวาน,0815550271\n002,คุณเอก,0815550272\n003,"บริษัท ตัวอย่าง จำกัด",0815550273\n'
    const { stats } = await tried(file, { keys: [code], without: [FIRST, LAST] })
    expect(stats).toMatchObject({ held: 3, updated: 0 })
  })

  test('hold a file without names, with one question', async () => {
    const file = 'รหัสลูกค้า,เบอร์โทร\n001,0815550271\n002,0815550272\n003,0815550273\n'
    const { stats, held_groups } = await tried(file, { keys: [code] })
    expect(stats).toMatchObject({ held: 3, updated: 0 })
    expect(held_groups).toMatchObject([{ doubt: 'whole_file', rows: 3 }])
  })

  test('are not seen where most phones agree', { tags: ['verify'] }, async () => {
    const file = 'รหัสลูกค้า,เบอร์โทร\n001,0815550241\n002,0815550242\n003,0815550273\n'
    expect((await tried(file, { keys: [code] })).stats).toMatchObject({ duplicated: 2, updated: 1, held: 0 })
  })
})

test('a column of a closed field is compared within the file alone', async () => {
  const clerk = await store.member([
    ...(['cdp-core.datasource.read', 'cdp-core.datasource.create'] as const),
    ...(['cdp-core.datasource.edit', 'cdp-core.datasource.execute'] as const),
  ])
  const file = (...ids: string[]) =>
    `เบอร์โทร,บัตร\n${['0815550241', '0815550242', '0815550243', '0815550243'].map((phone, no) => `${phone},${ids[no]}`).join('\n')}\n`
  const [a, b, c, d] = ['1112034563562', '9517812865702', '1101700203450', '3100600445635']
  const held = async (...ids: string[]) => (await tried(file(...ids), { by: clerk })).stats.held
  // Customers are stored: no row matches them by itself, whatever their ids.
  expect([await held(a!, b!, d!, d!), await held(c!, b!, d!, d!)]).toEqual([4, 4])
  const strangers = (...ids: string[]) =>
    tried(`เบอร์โทร,บัตร\n${ids.map((id) => `0899990002,${id}\n`).join('')}`, { by: clerk })
  expect((await strangers(a!, a!)).stats).toMatchObject({ added: 1, duplicated: 1, held: 0 })
  expect((await strangers(a!, b!)).stats).toMatchObject({ added: 1, duplicated: 0, held: 1 })
})
