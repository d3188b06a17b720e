import { setImmediate } from 'node:timers/promises'
import { delimiters } from '@ruam/contract/formats/files.ts'
import { type Dialect, isBlankRow, rowScanner, UNFINISHED } from './csv-rows.ts'

export type Delimiter = (typeof delimiters)[number]

const SAMPLE_ROWS = 50
const SAMPLE_LENGTH = 64 * 1024
/** Rows above the header that may be a title. */
const TITLE_ROWS = 10
/** In either kind of quotes, with quotes inside that are doubled or follow a backslash. */
const QUOTED_CELL = /(^|[\r\n,;\t|:] ?)(?:"(?:[^"\\]|\\[\s\S]|"")*"|'(?:[^'\r\n]|'')*'(?=[\r\n,;\t|:]|$))/g

export interface FirstRows {
  rows: string[][]
  /** The line at which each of them begins. */
  lines: number[]
  /** The line of a row in which the text ended before there were enough. */
  unfinished: number | null
  /** Rows in which something stands behind a closing quote. */
  strays: number
}

/** Characters that are scanned before other requests get their turn: some 10 ms, also where each is a blank line. */
const SLICE = 64 * 1024

/** The first rows of a text, blank ones left out. `whole`: the text is not cut off. */
export async function firstRows(text: string, dialect: Dialect, whole: boolean, limit: number): Promise<FirstRows> {
  const scanner = rowScanner(dialect)
  const first: FirstRows = { rows: [], lines: [], unfinished: null, strays: 0 }
  let line = 1
  let pause = SLICE
  for (let at = 0; at < text.length && first.rows.length < limit; ) {
    if (at >= pause) {
      pause = at + SLICE
      await setImmediate()
    }
    const cells: string[] = []
    const next = scanner.read(text, at, whole, cells)
    if (next === UNFINISHED) return { ...first, unfinished: line }
    at = next
    if (scanner.stray) first.strays++
    scanner.stray = false
    if (!isBlankRow(cells)) {
      first.rows.push(cells)
      first.lines.push(line)
    }
    line += scanner.breaks
  }
  return first
}

/** The share of rows that have as many cells as the header, which is the row of this place. */
export function agreement(rows: readonly string[][], header: number): number {
  const width = rows[header]?.length ?? 0
  const below = rows.slice(header)
  return below.filter((cells) => cells.length === width).length / Math.max(1, below.length)
}

/**
 * The delimiter that cuts the most rows into as many cells as the header; null when none cuts anything. The header is the
 * first row that any delimiter cuts: what stands above it is a title.
 */
export async function detectDelimiter(text: string, whole: boolean): Promise<Delimiter | null> {
  // Delimiters inside quotes do not count, in any style.
  const sample = text.slice(0, SAMPLE_LENGTH).replace(QUOTED_CELL, '$1quoted')
  const all = whole && text.length <= SAMPLE_LENGTH
  const cuts: { delimiter: Delimiter; rows: string[][] }[] = []
  for (const delimiter of delimiters) {
    if (delimiter === ' ') continue
    await setImmediate()
    const { rows } = await firstRows(sample, { delimiter, quotes: 'double' }, all, SAMPLE_ROWS)
    cuts.push({ delimiter, rows })
  }
  const cutBy = (sign: Delimiter) => cuts.find(({ delimiter }) => delimiter === sign)?.rows
  for (let header = 0; header < TITLE_ROWS; header++) {
    let best: Delimiter | undefined
    let bestScore = 0
    for (const { delimiter, rows } of cuts) {
      const width = rows[header]?.length ?? 0
      // Squared: "address, city, zip" as one header of a tab file must not beat the tab.
      const score = agreement(rows, header) ** 2 * (width - 1)
      const better = delimiter === '||' ? best === '|' && isDoubled(cutBy('|')?.[header] ?? []) : score > bestScore
      if (better) {
        best = delimiter
        bestScore = score
      }
    }
    if (best) return best
  }
  return null
}

/** a||b||c is cut by | too, into more cells of which every other one is empty. */
const isDoubled = (cells: readonly string[]) =>
  cells.length % 2 === 1 && cells.length > 1 && cells.every((cell, place) => (place % 2 === 1) === (cell.trim() === ''))
