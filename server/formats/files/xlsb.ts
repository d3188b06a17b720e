import { shortNumber } from './biff.ts'
import { type Book, hiddenInTable, newNotes, type RowTaker, rowBuilder } from './book.ts'
import { type NumberStyle, numberStyle, numberText } from './xlsx-cells.ts'
import { stringTable } from './xlsx-strings.ts'
import { MAX_SHEETS, MAX_STYLES, relations } from './xlsx-workbook.ts'
import { type Parts, RefusedWorkbook } from './xlsx-zip.ts'

/** Records of a binary workbook ([MS-XLSB] 2.3), as far as they hold a table. */
const XLSB = {
  row: 0,
  blank: 1,
  shortNumber: 2,
  error: 3,
  logical: 4,
  number: 5,
  text: 6,
  sharedText: 7,
  formulaText: 8,
  formulaNumber: 9,
  formulaLogical: 10,
  formulaError: 11,
  /** Like 1 to 7 without a column, which is the next one. */
  nextBlank: 12,
  nextShared: 18,
  sharedItem: 19,
  format: 44,
  style: 47,
  columns: 60,
  richText: 62,
  properties: 153,
  sheet: 156,
  merged: 176,
  beginStyles: 617,
  endStyles: 618,
} as const

/** Bytes of a record: a text of 32,767 letters and its formats are less. */
const LONGEST = 256 * 1024

type Take = (id: number, data: Buffer) => void

/** Reads records of numbers and lengths in groups of seven bits, piece by piece. */
function binaryReader(take: Take): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (;;) {
      let at = from
      let id = rest[at++]
      if (id === undefined) break
      if (id & 0x80) {
        const high = rest[at++]
        if (high === undefined) break
        id = (id & 0x7f) | ((high & 0x7f) << 7)
      }
      let length = 0
      let shift = 0
      let byte: number | undefined
      do {
        byte = rest[at++]
        length |= ((byte ?? 0) & 0x7f) << shift
        shift += 7
      } while (byte !== undefined && byte & 0x80 && shift < 28)
      if (byte === undefined) break
      if (length > LONGEST) throw new RefusedWorkbook('workbook_broken')
      if (at + length > rest.length) break
      take(id, rest.subarray(at, at + length))
      from = at + length
    }
    rest = rest.subarray(from)
  }
}

const readPart = (parts: Parts, part: string, take: Take) => {
  const read = binaryReader(take)
  return parts.bytes(part, (chunk) => {
    read(chunk)
    return undefined
  })
}

/** Returns a text with its length before it, and the place behind it. */
function wideText(data: Buffer, at: number): { text: string; end: number } {
  const length = data.readUInt32LE(at)
  // Excel writes no text for a name that is not there.
  const end = length === 0xffffffff ? at + 4 : at + 4 + length * 2
  if (end > data.length) throw new RangeError('a text without its end')
  return { text: data.toString('utf16le', at + 4, end), end }
}

interface Sheet {
  name: string
  hidden: boolean
  part: string
}

/** A binary workbook of Excel since 2007. */
export async function xlsbBook(parts: Parts, main: string): Promise<Book> {
  const related = await relations(parts, main)
  const partOf = (kind: string, usual: string) =>
    [...related.values()].find((one) => one.type.endsWith(kind))?.target ?? usual
  const sheets: Sheet[] = []
  let from1904 = false
  await readPart(parts, main, (id, data) => {
    if (id === XLSB.properties) from1904 = (data[0]! & 1) === 1
    if (id !== XLSB.sheet || sheets.length >= MAX_SHEETS) return
    const { text: relation, end } = wideText(data, 8)
    const target = related.get(relation)
    if (!target?.type.endsWith('/worksheet')) return
    const name = wideText(data, end).text.replaceAll('\0', '').slice(0, 100)
    sheets.push({ name, hidden: data.readUInt32LE(0) !== 0, part: target.target })
  })
  const styles = await readStyles(parts, partOf('/styles', 'xl/styles.bin'))
  let shared: Promise<(place: number) => string> | undefined
  return {
    kind: 'xlsb',
    sheets,
    async read(place, taker) {
      shared ??= readShared(parts, partOf('/sharedStrings', 'xl/sharedStrings.bin'))
      return readSheet(parts, sheets[place]!, { styles, from1904, shared: await shared }, taker)
    },
  }
}

