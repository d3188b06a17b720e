import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStorage, type Storage } from '../../storage/storage.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { bareXls, dbf, decorated, excel5, formsOf } from '../../testing/formats/table-files.testing.ts'
import { zipped } from '../../testing/formats/workbook.testing.ts'
import { readCsvBatches } from './csv.ts'
import { readFileHead } from './head.ts'
import { encoderOf } from './raw-rows.ts'
import { canonicalRows } from './rows.ts'
import { detectType } from './type.ts'
import { workbookRows } from './workbook.ts'
import type { SheetNotes } from './xlsx-sheet.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-tables-'))
  storage = diskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const keep = async (bytes: Buffer) => (await storage.put(1, Readable.from([bytes]), 500 * 1024 * 1024)).key

async function table(bytes: Buffer) {
  const key = await keep(bytes)
  const { type, kind } = await detectType(storage, key)
  const head = await readFileHead(storage, { storage_key: key, type, kind })
  const place = {
    kind,
    sheet: head.settings.sheet!,
    header_row: head.settings.header_row,
    left: head.left,
    width: head.header.length,
  }
  const rows: string[][] = []
  let notes: SheetNotes | undefined
  for await (const batch of readCsvBatches(
    workbookRows(storage, key, place, (noted) => (notes = noted)),
    { ...canonicalRows, batchRows: 1000 },
  ))
    rows.push(...batch.rows)
  return { kind, head, rows: [head.header, ...rows], notes }
}

const people = [
  ['ชื่อ', 'เบอร์โทร', 'อีเมล', 'ยอดซื้อ'],
  ['ญาดา', '0812345678', 'yada@example.com', 1200.5],
  ['สมชาย', '0898765432', 'som@example.com', 90],
]

describe('a table is read as', () => {
  const { csv, ...forms } = formsOf(people)
  firstCases(6)(Object.entries(forms))('%s', async (name, form) => {
    const { kind, rows } = await table(await form())
    expect(rows).toEqual(people.map((row) => row.map(String)))
    expect(name.split(' ')[0]).toBe(kind)
  })
})

describe('a table of dBase', () => {
  test('is read by its code page, without deleted records, whatever number of records it declares', async () => {
    const fields = [
      { name: 'NAME', type: 'C', length: 20 },
      { name: 'TEL', type: 'C', length: 12 },
      { name: 'BORN', type: 'D', length: 8 },
      { name: 'SUM', type: 'N', length: 9 },
      { name: 'VIP', type: 'L', length: 1 },
    ]
    const records = [
      { cells: ['กมล ใจดี', '0812345678', '19850314', '   1200.5', 'T'] },
      { cells: ['ลบแล้ว', '0800000000', '', '', 'F'], deleted: true },
      { cells: ['มานี', '0898765432', '', '', '?'] },
    ]
    for (const declared of [0, 4_000_000_000]) {
      const { kind, rows } = await table(dbf(fields, records, { codePage: 0x7c, declared }))
      expect([kind, rows]).toEqual([
        'dbf',
        [
          ['NAME', 'TEL', 'BORN', 'SUM', 'VIP'],
          ['กมล ใจดี', '0812345678', '1985-03-14', '1200.5', 'TRUE'],
          ['มานี', '0898765432', '', '', ''],
        ],
      ])
    }
    expect((await table(dbf(fields, records, { codePage: 0, declared: 3 }))).rows[1]![0]).toBe('กมล ใจดี')
  })
})

