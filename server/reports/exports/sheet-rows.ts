import type { CellType } from './export-file.ts'
import { cutToCell, sheetCellText, styleOf } from './sheet-text.ts'

/** Bytes of one of the texts that stand around every cell. */
const bytes = (text: string) => Uint8Array.from(Buffer.from(text))

const CELL = {
  text: bytes(`" s="${styleOf.text}" t="inlineStr"><is><t>`),
  number: bytes('"><v>'),
  day: bytes(`" s="${styleOf.day}"><v>`),
  instant: bytes(`" s="${styleOf.instant}"><v>`),
}
const TEXT_END = bytes('</t></is></c>')
const VALUE_END = bytes('</v></c>')
const ROW = bytes('<row r="')
const ROW_CELLS = bytes('">')
const ROW_END = bytes('</row>')
/** Bytes by which a piece may pass its size: a row seldom has more. */
const BEYOND = 64 * 1024
/** Bytes around the value of a cell, its address among them, and around a row: more than there are. */
const AROUND = 96

const [ZERO, NINE, MINUS, POINT, BLANK, COLON, BACKSLASH, TAB, NEWLINE, N] = [48, 57, 45, 46, 32, 58, 92, 9, 10, 78]
/** Excel's limit in letters, and so of bytes in which there are surely no more of them. */
const SURELY_SHORT = 32_767
/** Bytes that `cellText` and `copyField` must inspect: controls, & < > _ \ and the first byte of U+FFFE, among others. */
const special = new Uint8Array(256).map((_, byte) => Number(byte < 32 || [38, 60, 62, 92, 95, 0xef].includes(byte)))

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
/** Before it Excel counts a 29 February 1900 that never was, and before 1900 it has no days. */
const FIRST_DAY = 1900_03_01
/** Digits behind the point of a time: more than the number that a reader makes of it can tell apart. */
const TIME_DIGITS = 11

/** `A`, `Z`, `AA`: the letters of a column, from 0. */
export function columnLetters(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : columnLetters(Math.floor(place / 26) - 1) + letter
}

const escaped: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '\\': '\\' }

/** A field of a line in COPY's text format as text. */
const copyField = (raw: string) => raw.replace(/\\(.)/gs, (_, letter: string) => escaped[letter] ?? letter)

/** Days as numbers like 20261122 with their serials; a file has a few thousand. */
const days = new Map<number, number | null>()
const MOST_DAYS = 50_000

function serialOfDay(day: number): number | null {
  const known = days.get(day)
  if (known !== undefined) return known
  const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100]
  const at = new Date(Date.UTC(year, month - 1, date))
  const serial = !(day >= FIRST_DAY) || at.getUTCDate() !== date ? null : (at.getTime() - EPOCH) / DAY_MS
  if (days.size >= MOST_DAYS) days.clear()
  days.set(day, serial)
  return serial
}

/**
 * Rows of a sheet of lines in COPY's text format, from bytes to bytes: most cells are copied as they are, letter by letter, which takes a
 * fifth of the time that strings take. What has anything special in it is made by `cellText`.
 */
export class SheetRows {
  /** Number of truncated cells. */
  cut = 0
  #types: readonly CellType[]
  /** `<c r="B`, for each column. */
  #begins: readonly Uint8Array[]
  #out: Buffer
  #size = 0
  #room: number
  /** Number of the current row. */
  #no: Uint8Array = new Uint8Array(1)

  /** `piece`: about how many bytes are taken at a time. */
  constructor(types: readonly CellType[], piece: number) {
    this.#types = types
    this.#begins = types.map((_, place) => bytes(`<c r="${columnLetters(place)}`))
    this.#room = piece + BEYOND
    this.#out = Buffer.allocUnsafe(this.#room)
  }

  /** Bytes that wait to be taken. */
  get size(): number {
    return this.#size
  }

  take(): Buffer {
    const taken = this.#out.subarray(0, this.#size)
    this.#out = Buffer.allocUnsafe(this.#room)
    this.#size = 0
    return taken
  }

  /** Adds text as it is. */
  add(text: string): void {
    this.#make(text.length * 3)
    this.#size += this.#out.write(text, this.#size)
  }