async function readStyles(parts: Parts, part: string): Promise<NumberStyle[]> {
  const codes = new Map<number, string>()
  const styles: NumberStyle[] = []
  let ofCells = false
  await readPart(parts, part, (id, data) => {
    if (id === XLSB.format && codes.size < MAX_STYLES) codes.set(data.readUInt16LE(0), wideText(data, 2).text)
    else if (id === XLSB.beginStyles) ofCells = true
    else if (id === XLSB.endStyles) ofCells = false
    else if (id === XLSB.style && ofCells && styles.length < MAX_STYLES) {
      const format = data.readUInt16LE(2)
      styles.push(numberStyle(format, codes.get(format)))
    }
  })
  return styles
}

async function readShared(parts: Parts, part: string): Promise<(place: number) => string> {
  const texts = stringTable()
  await readPart(parts, part, (id, data) => {
    if (id === XLSB.sharedItem) texts.add(wideText(data, 1).text)
  })
  return texts.get
}

const COLUMNS = 0x10000
const MOST_MERGED = 100_000

/** Merged cells stand behind the rows, so they are looked for first. */
async function mergedOf(parts: Parts, part: string): Promise<Map<number, number>> {
  const merged = new Map<number, number>()
  await readPart(parts, part, (id, data) => {
    if (id !== XLSB.merged || merged.size >= MOST_MERGED) return
    const top = data.readUInt32LE(0)
    const down = data.readUInt32LE(4) - top
    if (down > 0) merged.set(top * COLUMNS + data.readUInt32LE(8), down)
  })
  return merged
}

interface Reading {
  styles: readonly NumberStyle[]
  from1904: boolean
  shared: (place: number) => string
}

async function readSheet(parts: Parts, { part }: Sheet, reading: Reading, taker: RowTaker) {
  const merged = await mergedOf(parts, part)
  const notes = newNotes()
  const rows = rowBuilder(taker, notes)
  let row = 0
  let column = -1
  const cell = (id: number, data: Buffer, at: number) => {
    const text = cellText(id, data, at, reading)
    if (text === null) notes.errors++
    else rows.cell(column, text, merged.get(row * COLUMNS + column))
  }
  const read = binaryReader((id, data) => {
    if (id === XLSB.row) {
      row = data.readUInt32LE(0)
      column = -1
      rows.begin(row + 1, (data[11]! & 0x10) !== 0)
    } else if (id === XLSB.columns) {
      if (data[16]! & 1) notes.hiddenColumns += hiddenInTable(data.readUInt32LE(0), data.readUInt32LE(4), taker.table)
    } else if ((id > XLSB.row && id <= XLSB.formulaError) || id === XLSB.richText) {
      column = data.readUInt32LE(0)
      cell(id, data, 8)
    } else if (id >= XLSB.nextBlank && id <= XLSB.nextShared) {
      column++
      cell(id - XLSB.nextBlank + XLSB.blank, data, 4)
    }
  })
  await parts.bytes(part, (chunk) => {
    read(chunk)
    return taker.pause()
  })
  rows.end()
  await taker.pause()
  return notes
}

/** Returns the value that lies at a place behind the style; null for an error. */
function cellText(id: number, data: Buffer, at: number, { styles, from1904, shared }: Reading): string | null {
  const number = (value: number) =>
    Number.isFinite(value) ? numberText(String(value), styles[data.readUIntLE(at - 4, 3)] ?? 'plain', from1904) : ''
  switch (id) {
    case XLSB.blank:
      return ''
    case XLSB.shortNumber:
      return number(shortNumber(data.readInt32LE(at)))
    case XLSB.number:
    case XLSB.formulaNumber:
      return number(data.readDoubleLE(at))
    case XLSB.logical:
    case XLSB.formulaLogical:
      return data[at] === 1 ? 'TRUE' : 'FALSE'
    case XLSB.text:
    case XLSB.formulaText:
      return wideText(data, at).text
    case XLSB.sharedText:
      return shared(data.readUInt32LE(at))
    case XLSB.richText:
      return wideText(data, at + 1).text
    default:
      return null
  }
}
