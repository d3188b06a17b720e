import { MAX_WORKBOOK_CELL } from '@ruam/contract/exports.ts'
import type { CellType } from './export-file.ts'

/** Places in `cellXfs` of the workbook's styles. */
export const styleOf = { header: 1, text: 2, day: 3, instant: 4 } as const

const DAY_MS = 86_400_000
/** Before it Excel counts a 29 February 1900 that never was, and before 1900 it has no days. */
const FIRST_DAY = '1900-03-01'
const EPOCH = Date.UTC(1899, 11, 30)

/** What XML can't hold, or reads as something else, in the way of Excel: _xHHHH_. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these very ones
const UNSAFE = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[\da-f]{4}_/i
const EACH = new RegExp(UNSAFE.source, 'gi')
/** The same without the escapes of Excel, but for their first letter: one set of letters is looked for several times as fast. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these very ones
const MAYBE = /[&<>_\u0000-\u0008\u000b-\u001f\ufffe\uffff]/
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const hex = (letter: string) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const safe = (text: string) =>
  MAYBE.test(text) && UNSAFE.test(text)
    ? text.replace(EACH, (found) => entities[found] ?? (found.length > 1 ? `_x005F${found}` : hex(found)))
    : text

/** `A`, `Z`, `AA`: the letters of a column, from 0. */
export function columnLetters(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : columnLetters(Math.floor(place / 26) - 1) + letter
}

const escaped: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '\\': '\\' }

/** A field of a line in COPY's text format; null where there is none. */
export function copyField(raw: string): string | null {
  if (!raw.includes('\\')) return raw
  if (raw === '\\N') return null
  return raw.replace(/\\(.)/gs, (_, letter: string) => escaped[letter] ?? letter)
}

/** Makes rows of a sheet of lines of COPY's text format, and counts the cells that were too long and were cut. */
export function sheetRows(types: readonly CellType[]) {
  const letters = types.map((_, place) => columnLetters(place))
  let cut = 0

  function textCell(at: string, value: string): string {
    let text = value
    if (text.length > MAX_WORKBOOK_CELL) {
      cut++
      text = `${text.slice(0, MAX_WORKBOOK_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…`
    }
    const kept = text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 ? ' xml:space="preserve"' : ''
    return `<c r="${at}" s="${styleOf.text}" t="inlineStr"><is><t${kept}>${safe(text)}</t></is></c>`
  }

  function cellOf(type: CellType, at: string, value: string): string {
    switch (type) {
      case 'number':
        return isExact(value) ? `<c r="${at}"><v>${value}</v></c>` : textCell(at, value)
      case 'boolean':
        return `<c r="${at}" t="b"><v>${value === 't' || value === 'true' ? 1 : 0}</v></c>`
      case 'day':
      case 'instant': {
        const serial = serialOf(value)
        if (serial === null) return textCell(at, value)
        const style = Number.isInteger(serial) && type === 'day' ? styleOf.day : styleOf.instant
        return `<c r="${at}" s="${style}"><v>${serial}</v></c>`
      }
      case 'text':
        return textCell(at, value)
    }
  }

  return {
    /** How many cells were cut so far. */
    cut: () => cut,
    row(line: string, no: number): string {
      const fields = line.split('\t')
      let cells = ''
      for (let place = 0; place < types.length; place++) {
        const value = copyField(fields[place] ?? '\\N')
        if (value !== null && value !== '') cells += cellOf(types[place]!, letters[place]! + no, value)
      }
      return `<row r="${no}">${cells}</row>`
    },
    header(names: readonly string[]): string {
      const cells = names.map(
        (name, place) =>
          `<c r="${letters[place]}1" s="${styleOf.header}" t="inlineStr"><is><t xml:space="preserve">${safe(name)}</t></is></c>`,
      )
      return `<row r="1">${cells.join('')}</row>`
    },
  }
}

/** Whether a workbook keeps a number as it is: it has 15 digits. */
function isExact(value: string): boolean {
  if (value.length <= 15) return /^-?[\d.]+(?:e[+-]?\d+)?$/i.test(value)
  if (!/^-?[\d.]+(?:e[+-]?\d+)?$/i.test(value)) return false
  const digits = value.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
  return digits.length <= 15
}

/** Serials of days; a file has a few thousand. */
const days = new Map<string, number | null>()
const MOST_DAYS = 50_000

function serialOfDay(day: string): number | null {
  const known = days.get(day)
  if (known !== undefined) return known
  const at = day < FIRST_DAY || !/^\d{4}-\d\d-\d\d$/.test(day) ? Number.NaN : Date.parse(day)
  const serial = Number.isNaN(at) ? null : (at - EPOCH) / DAY_MS
  if (days.size >= MOST_DAYS) days.clear()
  days.set(day, serial)
  return serial
}

const TIME = /^ (\d\d):(\d\d):(\d\d)$/

/** The serial of a day or a moment that a workbook has; null of another, which stays a text. */
function serialOf(value: string): number | null {
  if (value.length === 10) return serialOfDay(value)
  const time = value.length === 19 ? TIME.exec(value.slice(10)) : null
  const day = time && serialOfDay(value.slice(0, 10))
  if (!time || day === null) return null
  return day + (Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3])) / 86_400
}