  /** Adds the line that begins at a place as a row, and answers where the next one begins. */
  row(lines: Uint8Array, from: number, no: number): number {
    this.#number(no)
    this.#make(AROUND)
    this.#put(ROW)
    this.#put(this.#no)
    this.#put(ROW_CELLS)
    let begin = from
    for (let place = 0; ; place++) {
      let end = begin
      let plain = true
      for (; lines[end] !== TAB && lines[end] !== NEWLINE; end++) if (special[lines[end]!]) plain = false
      if (place < this.#types.length) this.#cell(lines, begin, end, place, plain)
      if (lines[end] === NEWLINE) {
        this.#make(AROUND)
        this.#put(ROW_END)
        return end + 1
      }
      begin = end + 1
    }
  }

  #number(no: number): void {
    const width = String(no).length
    if (this.#no.length !== width) this.#no = new Uint8Array(width)
    writeDigits(this.#no, 0, no, width)
  }

  #cell(lines: Uint8Array, from: number, to: number, place: number, plain: boolean): void {
    if (from === to || (to - from === 2 && lines[from] === BACKSLASH && lines[from + 1] === N)) return
    this.#make(AROUND + to - from)
    const type = this.#types[place]!
    if ((type === 'day' || type === 'instant') && this.#moment(lines, from, to, place)) return
    const blank = lines[from]! <= BLANK || lines[to - 1]! <= BLANK
    if (type === 'number' && isPlainNumber(lines, from, to)) {
      this.#begin(place, CELL.number)
      this.#copy(lines, from, to)
      this.#put(VALUE_END)
    } else if (type === 'text' && plain && !blank && to - from <= SURELY_SHORT) {
      this.#begin(place, CELL.text)
      this.#copy(lines, from, to)
      this.#put(TEXT_END)
    } else this.#unusual(Buffer.from(lines.buffer, lines.byteOffset + from, to - from).toString(), place)
  }

  /** A cell by its text, which may be anything. */
  #unusual(raw: string, place: number): void {
    const value = raw.includes('\\') ? copyField(raw) : raw
    const kept = cutToCell(value)
    if (kept !== value) this.cut++
    const cell = sheetCellText(this.#types[place]!, kept)
    this.#make(AROUND + cell.length * 3)
    this.#put(this.#begins[place]!)
    this.#put(this.#no)
    this.#size += this.#out.write(cell, this.#size)
  }

  /** A day or a moment that a workbook has. */
  #moment(lines: Uint8Array, from: number, to: number, place: number): boolean {
    const length = to - from
    if (length !== 10 && length !== 19) return false
    const serial = serialOfDay(dayAt(lines, from))
    const seconds = length === 10 ? 0 : timeAt(lines, from + 10)
    if (serial === null || Number.isNaN(seconds)) return false
    const isDay = seconds === 0 && this.#types[place] === 'day'
    // A serial at midnight would read back as a day, so this moment stays a text.
    if (isDay && length !== 10) return false
    this.#begin(place, isDay ? CELL.day : CELL.instant)
    this.#digits(serial, String(serial).length)
    if (seconds > 0) {
      this.#out[this.#size++] = POINT
      const fraction = Math.round((seconds * 10 ** TIME_DIGITS) / 86_400)
      this.#digits(fraction, TIME_DIGITS)
    }
    this.#put(VALUE_END)
    return true
  }

  #begin(place: number, kind: Uint8Array): void {
    this.#put(this.#begins[place]!)
    this.#put(this.#no)
    this.#put(kind)
  }

  #put(some: Uint8Array): void {
    this.#copy(some, 0, some.length)
  }

  // Byte by byte: what is copied is shorter than what a call to copy memory costs.
  #copy(some: Uint8Array, from: number, to: number): void {
    const out = this.#out
    let at = this.#size
    for (let place = from; place < to; place++) out[at++] = some[place]!
    this.#size = at
  }

  #digits(value: number, width: number): void {
    writeDigits(this.#out, this.#size, value, width)
    this.#size += width
  }

  #make(room: number): void {
    if (this.#size + room <= this.#out.length) return
    const larger = Buffer.allocUnsafe(this.#out.length * 2 + room)
    this.#out.copy(larger, 0, 0, this.#size)
    this.#out = larger
  }
}

function writeDigits(out: Uint8Array, from: number, value: number, width: number): void {
  let left = value
  for (let at = from + width - 1; at >= from; at--) {
    const next = Math.floor(left / 10)
    out[at] = ZERO + left - next * 10
    left = next
  }
}

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE

/** Up to 15 letters: digits, a sign before and a point among them. */
function isPlainNumber(lines: Uint8Array, from: number, to: number): boolean {
  if (to - from > 15) return false
  let points = 0
  for (let at = lines[from] === MINUS ? from + 1 : from; at < to; at++) {
    if (lines[at] === POINT) points++
    else if (!isDigit(lines[at]!)) return false
  }
  return points < 2 && isDigit(lines[to - 1]!)
}

/** A number of some digits; NaN of anything else. */
function numberAt(lines: Uint8Array, from: number, length: number): number {
  let value = 0
  for (let at = from; at < from + length; at++)
    value = isDigit(lines[at]!) ? value * 10 + lines[at]! - ZERO : Number.NaN
  return value
}

/** `2026-11-22` as 20261122; NaN of anything else. */
function dayAt(lines: Uint8Array, from: number): number {
  if (lines[from + 4] !== MINUS || lines[from + 7] !== MINUS) return Number.NaN
  return numberAt(lines, from, 4) * 10_000 + numberAt(lines, from + 5, 2) * 100 + numberAt(lines, from + 8, 2)
}

/** ` 23:59:59` as seconds since midnight; NaN of anything else. */
function timeAt(lines: Uint8Array, from: number): number {
  if (lines[from] !== BLANK || lines[from + 3] !== COLON || lines[from + 6] !== COLON) return Number.NaN
  const hours = numberAt(lines, from + 1, 2)
  const minutes = numberAt(lines, from + 4, 2)
  const seconds = numberAt(lines, from + 7, 2)
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : Number.NaN
}
