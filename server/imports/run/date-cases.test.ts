import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { sheetOf, workbookParts, zipped } from '../../testing/formats/workbook.testing.ts'
import { importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

async function births(): Promise<(string | null)[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ birth: string | null }>(
    'select birth_date::text as birth from profile where store_id = $1 order by phone',
    [store.storeId],
  )
  return rows.map(({ birth }) => birth)
}

test('a date cell of a Buddhist year typed into a Christian calendar is Buddhist, and this is told', {
  tags: ['verify'],
}, async () => {
  const header =
    '<c r="A1" t="inlineStr"><is><t>ชื่อ</t></is></c><c r="B1" t="inlineStr"><is><t>เบอร์โทร</t></is></c><c r="C1" t="inlineStr"><is><t>วันเกิด</t></is></c>'
  const person = (no: number, birth: string) =>
    `<row r="${no}"><c r="A${no}" t="inlineStr"><is><t>กมล</t></is></c><c r="B${no}" t="inlineStr"><is><t>08155500${10 + no}</t></is></c>${birth}</row>`
  const rows = `<row r="1">${header}</row>${person(2, '<c r="C2" s="1"><v>230209</v></c>')}${person(3, '<c r="C3" t="inlineStr"><is><t>29/02/2543</t></is></c>')}`
  const { id } = await importFile(store, await sheetOf(rows, { formats: ['dd/mm/yyyy'] }))
  expect(await births()).toEqual(['1987-04-15', '2000-02-29'])
  const { source_mapping } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  expect(source_mapping[2]!.evidence).toContainEqual({ kind: 'years', era: 'be', count: 2, others: 0 })
})

const twoOrders = `ชื่อ,นามสกุล,เบอร์โทร,วันเกิด
กมล,ใจดี,0815550311,25/12/1990
ขวัญ,ทองคำ,0815550312,03/04/1985
ชาลี,มั่นคง,0815550313,12/25/1991
ดวงใจ,แก้วงาม,0815550314,05/06/1979
`

test('both orders in one column are asked about once with three cells, and what both allow stays empty until then', async () => {
  const { id, stats } = await importFile(store, twoOrders)
  expect(stats).toMatchObject({ added: 4, failed: 0, unread_cells: 2 })
  expect(await births()).toEqual(['1990-12-25', null, '1991-12-25', null])
  const { source_mapping, mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const { questions, date_examples } = source_mapping[3]!
  expect(questions).toEqual(['date_order'])
  expect(date_examples).toEqual([
    {
      question: 'date_order',
      empty: 2,
      cells: [
        ['25/12/1990', '1990-12-25', '1990-12-25'],
        ['12/25/1991', '1991-12-25', '1991-12-25'],
        ['03/04/1985', '1985-04-03', '1985-03-04'],
      ].map(([text, dmy, mdy]) => ({
        text,
        readings: [
          { answer: 'dmy', day: dmy },
          { answer: 'mdy', day: mdy },
        ],
      })),
    },
  ])
  const answered = mapping.map((row) => (row.source_schema_id === '4' ? { ...row, date_order: 'dmy' as const } : row))
  await runMapping(store, id, { mapping: answered, match })
  expect(await births()).toEqual(['1990-12-25', '1985-04-03', '1991-12-25', '1979-06-05'])
})

/** A sheet of people with their phones, whose name is merged downwards over all of them. */
async function mergedSheet(people: number): Promise<Buffer> {
  const phones = Array.from({ length: people }, (_, at) => ['', `08${10_000_000 + at * 7}`])
  const parts = workbookParts({ sheets: [{ name: 'Sheet1', rows: [['ชื่อ', 'เบอร์โทร'], ...phones] }] })
  const sheet = 'xl/worksheets/sheet1.xml'
  parts[sheet] = String(parts[sheet])
    .replace('<c r="A2"/>', '<c r="A2" t="inlineStr"><is><t>กมล</t></is></c>')
    .replace('</worksheet>', `<mergeCells><mergeCell ref="A2:A${people + 1}"/></mergeCells></worksheet>`)
  return zipped(parts)
}

test.each([2, 10_000])(
  'a cell merged downwards carries its value to all %i rows',
  { tags: ['verify'] },
  async (rows) => {
    const { stats } = await importFile(store, await mergedSheet(rows))
    expect(stats).toMatchObject({ total: rows, added: rows, failed: 0 })
    const { admin } = await testServer()
    const named = await admin.query("select from profile where store_id = $1 and first_name = 'กมล'", [store.storeId])
    expect(named.rowCount).toBe(rows)
  },
)

test('a house number that a spreadsheet made a date of is left out and named', { tags: ['verify'] }, async () => {
  const { stats } = await importFile(
    store,
    'ชื่อ,เบอร์โทร,ที่อยู่\nกมล,0815550011,12-May\nขวัญ,0815550012,99/1 ถนนสุขุมวิท\nชาลี,0815550013,12/5\n',
  )
  expect(stats).toMatchObject({ added: 3, unread_cells: 1 })
})
