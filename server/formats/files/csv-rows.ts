import type { FileSettings } from '@ruam/contract/formats/files.ts'
import { MAX_FILE_COLUMNS } from '@ruam/contract/platform/constants.ts'
import { lineBreaks } from './line-breaks.ts'

const QUOTE = 0x22
const APOSTROPHE = 0x27
const BACKSLASH = 0x5c
const LF = 0x0a
const CR = 0x0d
const BLANK = 0x20

/** Result of a row scanner if the text ends within the row. */
export const UNFINISHED = -1

/** Cells of a row that are kept: such a row fits no header, not even one with the columns of a correction file. */
export const MAX_ROW_CELLS = MAX_FILE_COLUMNS + 3

/** Rules to split rows into cells. */
export type Dialect = Pick<FileSettings, 'delimiter' | 'quotes'>

export interface RowScanner {
  /**
   * Reads one row that starts at `from` into `cells` and answers where the next one starts. Rows end with LF, CRLF or CR, in any mix;
   * quotes as in RFC 4180. Lenient where files are: a quote inside an unquoted cell is a character, what follows a closing quote
   * belongs to the cell, and a quoted cell may stand a blank behind its delimiter. Cells past MAX_ROW_CELLS are not kept.
   * `last`: no more text will come, so the end of the text ends the row; a quote that is still open is UNFINISHED even then.
   */
  read(text: string, from: number, last: boolean, cells: string[]): number
  /** True if text followed a closing quote since a caller last set this to false. */
  stray: boolean
  /** Line breaks of the row that was read last, its end among them: the reading passes them anyway. */
  breaks: number
}

/** The signs of a dialect, as they are looked for. */
export interface Signs {
  /** The delimiter; of one of two signs, which are the same, one of them. */
  code: number
  pair: boolean
  /** Any number of delimiters are one. */
  runs: boolean
  quote: number
  escapes: boolean
}

const signsOf = ({ delimiter, quotes }: Dialect): Signs => ({
  code: delimiter.charCodeAt(0),
  pair: delimiter.length === 2,
  runs: delimiter === ' ',
  quote: quotes === 'single' ? APOSTROPHE : QUOTE,
  escapes: quotes === 'backslash',
})

export function rowScanner(dialect: Dialect): RowScanner {
  const signs = signsOf(dialect)
  const plain = !signs.pair && !signs.escapes
  const { quote, runs } = signs
  const sign = String.fromCharCode(quote)
  const scanner: RowScanner = {
    stray: false,
    breaks: 0,
    read(text, from, last, cells) {
      let at = runs ? blanksEnd(text, from) : from
      let breaks = 0
      for (;;) {
        let cell = ''
        let quoted = false
        if (!runs && text.charCodeAt(at) === BLANK && isQuotedAfterBlank(text, at, signs, last)) at++
        if (text.charCodeAt(at) === quote) {
          const close = closingQuote(text, at, signs)
          if (close === UNFINISHED) return UNFINISHED
          cell = text.slice(at + 1, close)
          breaks += lineBreaks(text, at + 1, close)
          if (cell.includes(sign)) cell = cell.replaceAll(sign + sign, sign)
          if (signs.escapes) cell = unescaped(cell)
          at = close + 1
          quoted = true
        }
        const end = plain ? cellEnd(text, at, signs.code) : cellEndOf(text, at, signs)
        if (end >= text.length && !last) return UNFINISHED
        if (end > at) {
          const rest = signs.escapes ? unescaped(text.slice(at, end)) : text.slice(at, end)
          cell = cell === '' ? rest : cell + rest
          if (quoted && rest.trim() !== '') scanner.stray = true
        }
        if (cells.length < MAX_ROW_CELLS) cells.push(cell)
        if (end >= text.length) {
          scanner.breaks = signs.escapes ? lineBreaks(text, from, text.length) : breaks
          return text.length
        }
        let ending = text.charCodeAt(end)
        at = end + 1
        if (runs && ending === BLANK) {
          at = blanksEnd(text, at)
          if (at === text.length) {
            scanner.breaks = breaks
            return last ? at : UNFINISHED
          }
          const next = text.charCodeAt(at)
          if (next === LF || next === CR) {
            ending = next
            at++
          }
        }
        if (ending === LF || ending === CR) {
          // An LF that a later text brings reads as a blank line.
          if (ending === CR && text.charCodeAt(at) === LF) at++
          // Backslashes may stand before line ends of any cell.
          scanner.breaks = signs.escapes ? lineBreaks(text, from, at) : breaks + 1
          return at
        }
        if (signs.pair) at++
      }
    },
  }
  return scanner
}

/** Letter by letter: cells are short, and to look for a sign in Thai takes V8 longer (the half of many a letter is one). */
export function closingQuote(text: string, open: number, { quote, escapes }: Signs): number {
  const { length } = text
  for (let at = open + 1; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      if (text.charCodeAt(at + 1) !== quote) return at
      at++
    } else if (escapes && code === BACKSLASH) at++
  }
  return UNFINISHED
}

function blanksEnd(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === BLANK) at++
  return at
}

/** Backslashes before quotes, delimiters, line ends and backslashes are left out; before a letter it is one, as in C:\new. */
const unescaped = (cell: string) => (cell.includes('\\') ? cell.replace(/\\([^\p{L}\p{N}\s]|[\r\n])/gu, '$1') : cell)

/** `name, "Bangkok, Thailand"`: the blank is the delimiter's. Only where the quotes enclose the whole of a cell on one line. */
export function isQuotedAfterBlank(text: string, at: number, signs: Signs, last: boolean): boolean {
  if (text.charCodeAt(at + 1) !== signs.quote) return false
  const close = closingQuote(text, at + 1, signs)
  if (close === UNFINISHED) return false
  const next = text.charCodeAt(close + 1)
  const delimited = next === signs.code && (!signs.pair || text.charCodeAt(close + 2) === signs.code)
  const ends = delimited || next === LF || next === CR || (last && close + 1 === text.length)
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

/** The same with a delimiter of two signs, or with escapes. */
function cellEndOf(text: string, from: number, { code: sign, pair, escapes }: Signs): number {
  const { length } = text
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code === sign && (!pair || text.charCodeAt(at + 1) === sign)) return at
    if (code === LF || code === CR) return at
    if (escapes && code === BACKSLASH) at++
  }
  return length
}

/** A line with nothing in it, or only delimiters and blanks. */
export function isBlankRow(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell.charCodeAt(0) > 0x20 || cell.trim() !== '') return false
  return true
}
