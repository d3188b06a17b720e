import { MAX_CELL_BYTES } from '@ruam/contract/platform/constants.ts'
import {
  cellEnd,
  closingQuote,
  type Dialect,
  isQuotedAfterBlank,
  MAX_ROW_CELLS,
  type RowScanner,
  rowScanner,
  type Signs,
  UNFINISHED,
} from './csv-rows.ts'
import { lineBreaks } from './line-breaks.ts'

/** Characters of a row that is read at once. Longer ones are read piece by piece as they come: nothing waits for the whole of them. */
export const LONG_ROW = 256 * 1024
/** Characters kept of a cell of a longer row: enough to tell that it is too long. */
export const MAX_LONG_ROW_CELL = MAX_CELL_BYTES + 1
/** Characters within which a quote behind a blank must be closed to enclose its cell. */
const UNDECIDED = 64 * 1024

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d
const BLANK = 0x20

/** For an unfinished row, `breaks` are those in the part passed last. */
interface RowReader extends RowScanner {
  /** After UNFINISHED: where the text begins that must be there when more has come. */
  needed: number
  /** Characters of the unfinished row before that. */
  passed: number
}

/** True if long rows of a dialect are read in pieces. */
export const isUsual = ({ delimiter, quotes }: Dialect) =>
  delimiter.length === 1 && delimiter !== ' ' && quotes === 'double'

/**
 * A RowScanner for rows of any length: what it has read of an unfinished one is not needed again. Long rows of the rarer dialects are
 * read at once all the same.
 */
export function rowReader(dialect: Dialect): RowReader {
  const scanner = rowScanner(dialect)
  const usual = isUsual(dialect)
  const signs: Signs = { code: dialect.delimiter.charCodeAt(0), pair: false, runs: false, quote: QUOTE, escapes: false }
  let long: LongRow | null = null
  /** A CR ended what was read of the long row. */
  let halved = false
  const reader: RowReader = {
    get stray() {
      return scanner.stray
    },
    set stray(stray) {
      scanner.stray = stray
    },
    breaks: 0,
    needed: 0,
    passed: 0,
    read(text, from, last, cells) {
      if (long === null) {
        const next = scanner.read(text, from, last, cells)
        reader.needed = from
        reader.breaks = next === UNFINISHED ? 0 : scanner.breaks
        if (next - from > LONG_ROW) for (const [place, cell] of cells.entries()) cells[place] = keptOf(cell)
        if (next !== UNFINISHED || text.length - from <= LONG_ROW || !usual) return next
        cells.length = 0
        long = newLongRow(signs)
        halved = false
      }
      const { at, whole } = long.read(text, from, last)
      reader.breaks = lineBreaks(text, from, at, halved)
      halved = at === from ? halved : text.charCodeAt(at - 1) === CR
      if (!whole) {
        reader.needed = at
        reader.passed += at - from
        return UNFINISHED
      }
      for (const cell of long.cells) cells.push(cell)
      long = null
      reader.passed = 0
      return at
    },
  }
  return reader
}

interface LongRow {
  cells: string[]
  /** Reads on to the end of the text or of the row, and answers how far. */
  read(text: string, from: number, last: boolean): { at: number; whole: boolean }
}

/** Without half of a letter at the cut. */
const keptOf = (cell: string) =>
  cell.length < MAX_LONG_ROW_CELL ? cell : cell.slice(0, MAX_LONG_ROW_CELL).replace(/[\ud800-\udbff]$/, '')

/** Says the same as a RowScanner, letter by letter. */
function newLongRow(signs: Signs): LongRow {
  const delimiter = signs.code
  const cells: string[] = []
  let cell = ''
  let state: 'start' | 'quoted' | 'quote' | 'plain' = 'start'

  const keep = (part: string) => {
    if (cell.length < MAX_LONG_ROW_CELL) cell += part.slice(0, MAX_LONG_ROW_CELL - cell.length)
  }
  const end = () => {
    if (cells.length < MAX_ROW_CELLS) cells.push(keptOf(cell))
    cell = ''
    state = 'start'
  }

  return {
    cells,
    read(text, from, last) {
      const more = (at: number) => ({ at, whole: false })
      let at = from
      for (;;) {
        if (state === 'start') {
          if (at === text.length && !last) return more(at)
          if (text.charCodeAt(at) === BLANK) {
            const behind = blankIsDelimiters(text, at, signs, last)
            if (behind === undefined) return more(at)
            if (behind) at++
          }
          if (text.charCodeAt(at) === QUOTE) {
            state = 'quoted'
            at++
          } else state = 'plain'
        }
        if (state === 'quoted') {
          const quote = text.indexOf('"', at)
          keep(quote === -1 ? text.slice(at) : text.slice(at, quote))
          if (quote === -1) return more(text.length)
          at = quote + 1
          state = 'quote'
        }
        if (state === 'quote') {
          if (at === text.length && !last) return more(at)
          if (text.charCodeAt(at) === QUOTE) {
            keep('"')
            at++
            state = 'quoted'
            continue
          }
          state = 'plain'
        }
        const stop = cellEnd(text, at, delimiter)
        keep(text.slice(at, stop))
        if (stop === text.length) {
          if (!last) return more(stop)
          end()
          return { at: stop, whole: true }
        }
        end()
        at = stop + 1
        const code = text.charCodeAt(stop)
        if (code === delimiter) continue
        if (code === CR && text.charCodeAt(at) === LF) at++
        return { at, whole: true }
      }
    },
  }
}

/** True if the blank before a quoted cell is its delimiter's; undefined until more text arrives. */
function blankIsDelimiters(text: string, at: number, signs: Signs, last: boolean): boolean | undefined {
  const cut = !last && text.length - at <= UNDECIDED
  if (cut && at + 1 === text.length) return undefined
  if (cut && text.charCodeAt(at + 1) === QUOTE) {
    const close = closingQuote(text, at + 1, signs)
    // A quote that ends the text may be the first of two.
    if (close === UNFINISHED || close + 1 === text.length) return undefined
  }
  return isQuotedAfterBlank(text, at, signs, last)
}
