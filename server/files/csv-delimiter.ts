import { delimiters } from '@ruam/contract/files.ts'
import { isBlankRow, rowScanner, UNFINISHED } from './csv-rows.ts'

export type Delimiter = (typeof delimiters)[number]

const SAMPLE_ROWS = 50
const SAMPLE_LENGTH = 64 * 1024
/** Rows above the header that may be a title. */
const TITLE_ROWS = 10
const QUOTED_CELL = /(^|[\r\n,;\t|] ?)"[^"]*(?:""[^"]*)*"/g

/**
 * The first rows of a text, blank ones left out. `whole`: the text is not cut off. `unfinished`: it ended inside a row
 * before there were enough.
 */
export function firstRows(
  text: string,
  delimiter: Delimiter,
  whole: boolean,
  limit: number,
): { rows: string[][]; unfinished: boolean } {
  const scan = rowScanner(delimiter)
  const rows: string[][] = []
  for (let at = 0; at < text.length && rows.length < limit; ) {
    const cells: string[] = []
    const next = scan(text, at, whole, cells)
    if (next === UNFINISHED) return { rows, unfinished: true }
    at = next
    if (!isBlankRow(cells)) rows.push(cells)
  }
  return { rows, unfinished: false }
}

/**
 * The delimiter that cuts the most rows into as many cells as the header; a comma when none cuts anything. The header is the
 * first row that any delimiter cuts: what stands above it is a title.
 */
export function detectDelimiter(text: string, whole: boolean): Delimiter {
  // What stands in quotes is no delimiter, whichever of them it is.
  const sample = text.slice(0, SAMPLE_LENGTH).replace(QUOTED_CELL, '$1quoted')
  const cuts = delimiters.map((delimiter) => ({
    delimiter,
    rows: firstRows(sample, delimiter, whole && text.length <= SAMPLE_LENGTH, SAMPLE_ROWS).rows,
  }))
  for (let header = 0; header < TITLE_ROWS; header++) {
    let best: Delimiter | undefined
    let bestScore = 0
    let bestWidth = 0
    for (const { delimiter, rows } of cuts) {
      const width = rows[header]?.length ?? 0
      const below = rows.slice(header)
      const agreeing = below.filter((cells) => cells.length === width).length / Math.max(1, below.length)
      // Squared: "address, city, zip" as one header of a tab file must not beat the tab.
      const score = agreeing ** 2 * (width - 1)
      // a||b is cut by | too, into more cells of which every other is empty; a|b is not cut by || at all.
      const better = delimiter === '||' ? best === '|' && width < bestWidth && width > 1 : score > bestScore
      if (better) {
        best = delimiter
        bestScore = score
        bestWidth = width
      }
    }
    if (best) return best
  }
  return ','
}
