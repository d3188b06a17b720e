import { type Book, newNotes, type RowTaker, rowBuilder, serialOf } from './book.ts'
import { type Bytes, decoderOf, thaiOrUnicode } from './byte-source.ts'
import { numberText } from './xlsx-cells.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

const HEADER = 32
const FIELD = 32
const END_OF_FIELDS = 0x0d
const DELETED = 0x2a
const KEPT = 0x20
/** First bytes of dBase III to V, Visual FoxPro, and those with memos. */
const versions: ReadonlySet<number> = new Set([
  0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0x8c, 0xcb, 0xf5, 0xfb,
])
/** Labels by the byte of the code page; others, such as those of DOS, are told by the bytes of the texts. */
const codePages: Record<number, string> = {
  3: 'windows-1252',
  87: 'windows-1252',
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  80: 'windows-874',
  122: 'gbk',
  123: 'shift_jis',
  124: 'windows-874',
  200: 'windows-1250',
  201: 'windows-1251',
}

interface Field {
  name: string
  type: string
  at: number
  length: number
}

interface Header {
  fields: Field[]
  text: (bytes: Uint8Array) => string
  start: number
  recordLength: number
}

/** Returns the fields of a table of dBase or FoxPro by its first bytes; null if it is none. Never trusts the number of its records. */
function headerOf(start: Buffer): Header | null {
  if (start.length < HEADER + FIELD || !versions.has(start[0]!)) return null
  const [month, day] = [start[2]!, start[3]!]
  if (month > 12 || day > 31) return null
  const length = start.readUInt16LE(8)
  const recordLength = start.readUInt16LE(10)
  const text = codePages[start[29]!] === undefined ? thaiOrUnicode : decoderOf(codePages[start[29]!]!)
  const fields: Field[] = []
  let at = 1
  for (let place = HEADER; place + FIELD <= Math.min(start.length, length + 1); place += FIELD) {
    if (start[place] === END_OF_FIELDS) break
    const type = String.fromCharCode(start[place + 11]!)
    if (!/^[A-Z@+0]$/.test(type)) return null
    const name = start.subarray(place, place + 11)
    const until = name.indexOf(0)
    // Long texts of Clipper and FoxPro keep the high byte of their length in the decimals.
    const size = type === 'C' ? start.readUInt16LE(place + 16) : start[place + 16]!
    const short = start[place + 16]!
    const own = type === 'C' && at + size > recordLength ? short : size
    fields.push({ name: text(name.subarray(0, until === -1 ? 11 : until)).trim(), type, at, length: own })
    at += own
  }
  const fits = fields.length > 0 && at <= recordLength && length >= HEADER + fields.length * FIELD
  return fits ? { fields, text, start: length, recordLength } : null
}

/** True if the first bytes of a file are those of a table of dBase. */
export const isDbf = (start: Buffer): boolean => headerOf(start) !== null

const LONGEST_HEADER = 64 * 1024
/** Records that are read together. */
const BATCH = 500

/** A table of dBase, FoxPro and older tills. Deleted records and memos, which lie in another file, are left out. */
export function dbfBook(file: Bytes): Book {
  const header = headerOf(file.read(0, LONGEST_HEADER))
  if (!header) throw new RefusedWorkbook('workbook_broken')
  return {
    kind: 'dbf',
    named: true,
    sheets: [{ name: 'dBase', hidden: false }],
    read: (_, taker) => readRecords(file, header, taker),
  }
}

async function readRecords(file: Bytes, { fields, text, start, recordLength }: Header, taker: RowTaker) {
  const notes = newNotes()
  const rows = rowBuilder(taker, notes)
  rows.begin(1)
  for (const [column, { name }] of fields.entries()) rows.cell(column, name)
  let no = 1
  for (let place = start; ; ) {
    const bytes = file.read(place, recordLength * BATCH)
    let at = 0
    for (; at + recordLength <= bytes.length; at += recordLength) {
      const mark = bytes[at]!
      if (mark !== KEPT && mark !== DELETED) break
      no++
      if (mark === DELETED) continue
      rows.begin(no)
      for (const [column, field] of fields.entries())
        rows.cell(column, fieldText(field, bytes.subarray(at + field.at, at + field.at + field.length), text))
    }
    place += at
    if (!(await taker.pause()) || at < recordLength * BATCH) break
  }
  rows.end()
  await taker.pause()
  return notes
}

/** Julian day of 1 January 1970. */
const EPOCH_DAY = 2_440_588
const DAY_MS = 86_400_000

const dayText = (iso: string) => {
  const serial = serialOf(iso)
  return serial === null ? '' : numberText(String(serial), 'date', false)
}

function fieldText({ type }: Field, bytes: Buffer, text: Header['text']): string {
  switch (type) {
    case 'N':
    case 'F':
      return bytes.toString('latin1').replaceAll('\0', '').trim()
    case 'D':
      return dayText(bytes.toString('latin1').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
    case 'L':
      return /[ty]/i.test(String(bytes)) ? 'TRUE' : /[fn]/i.test(String(bytes)) ? 'FALSE' : ''
    case 'I':
    case '+':
      return bytes.length === 4 ? String(bytes.readInt32LE(0)) : ''
    case 'Y':
      return bytes.length === 8 ? String(Number(bytes.readBigInt64LE(0)) / 10_000) : ''
    case 'B':
      // A memo of dBase, as text.
      return bytes.length === 8 && bytes[0] !== KEPT ? numberText(String(bytes.readDoubleLE(0)), 'plain', false) : ''
    case 'T':
    case '@': {
      if (bytes.length !== 8 || bytes.readInt32LE(0) === 0) return ''
      const instant = (bytes.readInt32LE(0) - EPOCH_DAY) * DAY_MS + bytes.readInt32LE(4)
      return Math.abs(instant) < 8.64e15 ? dayText(new Date(instant).toISOString().slice(0, 19)) : ''
    }
    case 'C':
    case 'V':
      return text(trimmed(bytes))
    default:
      return ''
  }
}

/** Without the blanks and zeros that fill a field up. */
function trimmed(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === KEPT || bytes[end - 1] === 0)) end--
  return bytes.subarray(0, end)
}
