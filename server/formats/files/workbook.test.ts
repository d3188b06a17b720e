import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStorage, type Storage } from '../../storage/storage.ts'
import {
  escapeXml,
  sheetOf,
  withEntries,
  withLies,
  workbook,
  workbookParts,
  zipped,
} from '../../testing/formats/workbook.testing.ts'
import { readCsvBatches } from './csv.ts'
import { readFileHead } from './head.ts'
import { sheetPosition } from './row-offsets.ts'
import { canonicalRows } from './rows.ts'
import { sampleWorkbook, workbookRows } from './workbook.ts'
import type { SheetNotes } from './xlsx-sheet.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-workbooks-'))
  storage = diskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const MB = 1024 * 1024
const keep = async (bytes: Buffer) => (await storage.put(1, Readable.from([bytes]), 500 * MB)).key

/** The data rows of a workbook as a load reads them, header on top. */
async function table(bytes: Buffer, asked: { header_row?: number; sheet?: string } = {}) {
  const key = await keep(bytes)
  const head = await readFileHead(storage, { storage_key: key, type: 'xlsx' }, asked)
  const { header_row, sheet } = head.settings
  let notes: SheetNotes | undefined
  const place = { sheet: sheet!, header_row, left: head.left, width: head.header.length }
  const lines = workbookRows(storage, key, place, (noted) => {
    notes = noted
  })
  const rows: string[][] = []
  for await (const batch of readCsvBatches(lines, { ...canonicalRows, batchRows: 1000 })) rows.push(...batch.rows)
  return { head, rows: [head.header, ...rows], notes }
}

test('the cells of a workbook are read as Excel shows them, and what is left out is counted', async () => {
  const strings = ['<si><t>ไม่ใช่</t></si>', '<si><r><t>ญา</t></r><r><t>ดา</t></r><rPh><t>no</t></rPh></si>']
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const xml =
    `<row>${['ชื่อ', 'วันเกิด', 'เบอร์', 'หมายเหตุ', 'สถานะ', 'ยอด'].map(cell).join('')}</row>` +
    `<row><c t="s"><v>1</v></c><c s="1"><v>45351</v></c><c s="2"><v>812345678</v></c>${cell('ก_x0000_ข')}` +
    '<c t="e"><v>#REF!</v></c><c><f>1+1</f></c></row><row><c t="s"><v>99</v></c><c><v>1</v></c></row>'
  const { rows, notes } = await table(await sheetOf(xml, { strings, formats: ['[$-D07041E]d mmm yyyy', '0000000000'] }))
  expect(rows.slice(1)).toEqual([
    ['ญาดา', '2024-02-29', '0812345678', 'กข', '', ''],
    ['', '1', '', '', '', ''],
  ])
  expect(notes).toMatchObject({ nuls: 1, errors: 1, formulas: 1 })
})

test('days are counted from 1904 if the workbook says so', { tags: ['verify'] }, async () => {
  const xml = '<row><c t="inlineStr"><is><t>วัน</t></is></c></row><row><c s="1"><v>43889</v></c></row>'
  expect((await table(await sheetOf(xml, { formats: [14], date1904: true }))).rows[1]).toEqual(['2024-02-29'])
})

test('hidden rows and columns of a table are counted', { tags: ['verify'] }, async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = ['ชื่อ,เบอร์,อีเมล', 'ก,1,a', 'ข,2,b', 'ค,3,c'].map((row) => row.split(',').map(cell).join(''))
  const xml = rows.map((row, no) => `<row r="${no + 1}"${no > 1 ? ' hidden="1"' : ''}>${row}</row>`).join('')
  const parts = workbookParts({ sheets: [{ name: 'ลูกค้า', rows: xml }] })
  const sheet = 'xl/worksheets/sheet1.xml'
  parts[sheet] = String(parts[sheet]).replace(
    '<sheetData>',
    '<cols><col min="3" max="16384" hidden="1"/></cols><sheetData>',
  )
  expect((await table(await zipped(parts))).notes).toMatchObject({ hiddenRows: 2, hiddenColumns: 1 })
})

test.each([
  ['a title with its day', [['ร้านผ้าฝ้าย', '', '', 'พิมพ์วันที่ 12/05/2567', ''], ['รายชื่อลูกค้า']]],
  ['groups of columns in merged cells', [['ข้อมูลลูกค้า', '', 'ติดต่อ', '', 'การซื้อ']]],
  [
    'titles and groups',
    [
      ['รายงาน', 'สาขา 1', '', '', ''],
      ['ข้อมูลลูกค้า', '', 'ติดต่อ', '', ''],
    ],
  ],
])('rows above the header are passed over: %s', { tags: ['verify'] }, async (_, above) => {
  const header = ['ชื่อ', 'นามสกุล', 'เบอร์โทร', 'อีเมล', 'ยอดซื้อ']
  const people = [
    ['ญาดา', 'ศรีสุข', '0812345678', 'yada@example.com', 1200],
    ['สมชาย', 'ใจดี', '0898765432', 'som@example.com', 90],
  ]
  const { head, rows } = await table(await sheetOf([...above, header, ...people]))
  expect([head.header, head.settings.header_row]).toEqual([header, above.length + 1])
  expect(rows.length).toBe(3)
})

