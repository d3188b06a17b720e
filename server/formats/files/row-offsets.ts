import type { FileSettings } from '@ruam/contract/formats/files.ts'
import type { CsvOptions } from './csv.ts'

/** Rows between two of a file's kept offsets. Loaded files rely on it: it can't change without loading them again. */
export const OFFSET_ROWS = 5000

/** Lines between two sheets that are read together: as many as a sheet of Excel has rows. */
export const SHEET_LINES = 2 ** 20

/** The sheet and row that a line of a loaded file means; no sheet where one alone is read. */
export function sheetPosition(
  line: number,
  { sheet, more_sheets }: FileSettings,
): { sheet: string | null; line: number } {
  if (!more_sheets) return { sheet: null, line }
  const before = Math.floor((line - 1) / SHEET_LINES)
  return { sheet: [sheet, ...more_sheets][before] ?? null, line: line - before * SHEET_LINES }
}

/** Position from which the row after `done` rows can be read: byte offset and reader state. */
export function readingAfter(
  done: number,
  offsets: readonly number[],
  lines: readonly number[],
): { offset: number; options: Pick<CsvOptions, 'from' | 'firstLine' | 'skipRows'> } {
  const place = Math.floor(done / OFFSET_ROWS)
  const skipRows = done - place * OFFSET_ROWS
  // A load without line numbers has no callers that need them.
  const line = lines[place] ?? 1
  if (place === 0) return { offset: 0, options: { firstLine: line, skipRows } }
  const offset = offsets[place - 1]!
  return { offset, options: { from: { offset, row: place * OFFSET_ROWS + 1, line }, skipRows } }
}
