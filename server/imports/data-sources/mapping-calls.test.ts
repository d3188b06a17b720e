import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { MappingRow } from '@ruam/contract/imports/mapping.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const mappingOf = (id: number) => store.call(dataSources.getMapping, { params: { id: String(id) } })
const row = (column: number, destination_id: number, more: Partial<MappingRow> = {}) => ({
  source_schema_id: String(column),
  destination_id,
  destination_type: 'system_profile' as const,
  ...more,
})
const byPhone = { keys: [9], mode: 'both' as const }

/** The values of everybody in the store by field name, in the order they were added. */
async function people() {
  const { data } = await store.call(profiles.list, { query: { sort_by: 'created_at', sort_dir: 'asc' } })
  return data
    .toSorted((a, b) => a.id - b.id)
    .map(({ fields }) =>
      Object.fromEntries(fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))),
    )
}

test('a file whose columns were mapped before is offered that mapping, whatever the case and blanks of their names', {
  tags: ['verify'],
}, async () => {
  const first = await importFile(store, 'ชื่อ,Tel No,เบอร์โทร\nญาดา,x,0812345670\n', { name: 'เดือนก่อน' })
  const { id } = await createDataSource(store, 'ชื่อ ,tel-no,เบอร์โทร\nสมชาย,y,0898765432\n', 'เดือนนี้')
  const { saved, remembered } = await mappingOf(id)
  const { mapping, match } = await mappingOf(first.id)
  expect(saved).toBe(false)
  expect(remembered).toMatchObject({ datasource_id: first.id, name: 'เดือนก่อน', mapping, match })
  const { id: other } = await createDataSource(store, 'เบอร์โทร,ชื่อ\n0811111111,ก\n', 'อีกแบบ')
  expect((await mappingOf(other)).remembered).toBeNull()
})

test('a column of whole names is split into title, first and last name by default', async () => {
  const file = 'ชื่อ-นามสกุล,เบอร์โทร\nน.ส.มาลี ณ อยุธยา,0812345670\nสมชาย,0812345679\n'
  const { id } = await createDataSource(store, file, 'ชื่อเต็ม')
  const { source_mapping, mapping, match } = await mappingOf(id)
  expect(source_mapping).toMatchObject([
    {
      reason: 'full_name',
      names: true,
      evidence: [{ kind: 'names', whole: 1, cells: 2 }],
      name_parts: [
        { part: 'prefix', count: 1, samples: ['นางสาว', ''] },
        { part: 'first_name', count: 2, samples: ['มาลี', 'สมชาย'] },
        { part: 'last_name', count: 1, samples: ['ณ อยุธยา', ''] },
      ],
    },
    { reason: 'keyword', names: false, name_parts: [] },
  ])
  const parts = [row(1, 5, { part: 'prefix' }), row(1, 1, { part: 'first_name' }), row(1, 2, { part: 'last_name' })]
  expect(mapping).toMatchObject([...parts, row(2, 9)])
  await runMapping(store, id, { mapping, match })
  expect(await people()).toMatchObject([
    { prefixName: 'นางสาว', firstName: 'มาลี', lastName: 'ณ อยุธยา' },
    { firstName: 'สมชาย' },
  ])
})

test('several columns are joined into one address, in the order that was chosen, empty ones left out', {
  tags: ['verify'],
}, async () => {
  const file = 'เบอร์โทร,ตำบล,บ้านเลขที่,จังหวัด\n0812345670,สุเทพ,99/1,เชียงใหม่\n0898765432,-,7,ลำพูน\n'
  const { id } = await createDataSource(store, file, 'ที่อยู่')
  await runMapping(store, id, { mapping: [row(1, 9), row(3, 17), row(2, 17), row(4, 17)], match: byPhone })
  expect((await people()).map(({ address }) => address)).toEqual(['99/1 สุเทพ เชียงใหม่', '7 ลำพูน'])
})

test('one column feeds several fields', { tags: ['verify'] }, async () => {
  const { id } = await createDataSource(store, 'ชื่อ,เบอร์โทร\nYada,0812345670\n', 'สองฟิลด์')
  await runMapping(store, id, { mapping: [row(1, 1), row(1, 3), row(2, 9)], match: byPhone })
  expect(await people()).toMatchObject([{ firstName: 'Yada', firstNameEN: 'Yada' }])
})

test('dates that leave their order and their century open are asked about, and read as answered', async () => {
  const { id } = await createDataSource(store, 'เบอร์โทร,วันเกิด\n0812345670,03/04/02\n', 'วันเกิด')
  const { source_mapping } = await mappingOf(id)
  expect(source_mapping[1]?.questions).toEqual(['date_order', 'two_digit_years'])
  const asked = row(2, 8, { date_order: 'mdy', two_digit_years: 'ce' })
  const { dry, id: source } = await runMapping(store, id, { mapping: [row(1, 9), asked], match: byPhone })
  const { data } = await store.call(importRun.records, {
    params: { id: String(source), run_id: dry },
    query: { kind: 'dry' },
  })
  expect(data[0]?.change?.next_profile?.fields.find(({ name }) => name === 'birthDate')?.value).toBe('2002-03-04')
  expect((await people())[0]?.birthDate).toBe('2002-03-04')
})

test('the year that is asked about is one of the file', async () => {
  const rows = ['12/05/2530', '13/05/2531', '14/05/2532', '15/05/2533', '16/05/2534', '7 มี.ค. 41']
  const { id } = await createDataSource(
    store,
    `เบอร์โทร,วันเกิด\n${rows.map((day, row) => `081234567${row},${day}`).join('\n')}\n`,
    'ปีสองหลัก',
  )
  const { source_mapping } = await mappingOf(id)
  expect(source_mapping.map(({ year_example }) => year_example)).toEqual([null, '41'])
})

test('an empty cell clears a value only where that was chosen', async () => {
  const file = 'เบอร์โทร,ชื่อ,อาชีพ\n0812345670,ญาดา,ครู\n'
  const mapping = [row(1, 9), row(2, 1), row(3, 14, { empty: 'clear' })]
  await runMapping(store, (await createDataSource(store, file, 'ก')).id, { mapping, match: byPhone })
  const emptied = 'เบอร์โทร,ชื่อ,อาชีพ\n0812345670,,\n'
  const run = await runMapping(store, (await createDataSource(store, emptied, 'ข')).id, { mapping, match: byPhone })
  expect([run.dryStats, run.stats]).toMatchObject([{ updated: 1 }, { updated: 1 }])
  expect(await people()).toEqual([{ firstName: 'ญาดา', phone: '+66812345670' }])
})

test('a record says by which field the person was found, and what was done to a value to read it', async () => {
  const file = 'เบอร์โทร,ชื่อ\n812345670,ญาดา\n'
  await importFile(store, file, { name: 'ก' })
  const run = await importFile(store, file, { name: 'ข' })
  const params = { id: String(run.id), run_id: run.real }
  const { data } = await store.call(importRun.records, { params, query: {} })
  expect(data[0]).toMatchObject({
    matched_by: 9,
    data: [{ value: '812345670', note: expect.stringContaining('0') }, { note: null }],
  })
})