describe('a sheet', () => {
  const data = [
    ['ชื่อ', 'เบอร์โทร'],
    ['ญาดา', 812345678],
    ['สมชาย', 898765432],
  ]

  test('a mapping of other branches with the same columns is offered, and read after the first when requested', {
    tags: ['verify'],
  }, async () => {
    const branch = (name: string, first: string) => [[`สาขา ${name}`], ['ชื่อ', 'เบอร์โทร'], [first, 812345678], ['ก', 1]]
    const bytes = await workbook({
      sheets: [
        { name: 'เชียงใหม่', rows: branch('เชียงใหม่', 'ญาดา') },
        {
          name: 'สินค้า',
          rows: [
            ['รหัส', 'ราคา'],
            ['A1', 20],
          ],
        },
        { name: 'ลำพูน', rows: branch('ลำพูน', 'สมชาย') },
        { name: 'เก่า', rows: branch('เก่า', 'มานะ'), state: 'hidden' },
      ],
    })
    const key = await keep(bytes)
    const head = await readFileHead(storage, { storage_key: key, type: 'xlsx' }, { more_sheets: ['ลำพูน', 'สินค้า'] })
    expect([head.settings.more_sheets, head.settings.sheet, head.alike_sheets]).toEqual([['ลำพูน'], 'เชียงใหม่', ['ลำพูน']])
    const { header_row, sheet } = head.settings
    const place = { sheet: sheet!, header_row, left: 0, width: 2, alike: head.alike_sheets, header: head.header }
    const rows: string[][] = []
    const places: unknown[] = []
    for await (const batch of readCsvBatches(
      workbookRows(storage, key, place, () => {}),
      { ...canonicalRows, sheetRows: true, batchRows: 9 },
    )) {
      rows.push(...batch.rows)
      places.push(...batch.lines.map((line) => sheetPosition(line, head.settings)))
    }
    expect(places).toEqual([
      { sheet: 'เชียงใหม่', line: 3 },
      { sheet: 'เชียงใหม่', line: 4 },
      { sheet: 'ลำพูน', line: 3 },
      { sheet: 'ลำพูน', line: 4 },
    ])
    expect(rows.map(([name]) => name)).toEqual(['ญาดา', 'ก', 'สมชาย', 'ก'])
  })

  test('with most data is suggested, not the cover, and hidden ones are reported as hidden', async () => {
    const { head } = await table(
      await workbook({
        sheets: [
          { name: 'ปก', rows: [['รายงานลูกค้า'], ['ร้านทดสอบ']] },
          { name: 'Instructions', rows: Array.from({ length: 50 }, (_, no) => [`ข้อ ${no}`, 'ก', 'ข']) },
          { name: 'ลูกค้า', rows: data },
          { name: 'เก่า', rows: [...data, ...data, ...data], state: 'hidden' },
        ],
      }),
    )
    expect(head.settings.sheet).toBe('ลูกค้า')
    expect(head.sheets).toEqual([
      { name: 'ปก', rows: 2, hidden: false },
      { name: 'Instructions', rows: 50, hidden: false },
      { name: 'ลูกค้า', rows: 3, hidden: false },
      { name: 'เก่า', rows: 9, hidden: true },
    ])
  })

  test('that is requested is read, and a missing one is refused', { tags: ['verify'] }, async () => {
    const book = await workbook({
      sheets: [
        { name: 'ก', rows: data },
        {
          name: 'ข',
          rows: [
            ['x', 'y'],
            ['1', '2'],
          ],
        },
      ],
    })
    expect((await table(book, { sheet: 'ข' })).rows).toEqual([
      ['x', 'y'],
      ['1', '2'],
    ])
    await expect(table(book, { sheet: 'ค' })).rejects.toMatchObject({ errorName: 'sheet_not_found' })
  })

  test('keeps its columns apart where cells are missing, and gives short rows the width of the header', {
    tags: ['verify'],
  }, async () => {
    const xml =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>ก</t></is></c><c r="B1" t="inlineStr"><is><t>ข</t></is></c><c r="C1" t="inlineStr"><is><t>ค</t></is></c></row>' +
      '<row r="5"><c r="C5"><v>3</v></c></row><row r="6"/><row r="7"><c r="A7"><v>1</v></c></row>'
    expect((await table(await sheetOf(xml))).rows).toEqual([
      ['ก', 'ข', 'ค'],
      ['', '', '3'],
      ['1', '', ''],
    ])
  })

  test('skips a title and a group above the header, and cells left of the table', async () => {
    const rows = [
      ['', 'รายงานลูกค้า', '', ''],
      ['', '', '', ''],
      ['', 'ชื่อ', 'เบอร์โทร', 'อีเมล'],
      ['', 'ญาดา', 812345678, 'yada@example.com'],
      ['', 'สมชาย', 898765432, 'somchai@example.com'],
    ]
    const { head, rows: read } = await table(await sheetOf(rows))
    expect(head.settings.header_row).toBe(2)
    expect(head.first_rows[0]).toEqual(['', 'รายงานลูกค้า'])
    expect(read).toEqual([
      ['ชื่อ', 'เบอร์โทร', 'อีเมล'],
      ['ญาดา', '812345678', 'yada@example.com'],
      ['สมชาย', '898765432', 'somchai@example.com'],
    ])
  })

  test('keeps cells outside its table: such a row has too many cells', { tags: ['verify'] }, async () => {
    const { rows } = await table(
      await sheetOf([
        ['ก', 'ข'],
        ['1', '2', 'หมายเหตุ'],
      ]),
    )
    expect(rows[1]).toEqual(['1', '2', 'หมายเหตุ'])
  })

  test('is read whatever prefix and quotes its XML has', { tags: ['verify'] }, async () => {
    const parts = workbookParts({ sheets: [{ name: 'a>b', rows: [] }] })
    parts['xl/worksheets/sheet1.xml'] =
      "<x:worksheet xmlns:x='m'><!-- <row> --><x:sheetData><x:row><x:c r='A1' t='inlineStr'><x:is><x:t>ก</x:t></x:is></x:c></x:row>" +
      "<x:row><x:c\n r='A2'\n><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>"
    expect((await table(await zipped(parts))).rows).toEqual([['ก'], ['7']])
  })

  test('with nothing in it, or a header alone, holds no rows', { tags: ['verify'] }, async () => {
    await expect(table(await sheetOf([]))).rejects.toMatchObject({ errorName: 'file_empty' })
    await expect(table(await sheetOf([['ชื่อ', 'เบอร์']]))).rejects.toMatchObject({ errorName: 'file_empty' })
  })

  test('whose table begins further right has its columns without a name told as the sheet counts them', {
    tags: ['verify'],
  }, async () => {
    const sheet = await sheetOf([
      ['', '', 'ชื่อ', '', 'เบอร์'],
      ['', '', 'ก', 'ข', 1],
    ])
    await expect(table(sheet)).rejects.toMatchObject({ errorName: 'empty_column_header', details: { index: '4' } })
  })

  test('a workbook of 600 columns is refused', { tags: ['verify'] }, async () => {
    const row = Array.from({ length: 600 }, (_, place) => `c${place}`)
    await expect(table(await sheetOf([row, row]))).rejects.toMatchObject({ errorName: 'too_many_columns' })
  })

  test('with a cell of a megabyte keeps enough of it to be told as too long', { tags: ['verify'] }, async () => {
    const { rows } = await table(
      await sheetOf([
        ['ชื่อ', 'ยาว'],
        ['ก', 'x'.repeat(MB)],
        ['ข', 'สั้น'],
      ]),
    )
    expect(rows[1]![1]!.length).toBeGreaterThan(32 * 1024)
    expect(rows[1]![1]!.length).toBeLessThan(64 * 1024)
    expect(rows[2]).toEqual(['ข', 'สั้น'])
  })
})

