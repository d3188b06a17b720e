import type { quoteStyles } from '@ruam/contract/formats/files.ts'
import { agreement, type Delimiter, type FirstRows, firstRows } from './csv-delimiter.ts'
import { guessHeaderRow, lookOf } from './header.ts'

type QuoteStyle = (typeof quoteStyles)[number]

/** Rows that settle the style, and letters: what is quoted may be rare. */
const ROWS = 1000
const LENGTH = 256 * 1024
/** Cells in single quotes from which on they are meant as quotes. */
const LEAST_SINGLE = 2

/** Detects quoting: RFC 4180 unless another style fits better. A leading ' without a trailing one, as Excel marks text, is no quote. */
export async function detectQuotes(text: string, delimiter: Delimiter, whole: boolean): Promise<QuoteStyle> {
  const sample = text.slice(0, LENGTH)
  const all = whole && sample.length === text.length
  const read = (quotes: QuoteStyle) => firstRows(sample, { delimiter, quotes }, all, ROWS)
  const plain = await read('double')
  if (/\\["\\]/.test(sample) || sample.includes(`\\${delimiter}`)) {
    const escaped = await read('backslash')
    const gain = fit(escaped) - fit(plain)
    if (gain > 0 || (gain === 0 && escaped.strays < plain.strays)) return 'backslash'
  }
  if (wrapped(plain.rows) >= LEAST_SINGLE || /[,;\t|:]'[^'\r\n]*[,;\t|:]/.test(sample)) {
    const single = await read('single')
    const unwrapped = wrapped(plain.rows) - wrapped(single.rows)
    if (unwrapped >= LEAST_SINGLE && single.strays === 0 && fit(single) >= fit(plain)) return 'single'
  }
  return 'double'
}

/** Share of rows with as many cells as the header; texts that end inside a quote fit badly. */
function fit({ rows, unfinished }: FirstRows): number {
  return agreement(rows, guessHeaderRow(rows) - 1) - (unfinished !== null && rows.length < 2 ? 1 : 0)
}

/** Cells that stand in single quotes. */
const wrapped = (rows: readonly string[][]) =>
  rows.reduce((sum, row) => sum + row.filter((cell) => /^ ?'[\s\S]*'$/.test(cell) && cell.length > 2).length, 0)

/** A mail, a date or a phone, or a whole number. */
const isValue = (word: string) => lookOf(word) !== null

/**
 * True if blanks separate columns: every line has as many words as the first, one position holds only e-mails, dates, phones or numbers,
 * and another holds words. Two-word names have no such position.
 */
export function isSpaced(text: string): boolean {
  const lines = text
    .slice(0, LENGTH)
    .split(/\r\n|\n|\r/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '')
    .slice(0, ROWS)
    .map((line) => line.trim().split(/ +/))
  const [header, ...body] = lines
  if (!header || header.length < 2 || body.length === 0) return false
  if (body.some((words) => words.length !== header.length)) return false
  const places = header.map((_, place) => body.map((words) => words[place]!))
  const telling = places.some((words) => words.every((word) => ['email', 'phone', 'date'].includes(lookOf(word) ?? '')))
  const lettered = places.some((words) => words.every((word) => !isValue(word) && /\p{L}{2}/u.test(word)))
  return telling && lettered && !header.some(isValue)
}
