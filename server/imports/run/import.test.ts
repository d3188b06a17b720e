import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { sentence } from '@ruam/contract/platform/sentence.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sheetOf } from '../../testing/formats/workbook.testing.ts'
import { createDataSource, importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const customers = 'ชื่อ,นามสกุล,เบอร์โทร,อีเมล\nญาดา,ศรีสุข,812345670,yada@example.com\nสมชาย,ใจดี,089-876-5432,\n'

/** Somchai's e-mail, which was empty. */
const changedCustomers = customers.replace('089-876-5432,', '089-876-5432,somchai@example.com')

test('customers of a file are found in the list by Thai name, phone and e-mail', async () => {
  await importFile(store, customers)
  for (const keyword of ['ญาดา', 'ศรีสุ', '081-234', 'yada@', 'ญา']) {
    const { data, total } = await store.call(profiles.list, { query: { keyword } })
    expect([keyword, total, data[0]?.fields.find((field) => field.name === 'phone')?.value]).toEqual([
      keyword,
      1,
      '+66812345670',
    ])
  }
})

test('importing the same file twice adds no customer', async () => {
  const first = await importFile(store, customers)
  expect(first.stats).toMatchObject({ added: 2, failed: 0, total: 2 })
  const second = await importFile(store, customers, { name: 'อีกครั้ง' })
  expect(second.stats).toMatchObject({ added: 0, updated: 0, duplicated: 2, failed: 0 })
})

test('the real run does what its dry run showed, record by record', async () => {
  await importFile(store, customers)
  const changed = changedCustomers.concat('ใหม่,มาก,0811111111,\nเสีย,หาย,08111,\nเพี้ยน,ช่อง\n')
  const run = await importFile(store, changed, { name: 'แก้ไข' })
  expect(run.stats).toMatchObject({ added: 1, updated: 1, duplicated: 1, failed: 2, conflict: 0, total: 5 })
  const [dry, real] = await Promise.all([recordsOf(run.id, run.dry, { kind: 'dry' }), recordsOf(run.id, run.real)])
  const told = (records: typeof dry) => records.map(({ profile_id: _, ...record }) => record)
  expect(told(real)).toEqual(told(dry))
})

test('a record shows its value before and after', { tags: ['verify'] }, async () => {
  await importFile(store, customers)
  const run = await importFile(store, changedCustomers, { name: 'แก้ไข' })
  const updated = (await recordsOf(run.id, run.real)).find((record) => record.status === 'updated')!
  const email = (side: 'previous_profile' | 'next_profile') =>
    updated.change![side]!.fields.find((field) => field.name === 'email')?.value ?? null
  expect([email('previous_profile'), email('next_profile')]).toEqual([null, 'somchai@example.com'])
})

test('an unreadable row names the column, the value and what to do', async () => {
  const run = await importFile(store, 'ชื่อ,เบอร์โทร\nก,08111\nข,0812345670\n')
  const { data } = await store.call(importRun.records, {
    params: { id: String(run.id), run_id: run.real },
    query: { status: 'failed' },
  })
  expect(data).toHaveLength(1)
  expect(data[0]!.data[1]).toMatchObject({ value: '08111', error: expect.stringContaining('เบอร์โทรไม่ถูกต้อง') })
})

test('people are matched by a field of the store', async () => {
  const field = await store.call(profileFields.create, {
    body: { field_name: 'member', display_name: 'รหัสสมาชิก', data_type: 'String' },
  })
  const csv = 'member,ชื่อ,อาชีพ\nM1,หนึ่ง,ครู\nM2,สอง,ครู\n'
  await importFile(store, csv, { keys: [field.id] })
  const again = await importFile(store, csv.replace('สอง,ครู', 'สอง,หมอ'), { name: 'อีก', keys: [field.id] })
  expect(again.stats).toMatchObject({ added: 0, updated: 1, duplicated: 1 })
})

test('a row whose keys name two people is a conflict and changes neither', async () => {
  await importFile(store, 'ชื่อ,เบอร์โทร,อีเมล\nมาลี,0812345670,a@example.com\nมาลี,0898765432,b@example.com\n')
  const run = await importFile(store, 'ชื่อ,เบอร์โทร,อีเมล\nมาลี,0812345670,b@example.com\n', { name: 'ขัดกัน' })
  expect(run.stats).toMatchObject({ conflict: 1, failed: 1, updated: 0, added: 0 })
})

test('a customer who shares a phone but has another citizen id is not matched', { tags: ['verify'] }, async () => {
  await importFile(store, 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน\nแม่,0812345670,1112034563562\n')
  const run = await importFile(store, 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน\nลูก,0812345670,9517812865702\n', { name: 'ลูก' })
  expect(run.stats).toMatchObject({ held: 1, conflict: 0, failed: 1, updated: 0, added: 0 })
  expect((await recordsOf(run.id, run.real))[0]!.data[1]!.error).toContain('คนละคน')
})

test('a run of a mapping that changed since its dry run is refused', async () => {
  const { id } = await createDataSource(store, customers, 'เก่า')
  const mapping = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const body = { mapping: mapping.mapping, match: mapping.match }
  await store.call(dataSources.putMapping, { params: { id: String(id) }, body })
  const { run_id } = await store.call(importRun.dryRun, { params: { id: String(id) } })
  await runOf(store, id, run_id)
  await store.call(dataSources.putMapping, { params: { id: String(id) }, body })
  expect((await store.try(importRun.run, { params: { id: String(id) }, body: { run_id } })).body.error).toBe(
    'run_outdated',
  )
})

test('citizen ids of a file are hidden from people who may not see sensitive fields', async () => {
  const { id } = await createDataSource(store, 'ชื่อ,เลขบัตรประชาชน\nก,1112034563562\n', 'ลับ')
  const samples = async (who: Pick<TestStore, 'call'>) => {
    const { preview_data } = await who.call(dataSources.getMapping, { params: { id: String(id) } })
    return preview_data[1]!.values
  }
  expect(await samples(store)).toEqual(['1112034563562'])
  expect(await samples(await store.member(['cdp-core.datasource.read']))).toEqual(['•••'])
})

test('a header that names a column twice is refused with code 14, one without a name with code 15', async () => {
  for (const [header, code] of [
    ['ชื่อ,ชื่อ', 14],
    ['ชื่อ,,อีเมล', 15],
  ] as const) {
    const { body } = await store.upload(files.import, 'a.csv', `${header}\nก,ข,ค\n`)
    const reply = await store.try(dataSources.validate, { body: { file_id: body.file_id, file_type: 'csv' } })
    expect(reply.body.error_code).toBe(code)
  }
})

test('a header with twelve faults is rejected with all of them at once, in both languages', async () => {
  const names = Array.from({ length: 6 }, (_, no) => `ช่อง ${no + 1}`)
  const header = [...names, ...Array(6).fill(''), ...names].join(',')
  const { file_id } = (await store.upload(files.import, 'a.csv', `${header}\n${'ก,'.repeat(17)}ข\n`)).body
  const { body } = await store.try(dataSources.validate, { body: { file_id, file_type: 'csv' } })
  expect([body.error_code, body.details]).toEqual([15, { index: '7, 8, 9, 10, 11, 12', name: names.join(', ') }])
  expect(body.message).toContain('คอลัมน์ที่ 7, 8, 9, 10, 11, 12 ไม่มีชื่อ และมีชื่อคอลัมน์ซ้ำกัน: ช่อง 1, ช่อง 2,')
  expect(sentence('empty_column_header', 'en', body.details)).toMatch(
    /^Columns without a name: 7, 8, 9, 10, 11, 12; with the same name: ช่อง 1, .*, ช่อง 6\. Give each/,
  )
})

describe('a file of 600 columns is rejected with the limit of 500, and no other number', () => {
  const row = Array.from({ length: 600 }, (_, place) => `c${place}`)
  const text = (delimiter: string) => `${row.join(delimiter)}\n`.repeat(2)

  test.each([
    ['CSV', 'csv', () => text(',')],
    ['CSV with || between its cells', 'csv', () => text('||')],
    ['TSV', 'tsv', () => text('\t')],
    ['a workbook', 'xlsx', () => sheetOf([row, row])],
  ] as const)('%s', async (_, file_type, content) => {
    const { file_id } = (await store.upload(files.import, 'wide', await content())).body
    for (const header_row of [0, 1]) {
      const { body } = await store.try(dataSources.validate, { body: { file_id, file_type, settings: { header_row } } })
      expect(body).toMatchObject({ error: 'too_many_columns', details: { limit: 500 } })
      expect(body.message).toMatch(/^ไฟล์มีเกิน 500 คอลัมน์ \D+$/)
      expect(sentence('too_many_columns', 'en', body.details)).toMatch(/^The file has more than 500 columns\. \D+$/)
    }
  })
})

test('a name that another data source has is taken, whatever its case', async () => {
  await createDataSource(store, customers, 'Till Export')
  const { body } = await store.upload(files.import, 'a.csv', customers)
  const reply = await store.try(dataSources.create, {
    body: { name: ' till export', file_id: body.file_id, file_type: 'csv' },
  })
  expect(reply).toMatchObject({ status: 409, body: { error_code: 140 } })
})

async function recordsOf(id: number, run_id: string, which: { kind?: 'dry' } = {}) {
  const query = { limit: '0', ...which }
  const { data } = await store.call(importRun.records, { params: { id: String(id), run_id }, query })
  return data
}