describe('a hostile workbook', () => {
  const limits = { entries: 10_000, unpacked: 8 * MB, seconds: 60 }
  const look = async (bytes: Buffer) => sampleWorkbook(storage, await keep(bytes), {}, limits)
  const sheet = (inside: string) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`
  const good = () => workbookParts({ sheets: [{ name: 'ก', rows: [['ชื่อ'], ['ญาดา']] }] })

  test('that declares an unpacked size above the limit is refused', { tags: ['verify'] }, async () => {
    const bomb = await zipped({ ...good(), 'xl/media/image1.bin': Buffer.alloc(50 * MB) })
    expect(bomb.length).toBeLessThan(MB)
    await expect(look(bomb)).rejects.toMatchObject({ errorName: 'workbook_too_big' })
  })

  test('that unpacks to more than its declared size is aborted at that size', async () => {
    const bomb = await zipped({ ...good(), 'xl/sharedStrings.xml': `<sst>${' '.repeat(50 * MB)}</sst>` })
    const parts = {
      ...good(),
      'xl/worksheets/sheet1.xml': sheet('<row><c t="s"><v>0</v></c></row>'.repeat(2)),
      'xl/sharedStrings.xml': `<sst>${' '.repeat(50 * MB)}</sst>`,
    }
    await expect(look(bomb)).rejects.toMatchObject({ errorName: 'workbook_too_big' })
    // The size of the unpacked part in the directory of the archive.
    const lying = withLies(await zipped(parts), '504b0102', 24, 1000)
    await expect(look(lying)).rejects.toMatchObject({ errorName: 'workbook_broken' })
  })

  test('with one long text in a million cells is stopped', { tags: ['verify'] }, async () => {
    const parts = {
      ...workbookParts({ sheets: [{ name: 'ก', rows: '' }], strings: [`<si><t>${'ก'.repeat(30_000)}</t></si>`] }),
      'xl/worksheets/sheet1.xml': sheet('<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(20_000)),
    }
    const key = await keep(await zipped(parts))
    const read = async () => {
      let bytes = 0
      const place = { sheet: 'ก', header_row: 1, left: 0, width: 2 }
      for await (const piece of workbookRows(storage, key, place, () => {}, limits)) bytes += piece.length
      return bytes
    }
    await expect(read()).rejects.toMatchObject({ errorName: 'workbook_too_big' })
  })

  test('with 20,000 entries is refused', async () => {
    await expect(look(withEntries(await zipped(good()), 20_000))).rejects.toMatchObject({
      errorName: 'workbook_too_big',
    })
  })

  test('with names that are paths is read as it is and writes nothing anywhere', async () => {
    const bytes = await zipped({ ...good(), 'aa/aa/aa/passwd': 'root' })
    const evil = Buffer.from(bytes.toString('latin1').replaceAll('aa/aa/aa/passwd', '../../../passwd'), 'latin1')
    const before = await readdir(tmpdir())
    expect((await look(evil)).rows).toEqual([['ชื่อ'], ['ญาดา']])
    expect((await readdir(tmpdir())).filter((name) => name === 'passwd')).toEqual(
      before.filter((name) => name === 'passwd'),
    )
  })

  test('that is truncated, no workbook or another kind of workbook is rejected as such', async () => {
    const bytes = await zipped(good())
    await expect(look(bytes.subarray(0, bytes.length - 40))).rejects.toMatchObject({ errorName: 'workbook_broken' })
    await expect(look(await zipped({ 'a.txt': 'x' }))).rejects.toMatchObject({ errorName: 'archive_file' })
    const { 'xl/workbook.xml': _, ...rest } = good()
    await expect(look(await zipped({ ...rest, 'xl/workbook.bin': 'x' }))).rejects.toMatchObject({
      errorName: 'workbook_broken',
    })
  })

  test('with XML that never ends, or with entities of its own, is broken', { tags: ['verify'] }, async () => {
    const broken = (xml: string) => zipped({ ...good(), 'xl/worksheets/sheet1.xml': xml })
    await expect(look(await broken('<worksheet><sheetData><row><c t="'))).rejects.toMatchObject({
      errorName: 'workbook_broken',
    })
    const laughs = '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet/>'
    await expect(look(await broken(laughs))).rejects.toMatchObject({ errorName: 'workbook_broken' })
  })

  test('with a tag of many megabytes is broken, not read into the memory', { tags: ['verify'] }, async () => {
    const parts = { ...good(), 'xl/worksheets/sheet1.xml': `<worksheet ${escapeXml('x'.repeat(7 * MB))}` }
    await expect(look(await zipped(parts))).rejects.toMatchObject({ errorName: 'workbook_broken' })
  })

  test('whose entries are encrypted has a password', async () => {
    const bytes = await zipped(good())
    const locked = Buffer.from(bytes)
    const sign = Buffer.from('504b0102', 'hex')
    for (let at = locked.indexOf(sign); at !== -1; at = locked.indexOf(sign, at + 1))
      locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8)
    await expect(look(locked)).rejects.toMatchObject({ errorName: 'file_encrypted' })
  })

  test('that takes too long is given up on', async () => {
    const key = await keep(await zipped(good()))
    const late = { ...limits, seconds: 0.001 }
    await expect(sampleWorkbook(storage, key, {}, late)).rejects.toMatchObject({ errorName: 'workbook_too_big' })
  })

  test('is no longer read when its consumer stops', { tags: ['verify'] }, async () => {
    const rows = Array.from({ length: 30_000 }, (_, no) => [`ชื่อ ${no}`, no])
    const key = await keep(await sheetOf([['ก', 'ข'], ...rows]))
    let pieces = 0
    for await (const _ of workbookRows(storage, key, { sheet: 'Sheet1', header_row: 1, left: 0, width: 2 }, () => {})) {
      pieces++
      break
    }
    expect(pieces).toBe(1)
  })
})
