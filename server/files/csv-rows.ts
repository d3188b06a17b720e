import { MAX_FILE_COLUMNS } from '@ruam/contract/constants.ts'
import type { Delimiter } from './csv-delimiter.ts'

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d
const BLANK = 0x20

/** What a row scanner answers when the text ends before the row does. */
export const UNFINISHED = -1

/**
 * Reads one row that starts at `from` into `cells` and answers where the next one starts. Rows end with LF, CRLF or CR, in any
 * mix; quotes as in RFC 4180. Lenient where files are: a quote inside an unquoted cell is a character, what follows a closing
 * quote belongs to the cell, and a quoted cell may stand a blank behind its delimiter. Cells past MAX_FILE_COLUMNS + 2 are not
 * kept: such a row fits no header, not even one with the column of a correction file.
 * `last`: no more text will come, so the end of the text ends the row; a quote that is still open is UNFINISHED even then.
 */
export type RowScanner = (text: string, from: number, last: boolean, cells: string[]) => number

export function rowScanner(delimiter: Delimiter): RowScanner {
  const code = delimiter.charCodeAt(0)
  if (delimiter.length === 1) return (text, from, last, cells) => scanRow(text, from, code, last, cells, 1)
  return (text, from, last, cells) => {
    const next = scanRow(text, from, code, last, cells, 2)
    joinPairs(cells)
    return next
  }
}

/** `signs`: how many delimiters stand between two cells. */
function scanRow(text: string, from: number, delimiter: number, last: boolean, cells: string[], signs: 1 | 2): number {
  const most = (MAX_FILE_COLUMNS + 1) * signs
  let at = from
  for (;;) {
    let cell = ''
    if (text.charCodeAt(at) === BLANK && quotedBehindBlank(text, at, delimiter, last)) at++
    if (text.charCodeAt(at) === QUOTE) {
      const close = closingQuote(text, at)
      if (close === UNFINISHED) return UNFINISHED
      cell = text.slice(at + 1, close)
      if (cell.includes('"')) cell = cell.replaceAll('""', '"')
      at = close + 1
    }
    const end = cellEnd(text, at, delimiter)
    if (end === text.length && !last) return UNFINISHED
    if (end > at) cell = cell === '' ? text.slice(at, end) : cell + text.slice(at, end)
    if (cells.length <= most) cells.push(cell)
    if (end === text.length) return end
    at = end + 1
    const code = text.charCodeAt(end)
    if (code === delimiter) continue
    if (code === LF) return at
    // An LF that a later text brings reads as a blank line.
    return text.charCodeAt(at) === LF ? at + 1 : at
  }
}

export function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2)
  return close
}

/** `name, "Bangkok, Thailand"`: the blank is the delimiter's. Only where the quotes enclose the whole of a cell on one line. */
export function quotedBehindBlank(text: string, at: number, delimiter: number, last: boolean): boolean {
  if (text.charCodeAt(at + 1) !== QUOTE) return false
  const close = closingQuote(text, at + 1)
  if (close === UNFINISHED) return false
  const next = text.charCodeAt(close + 1)
  const ends = next === delimiter || next === LF || next === CR || (last && close + 1 === text.length)
  return ends && !/[\r\n]/.test(text.slice(at, close))
}

export function cellEnd(text: string, from: number, delimiter: number): number {
  const { length } = text
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code === delimiter || (code <= CR && (code === LF || code === CR))) return at
  }
  return length
}

/** a||b was cut into a, nothing and b. A row whose text holds a single sign stays as it is and fits no header. */
export function joinPairs(cells: string[]): void {
  if (cells.length % 2 === 0) return
  for (let place = 1; place < cells.length; place += 2) if (cells[place] !== '') return
  for (let place = 2; place < cells.length; place += 2) cells[place / 2] = cells[place]!
  cells.length = (cells.length + 1) / 2
}

/** A line with nothing in it, or only delimiters and blanks. */
export function isBlankRow(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell.charCodeAt(0) > 0x20 || cell.trim() !== '') return false
  return true
}
