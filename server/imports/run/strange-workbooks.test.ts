import { beforeAll, describe, expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { sheetOf, workbook, workbookParts, zipped } from '../../testing/formats/workbook.testing.ts'
import { importFile, linesOf, look } from '../../testing/imports/strange-files.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

test('the line of a row is the one that Excel shows, even with gaps between rows and cells of several lines', {
  tags: ['verify'],
}, async () => {
  const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
  const xml = `<row r="2">${cell('A2', 'รายงาน')}</row><row r="4">${cell('A4', 'ชื่อ')}${cell('B4', 'เบอร์โทร')}</row>
      <row r="5">${cell('A5', 'ก&#10;สอง')}${cell('B5', '0811111111')}</row><row r="9">${cell('A9', 'ข')}${cell('B9', '0822222222')}</row>
      <row r="10">${cell('A10', 'ค')}${cell('B10', '0833')}</row>`
  const { records, correction } = await importFile(store, await sheetOf(xml), { settings: { header_row: 2 } })
  expect(linesOf(records)).toEqual([
    [1, 5],
    [2, 9],
    [3, 10],
  ])
  expect(await correction()).toMatch(/\r\nค,0833,10,/)
})

test('a header that comes again within a sheet is left out, outside of the total', { tags: ['verify'] }, async () => {
  const rows = [
    ['ชื่อ', 'เบอร์โทร'],
    ['ง', '0864444444'],
    ['ชื่อ', 'เบอร์โทร'],
    ['จ', '0865555555'],
  ]
  const sheet = await importFile(store, await sheetOf(rows))
  expect(sheet.run.stats).toMatchObject({ total: 2, added: 2 })
  expect(linesOf(sheet.records)).toEqual([
    [1, 2],
    [2, 4],
  ])
})

describe('sheets of a workbook', () => {
  const people = [
    ['ชื่อ', 'เบอร์โทร'],
    ['ก', '0811111111'],
  ]
  const legal = Array.from({ length: 12 }, (_, no) => [
    `ข้อ ${no + 1} ผู้ให้ข้อมูลยินยอมให้ร้านเก็บ ใช้ และเปิดเผยข้อมูลส่วนบุคคลเพื่อการให้บริการตามที่ประกาศไว้`,
  ])

  test('a hidden sheet can be chosen', { tags: ['verify'] }, async () => {
    const book = await workbook({
      sheets: [
        { name: 'หน้าแรก', rows: people },
        { name: 'เก่า', rows: [...people, ['ข', '0822222222']], state: 'hidden' },
      ],
    })
    const { head } = await look(store, book)
    expect([head?.settings.sheet, head?.sheets.map(({ hidden }) => hidden)]).toEqual(['หน้าแรก', [false, true]])
    const { run } = await importFile(store, book, { settings: { sheet: 'เก่า' } })
    expect(run.stats.total).toBe(2)
  })

  firstCases(1)(['hidden', 'veryHidden'] as const)(
    'the only sheet that is %s is reported as such, and can be chosen',
    async (state) => {
      const book = await workbook({ sheets: [{ name: 'ลูกค้า', rows: people, state }] })
      const { refusal } = await look(store, book)
      expect(refusal).toMatchObject({
        error: 'sheet_hidden',
        details: { sheets: [{ name: 'ลูกค้า', rows: 2, hidden: true }] },
      })
      expect((await look(store, book, { sheet: 'ลูกค้า' })).head?.columns).toHaveLength(2)
    },
  )

  test('lines of legal text are no table, and the sheet with one can be chosen', { tags: ['verify'] }, async () => {
    const sheets = [
      { name: 'ข้อตกลง', rows: legal },
      { name: 'ลูกค้า', rows: people, state: 'hidden' as const },
    ]
    const { refusal } = await look(store, await workbook({ sheets }))
    expect(refusal).toMatchObject({ error: 'no_table', error_code: 64 })
    expect(refusal?.details).toMatchObject({ sheets: [{ name: 'ข้อตกลง' }, { name: 'ลูกค้า', hidden: true }] })
    const numbered = legal.map(([text], no) => [no + 1, text!])
    expect((await look(store, await sheetOf(numbered))).refusal).toMatchObject({ error: 'no_table' })
    // If there is also a table, the text is not suggested.
    const both = await look(store, await workbook({ sheets: [sheets[0]!, { name: 'ลูกค้า', rows: people }] }))
    expect(both.head?.settings.sheet).toBe('ลูกค้า')
  })
})

describe('within ten seconds, a correct error message reports', () => {
  const MB = 1024 * 1024
  const part = (xml: string | Buffer) =>
    zipped({ ...workbookParts({ sheets: [{ name: 'ก', rows: [['ชื่อ'], ['ญาดา']] }] }), 'xl/worksheets/sheet1.xml': xml })
  test.each([
    ['a bomb of blanks', () => part(Buffer.alloc(300 * MB, ' '))],
    [
      'a bomb of cells',
      () =>
        part(
          Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(300 * MB, '<row><c><v>1</v></c></row>')]),
        ),
    ],
    [
      'a bomb of texts',
      async () => {
        const strings = Buffer.concat([Buffer.from('<sst>'), Buffer.alloc(300 * MB, '<si><t>x</t></si>')])
        const rows = '<worksheet><sheetData><row><c t="s"><v>40000000</v></c></row></sheetData></worksheet>'
        return zipped({
          ...workbookParts({ sheets: [{ name: 'ก', rows: '' }] }),
          'xl/worksheets/sheet1.xml': rows,
          'xl/sharedStrings.xml': strings,
        })
      },
    ],
  ] as [string, () => Promise<Buffer>][])('%s', { tags: ['verify'], timeout: 120_000 }, async (_, content) => {
    const bytes = await content()
    const began = Date.now()
    const { refusal } = await look(store, bytes, {}, 'customers.xlsx')
    expect(refusal).toMatchObject({ error: 'workbook_too_big' })
    expect(Date.now() - began).toBeLessThan(10_000)
  })
})
