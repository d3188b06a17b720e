import { delimiters } from '@ruam/contract/files.ts'
import { isBlankRow, scanRow, UNFINISHED } from './csv-rows.ts'

export type Delimiter = (typeof delimiters)[number]

const SAMPLE_ROWS = 50
const SAMPLE_LENGTH = 64 * 1024
const QUOTED_CELL = /(^|[\r\n,;\t|])"[^"]*(?:""[^"]*)*"/g

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
  const rows: string[][] = []
  for (let at = 0; at < text.length && rows.length < limit; ) {
    const cells: string[] = []
    const next = scanRow(text, at, delimiter.charCodeAt(0), whole, cells)
    if (next === UNFINISHED) return { rows, unfinished: true }
    at = next
    if (!isBlankRow(cells)) rows.push(cells)
  }
  return { rows, unfinished: false }
}

/** The delimiter that cuts the most rows into as many cells as the header; a comma when none cuts the header at all. */
export function detectDelimiter(text: string, whole: boolean): Delimiter {
  // What stands in quotes is no delimiter, whichever of them it is.
  const sample = text.slice(0, SAMPLE_LENGTH).replace(QUOTED_CELL, '$1quoted')
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of delimiters) {
    const { rows } = firstRows(sample, delimiter, whole && text.length <= SAMPLE_LENGTH, SAMPLE_ROWS)
    const width = rows[0]?.length ?? 0
    const agreeing = rows.filter((cells) => cells.length === width).length / Math.max(1, rows.length)
    // Squared: "address, city, zip" as one header of a tab file must not beat the tab.
    const score = agreeing ** 2 * (width - 1)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}
