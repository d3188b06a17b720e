import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const mappingOf = (id: number) => store.call(dataSources.getMapping, { params: { id: String(id) } })
const put = (id: number, body: Parameters<typeof runMapping>[2]) =>
  store.try(dataSources.putMapping, { params: { id: String(id) }, body })
const howMany = async () => (await store.call(profiles.list, { query: {} })).total

firstCases(2)([
  [['2024-05-01', '2024-05-02', '2024-05-02', '2024-06-11']],
  [['20240501', '20240502', '20240502', '20240611']],
  [['2567-05-01', '2567-05-02', '2567-05-02', '2567-06-11']],
  [['21-05-2567', '22-05-2567', '22-05-2567', '23-06-2567']],
  [['660100123', '660100123', '660100125', '660100131']],
  [['0812345670', '0812345670', '0898765432', '0611234567']],
])(
  'four people without a key stay four, also when their file comes again, whatever looks like a phone: %j',
  async (cells) => {
    const people = ['สมชาย,ใจดี', 'ญาดา,ศรีสุข', 'มานะ,เพิ่มพูน', 'มาลี,ปั้นทอง']
    const rows = people.map((name, row) => `${name},${cells[row]},${(row + 1) * 500}`)
    const file = `ชื่อ,นามสกุล,วันที่ซื้อล่าสุด,ยอดซื้อ\n${rows.join('\n')}\n`
    const { id } = await createDataSource(store, file, 'สี่คน')
    const { mapping, match } = await mappingOf(id)
    expect(match.keys).toEqual([])
    const body = { mapping, every_row_is_new: true }
    expect((await runMapping(store, id, body)).stats).toMatchObject({ added: 4, keyless: 4 })
    expect((await runMapping(store, id, body)).stats).toMatchObject({ added: 0, updated: 0 })
    expect(await howMany()).toBe(4)
  },
)

test('a column that was guessed only by its cells is suggested, but is no key until a user confirms it', async () => {
  const phones = ['0812345670', '0898765432', '0611234567', '0956781234']
  const file = `ชื่อ,c2\n${phones.map((phone, row) => `คน${'กขคง'[row]},${phone}`).join('\n')}\n`
  const { id } = await createDataSource(store, file, 'เดา')
  const { mapping, match, source_mapping } = await mappingOf(id)
  expect(source_mapping[1]).toMatchObject({ destination_id: 9, reason: 'content' })
  expect(source_mapping[1]?.evidence[0]).toEqual({ kind: 'looks', as: 'phone', count: 4 })
  expect(match.keys).toEqual([])
  expect((await put(id, { mapping })).body).toMatchObject({ error: 'match_keys_missing' })
  const { stats } = await runMapping(store, id, { mapping, match: { keys: [9], mode: 'both' } })
  expect(stats.added).toBe(4)
})

test('a field that does not tell people apart is refused as a key, with its numbers', async () => {
  const provinces = ['ลำพูน', 'เชียงใหม่', 'ลำปาง']
  const rows = Array.from({ length: 60 }, (_, row) => `คน${row},${provinces[row % 3]},A${row}`)
  const { id } = await createDataSource(store, `ชื่อ,จังหวัดที่เกิด,รหัส\n${rows.join('\n')}\n`, 'จังหวัด')
  const make = (field_name: string, display_name: string) =>
    store.call(profileFields.create, { body: { field_name, display_name, data_type: 'String' } })
  const province = (await make('birthProvince', 'จังหวัดที่เกิด')).id
  const code = (await make('shopCode', 'รหัสร้าน')).id
  const to = (column: string, destination_id: number) => ({
    source_schema_id: column,
    destination_id,
    destination_type: 'custom_profile' as const,
  })
  const mapping = [to('2', province), to('3', code)]
  const { source_mapping } = await mappingOf(id)
  expect(source_mapping[1]?.key).toEqual({ cells: 60, distinct: 3, exact: true, largest: 20, apart: 'loosely' })
  const refused = await put(id, { mapping, match: { keys: [province], mode: 'both' } })
  expect(refused.body).toMatchObject({
    error: 'mapping_invalid',
    message: expect.stringContaining('เพียง 3 ค่าใน 60 แถว'),
  })
  expect((await put(id, { mapping, match: { keys: [code], mode: 'both' } })).status).toBe(204)
})

