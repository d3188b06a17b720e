import { MAX_FILE_COLUMNS } from '@ruam/contract/constants.ts'

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/** What scanRow answers when the text ends before the row does. */
export const UNFINISHED = -1

/**
 * Reads one row that starts at `from` into `cells` and answers where the next one starts. Rows end with LF, CRLF or CR, in any
 * mix; quotes as in RFC 4180. Lenient where files are: a quote inside an unquoted cell is a character, and what follows
 * a closing quote belongs to the cell. Cells past MAX_FILE_COLUMNS + 1 are not kept: such a row can't fit any header.
 * `last`: no more text will come, so the end of the text ends the row; a quote that is still open is UNFINISHED even then.
 */
export function scanRow(text: string, from: number, delimiter: number, last: boolean, cells: string[]): number {
  let at = from
  for (;;) {
    let cell = ''
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
    if (cells.length <= MAX_FILE_COLUMNS) cells.push(cell)
    if (end === text.length) return end
    at = end + 1
    const code = text.charCodeAt(end)
    if (code === delimiter) continue
    if (code === LF) return at
    // An LF that a later text brings reads as a blank line.
    return text.charCodeAt(at) === LF ? at + 1 : at
  }
}

function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2)
  return close
}

function cellEnd(text: string, from: number, delimiter: number): number {
  const { length } = text
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code === delimiter || (code <= CR && (code === LF || code === CR))) return at
  }
  return length
}

/** A line with nothing in it, or only delimiters and blanks. */
export function isBlankRow(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell.charCodeAt(0) > 0x20 || cell.trim() !== '') return false
  return true
}
