import { CFB, set_cptable, utils, type WorkBook, write } from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { encoderOf } from '../../formats/files/raw-rows.ts'
import { sheetOf } from './workbook.testing.ts'

set_cptable(codePages)

type Cells = (string | number)[][]

const bookOf = (rows: Cells): WorkBook => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'ลูกค้า')
  return book
}

/** Writes a table as another program writes it. */
const written = (rows: Cells, bookType: 'biff8' | 'xlsb' | 'ods' | 'xlml' | 'html'): Buffer =>
  Buffer.from(write(bookOf(rows), { type: 'buffer', bookType }))

const record = (id: number, ...parts: Buffer[]) => {
  const data = Buffer.concat(parts)
  return Buffer.concat([words(id, data.length), data])
}
const words = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer)
const thai = encoderOf('windows-874')

function bareSheet(rows: Cells, version: number, hidden: readonly number[] = []): Buffer {
  const records = [record(0x809, words(version, 0x10, 0, 0))]
  for (const row of hidden) records.push(record(0x208, words(row, 0, 1, 255, 0, 0, 0x20, 0)))
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const number = Buffer.alloc(8)
      if (typeof cell === 'number') number.writeDoubleLE(cell)
      const text = thai(String(cell))
      records.push(
        typeof cell === 'number'
          ? record(0x203, words(row, column, 0), number)
          : record(0x204, words(row, column, 0, text.length), text),
      )
    }
  return Buffer.concat([...records, record(0x0a)])
}

/** A sheet without a workbook around it, as small programs write it under the name .xls. `backwards`: its last cell first. */
export function bareXls(rows: Cells, backwards = false): Buffer {
  const sheet = bareSheet(rows, 0)
  if (!backwards) return sheet
  const records = []
  for (let at = 0; at < sheet.length; at += 4 + sheet.readUInt16LE(at + 2))
    records.push(sheet.subarray(at, at + 4 + sheet.readUInt16LE(at + 2)))
  return Buffer.concat([records[0]!, ...records.slice(1, -1).reverse(), records.at(-1)!])
}

/** A workbook of Excel 5.0 with Thai letters of code page 874, in its container. */
export function excel5(rows: Cells, hidden: readonly number[] = []): Buffer {
  const name = thai('ลูกค้า')
  const place = Buffer.alloc(4)
  const globals = () =>
    Buffer.concat([
      record(0x809, words(0x500, 5, 0, 0)),
      record(0x42, words(874)),
      record(0x85, place, words(0), Buffer.of(name.length), name),
      record(0x0a),
    ])
  place.writeUInt32LE(globals().length)
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/Book', Buffer.concat([globals(), bareSheet(rows, 0x500, hidden)]))
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

const objectsOf = ([header, ...rows]: Cells) =>
  rows.map((row) => Object.fromEntries(row.map((cell, place) => [String(header![place]), cell])))

const jsonOf = (rows: Cells) => Buffer.from(JSON.stringify(objectsOf(rows), null, 1))
const jsonLinesOf = (rows: Cells) =>
  Buffer.from(
    objectsOf(rows)
      .map((row) => JSON.stringify(row))
      .join('\n'),
  )

const csvOf = (rows: Cells) => Buffer.from(`${rows.map((row) => row.join(',')).join('\n')}\n`)

/** One table in each form in which a shop may have it. */
export const formsOf = (rows: Cells): Record<string, () => Buffer | Promise<Buffer>> => ({
  csv: () => csvOf(rows),
  xlsx: () => sheetOf(rows),
  xls: () => written(rows, 'biff8'),
  'xls of Excel 5.0': () => excel5(rows),
  'xls without a workbook': () => bareXls(rows),
  xlsb: () => written(rows, 'xlsb'),
  ods: () => written(rows, 'ods'),
  excel_xml: () => written(rows, 'xlml'),
  html: () => written(rows, 'html'),
  json: () => jsonOf(rows),
  json_lines: () => jsonLinesOf(rows),
})

/** A workbook with a day, a code with zeros, formulas, an error, and hidden and merged cells. */
export function decorated(bookType: 'biff8' | 'xlsb'): Buffer {
  const sheet = utils.aoa_to_sheet([
    ['สาขา', 'วัน', 'เบอร์', 'สูตร', 'จริง'],
    ['แพร่', 45351, 812345678, 3, true],
    ['', '', '', 'ก', ''],
  ])
  sheet.B2!.z = 'yyyy-mm-dd'
  sheet.C2!.z = '0000000000'
  sheet.D2!.f = '1+2'
  sheet.D3!.f = 'A2'
  sheet.E3 = { t: 'e', v: 0x2a }
  sheet['!merges'] = [utils.decode_range('A2:A3')]
  sheet['!rows'] = [{}, {}, { hidden: true }]
  sheet['!cols'] = [{}, { hidden: true }]
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'ลูกค้า')
  return Buffer.from(write(book, { type: 'buffer', bookType }))
}

interface DbfField {
  name: string
  type: string
  length: number
}

/** A table of dBase III. `declared`: records that its header speaks of. */
export function dbf(
  fields: readonly DbfField[],
  records: readonly { cells: string[]; deleted?: boolean }[],
  { codePage, declared }: { codePage: number; declared: number },
): Buffer {
  const header = Buffer.alloc(32 + fields.length * 32 + 1)
  header.set([3, 126, 11, 27])
  header.writeUInt32LE(declared, 4)
  header.writeUInt16LE(header.length, 8)
  header.writeUInt16LE(1 + fields.reduce((sum, { length }) => sum + length, 0), 10)
  header[29] = codePage
  for (const [place, { name, type, length }] of fields.entries()) {
    header.write(name, 32 + place * 32, 'latin1')
    header.write(type, 43 + place * 32, 'latin1')
    header[48 + place * 32] = length
  }
  header[header.length - 1] = 0x0d
  const lines = records.map(({ cells, deleted }) => {
    const parts = cells.map((cell, place) => {
      const bytes = Buffer.alloc(fields[place]!.length, ' ')
      thai(cell).copy(bytes)
      return bytes
    })
    return Buffer.concat([Buffer.from(deleted ? '*' : ' '), ...parts])
  })
  return Buffer.concat([header, ...lines, Buffer.of(0x1a)])
}