describe('cards of contacts', () => {
  const cards = async (text: string | Buffer) => (await table(Buffer.from(text))).rows.slice(1)

  test('are read in versions 2.1, 3.0 and 4.0, one row each', async () => {
    const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${`${'A'.repeat(70)}\r\n `.repeat(50)}\r\n`
    const text = [
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E0=B9=83=E0=B8=88;=E0=B8=\r\n=81=E0=B8=A1=E0=B8=A5;;;\r\nTEL;CELL:081-234-5678\r\nEND:VCARD\r\n',
      `BEGIN:VCARD\nVERSION:3.0\n${photo}FN:มานี\\, มีนา\nitem1.TEL;TYPE=CELL:089 876\n  5432\nTEL:021234567\nEMAIL:m@example.com\nBDAY:19850314\nORG:ร้านผ้า;ขาย\nADR;TYPE=HOME:;;1 ถ.สุข;เมือง;เชียงใหม่;50000;ไทย\nNOTE:บรรทัด\\nสอง\nEND:VCARD\n`,
      'BEGIN:VCARD\nVERSION:4.0\nFN:ชูใจ\nTEL;VALUE=uri;TYPE="voice,cell":tel:+66-81-234-5678;ext=1\nEND:VCARD\n',
    ]
    expect(await cards(text.join(''))).toEqual([
      ['กมล ใจ', '081-234-5678', '', '', '', '', ''],
      [
        'มานี, มีนา',
        '089 876 5432; 021234567',
        'm@example.com',
        '1985-03-14',
        'ร้านผ้า ขาย',
        '1 ถ.สุข เมือง เชียงใหม่ 50000 ไทย',
        'บรรทัด\nสอง',
      ],
      ['ชูใจ', '+66-81-234-5678', '', '', '', '', ''],
    ])
  })

  test('keep their letters in windows-874', { tags: ['verify'] }, async () => {
    const name = Buffer.from([0xa1, 0xc1, 0xc5])
    const text = Buffer.concat([Buffer.from('BEGIN:VCARD\nVERSION:2.1\nFN:'), name, Buffer.from('\nEND:VCARD\n')])
    expect((await cards(text))[0]![0]).toBe('กมล')
  })

  test('cost little when one has a photo of 20 MB', { tags: ['verify'] }, async () => {
    const photo = Buffer.alloc(20 * 1024 * 1024, 'QUJD')
    const text = Buffer.concat([
      Buffer.from('BEGIN:VCARD\nVERSION:3.0\nFN:ก\nPHOTO;ENCODING=b:'),
      photo,
      Buffer.from('\nTEL:0812345678\nEND:VCARD\n'),
    ])
    expect(await cards(text)).toEqual([['ก', '0812345678', '', '', '', '', '']])
  })
})

describe('JSON', () => {
  test('has a column for each key of its objects, nested ones by their path', async () => {
    const text = `{"page": 1, "result": {"rows": [
      {"name": "กมล", "address": {"city": "แพร่"}, "tags": ["a", "b"], "id": 12345678901234567890},
      {"name": "มานี", "phone": "0812345678", "ok": true, "none": null, "lines": [{"a": 1}]}]}}`
    const { head, rows } = await table(Buffer.from(text))
    expect([head.settings.sheet, rows]).toEqual([
      'result.rows',
      [
        ['name', 'address.city', 'tags', 'id', 'phone', 'ok', 'none', 'lines'],
        ['กมล', 'แพร่', 'a; b', '12345678901234567890', '', '', '', ''],
        ['มานี', '', '', '', '0812345678', 'TRUE', '', '[{"a":1}]'],
      ],
    ])
  })

  test.each([
    ['a line that is broken', '{"a": 1}\n{"a": 2\n{"a": 3}\n', 2],
    ['an end that is missing', '[{"a": 1},\n{"a": 2}', 2],
    ['a record that is broken', '[{"a": 1},\n\n{"a": x}]', 3],
    ['arrays inside of each other', `[{"a": ${'['.repeat(100_000)}`, 1],
  ])('is refused with its line for %s', async (_, text, row) => {
    await expect(table(Buffer.from(text))).rejects.toMatchObject({ errorName: 'json_broken', details: { row } })
  })
})

describe('cells of other programs follow the rules of a workbook', () => {
  const xml = (rows: string, styles = '') =>
    Buffer.from(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>${styles}</Styles><Worksheet ss:Name="ลูกค้า"><Table>${rows}</Table></Worksheet></Workbook>`,
    )
  const data = (type: string, value: string, cell = '') => `<Cell${cell}><Data ss:Type="${type}">${value}</Data></Cell>`

  test('SpreadsheetML: days, codes with zeros, errors, places and merged cells', { tags: ['verify'] }, async () => {
    const styles =
      '<Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="p"><NumberFormat ss:Format="0000000000"/></Style>'
    const rows = `<Row>${['สาขา', 'ชื่อ', 'วัน', 'เบอร์', 'ยอด'].map((name) => data('String', name)).join('')}</Row>
      <Row ss:Index="3">${data('String', 'แพร่', ' ss:MergeDown="1"')}${data('String', 'ก &amp; ข')}${data('DateTime', '2024-02-29T00:00:00.000', ' ss:StyleID="d"')}${data('Number', '812345678', ' ss:StyleID="p"')}${data('Error', '#N/A')}</Row>
      <Row>${data('String', 'ค', ' ss:Index="2"')}${data('Number', '5', ' ss:Index="5"')}</Row>`
    expect((await table(xml(rows, styles))).rows.slice(1)).toEqual([
      ['แพร่', 'ก & ข', '2024-02-29', '0812345678', ''],
      ['แพร่', 'ค', '', '', '5'],
    ])
  })

  test('a web page: the table with most cells, spans, and letters of windows-874', { tags: ['verify'] }, async () => {
    const rows =
      '<tr><th>สาขา<th>ชื่อ<th>เบอร์</tr><tr><td rowspan=2>แพร่<td>ก<br>ข&nbsp;<td>0812345678<tr><td>ค<td>0898765432'
    const text = `<html><head><meta charset="iso-8859-1"><title>x</title></head><table><tr><td><table>${rows}</table></td></tr></table></html>`
    const { head, rows: read } = await table(encoderOf('windows-874')(text.replace('&nbsp;', '')))
    expect([head.settings.sheet, read]).toEqual([
      'Table 2',
      [
        ['สาขา', 'ชื่อ', 'เบอร์'],
        ['แพร่', 'ก\nข', '0812345678'],
        ['แพร่', 'ค', '0898765432'],
      ],
    ])
  })

  test('OpenDocument: days, codes with zeros, repeated cells, comments and merged cells', {
    tags: ['verify'],
  }, async () => {
    const text = (value: string, cell = '') =>
      `<table:table-cell office:value-type="string"${cell}><text:p>${value}</text:p></table:table-cell>`
    const rows = `<table:table-row>${['สาขา', 'ชื่อ', 'วัน', 'เบอร์', 'ก', 'ข'].map((name) => text(name)).join('')}</table:table-row>
      <table:table-row>${text('แพร่', ' table:number-rows-spanned="2"')}${text('<office:annotation><text:p>ไม่ใช่</text:p></office:annotation>ก<text:s text:c="2"/>ข')}<table:table-cell office:value-type="date" office:date-value="2024-02-29"><text:p>29/02/67</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="812345678"><text:p>0812345678</text:p></table:table-cell>${text('x', ' table:number-columns-repeated="2"')}</table:table-row>
      <table:table-row><table:covered-table-cell/>${text('ค')}<table:table-cell table:number-columns-repeated="16382"/></table:table-row>
      <table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`
    const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="ลูกค้า">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`
    const bytes = await zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content })
    expect((await table(bytes)).rows.slice(1)).toEqual([
      ['แพร่', 'ก  ข', '2024-02-29', '0812345678', 'x', 'x'],
      ['แพร่', 'ค', '', '', '', ''],
    ])
  })

  firstCases(1)(['biff8', 'xlsb'] as const)(
    '%s: days, codes with zeros, formulas, hidden and merged cells',
    async (type) => {
      const bytes = decorated(type)
      const { rows, notes } = await table(bytes)
      expect(rows.slice(1)).toEqual([
        ['แพร่', '2024-02-29', '0812345678', '3', 'TRUE'],
        ['แพร่', '', '', 'ก', ''],
      ])
      // The writer of the test hides no rows of biff8.
      expect(notes).toMatchObject({ errors: 1, hiddenRows: type === 'xlsb' ? 1 : 0, hiddenColumns: 1 })
    },
  )

  test('Excel 5.0: hidden rows are counted, and rows in any order come in theirs', { tags: ['verify'] }, async () => {
    const { rows, notes } = await table(excel5(people, [1, 2]))
    expect([rows.length, notes?.hiddenRows]).toEqual([3, 2])
    expect((await table(bareXls(people, true))).rows).toEqual(people.map((row) => row.map(String)))
  })
})