test('one phone in most rows of a file makes it no key', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => `คน${row},${row < 25 ? '0812345670' : `08987654${10 + row}`}`)
  const { id } = await createDataSource(store, `ชื่อ,เบอร์โทร\n${rows.join('\n')}\n`, 'เบอร์ร้าน')
  const { mapping, match } = await mappingOf(id)
  expect(match.keys).toEqual([])
  const refused = await put(id, { mapping, match: { keys: [9], mode: 'both' } })
  expect(refused.body).toMatchObject({ error: 'mapping_invalid', message: expect.stringContaining('25') })
})

test('a file that an older version has loaded is mapped as before: what was not measured refuses nothing', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, row) => `${['สมชาย', 'ญาดา', 'มานะ', 'มาลี', 'ก้อง'][row % 5]} ใจดี,0812345670`,
  )
  const { id } = await createDataSource(store, `ชื่อ-สกุล,เบอร์โทร\n${rows.join('\n')}\n`, 'เก่า')
  const { admin } = await testServer()
  await admin.query(
    `update file set facts = (select jsonb_agg(fact - '{days,repairedPhones,firmIds,amounts,postcodes,words,titles,wholeNames,run,groups}'::text[])
       from jsonb_array_elements(facts) fact)
     where store_id = $1 and id = (select file_id from data_source where store_id = $1 and id = $2)`,
    [store.storeId, id],
  )
  const { mapping, match, source_mapping } = await mappingOf(id)
  expect(source_mapping.map(({ key }) => key)).toEqual([null, null])
  expect(source_mapping[0]?.full_name).toBe(true)
  expect(match.keys).toEqual([9])
  expect((await put(id, { mapping, match })).status).toBe(204)
})

test('titles are taken off first names, and fill the prefix where its own column is empty', async () => {
  const rows = ['นาย,นายสมชาย,0812345670', ',น.ส.มาลี,0898765432', 'คุณ,ญาดา,0611234567', ',คุณวุฒิ,0956781234']
  const { id } = await createDataSource(store, `คำนำหน้า,ชื่อ,เบอร์โทร\n${rows.join('\n')}\n`, 'คำนำหน้า')
  const { source_mapping } = await mappingOf(id)
  expect(source_mapping[1]).toMatchObject({ offer: 'title', evidence: [{ kind: 'titles', count: 2, others: 2 }] })
  const system = { destination_type: 'system_profile' as const }
  await runMapping(store, id, {
    mapping: [
      { ...system, source_schema_id: '1', destination_id: 5 },
      { ...system, source_schema_id: '2', destination_id: 5, part: 'prefix' },
      { ...system, source_schema_id: '2', destination_id: 1, part: 'without_title' },
      { ...system, source_schema_id: '3', destination_id: 9 },
    ],
    match: { keys: [9], mode: 'both' },
  })
  const { data } = await store.call(profiles.list, { query: { sort_by: 'created_at', sort_dir: 'asc' } })
  const named = data
    .toSorted((a, b) => a.id - b.id)
    .map(({ fields }) => ['prefixName', 'firstName'].map((name) => fields.find((field) => field.name === name)?.value))
  expect(named).toEqual([
    ['นาย', 'สมชาย'],
    ['นางสาว', 'มาลี'],
    ['คุณ', 'ญาดา'],
    [undefined, 'คุณวุฒิ'],
  ])
})

test('columns without an answer stay pending after the mapping is saved', async () => {
  const { id } = await createDataSource(store, 'ชื่อ,เบอร์โทร,ไลน์ไอดี\nมาลี,0812345670,mali\n', 'รอ')
  const { mapping, match } = await mappingOf(id)
  await put(id, { mapping, match, unanswered: ['3'] })
  expect(await mappingOf(id)).toMatchObject({ saved: true, unanswered: ['3'] })
})
