import type { Storage } from '../../storage/storage.ts'
import { type CsvBatch, readCsvBatches } from './csv.ts'
import { UnreadableFile } from './csv-text.ts'
import { noDamage } from './damage.ts'
import type { Head } from './head.ts'
import { headerRepeats } from './header.ts'
import type { ClaimedFile } from './loads.ts'
import { type PageRow, pageRowsBelow } from './page-rows.ts'
import { OFFSET_ROWS } from './row-offsets.ts'
import { canonicalRows } from './rows.ts'
import { workbookRows } from './workbook.ts'
import { unwrappedLines } from './wrapped-lines.ts'
import { addSheetNotes, type SheetNotes } from './xlsx-sheet.ts'

/** True if a resume can start within the file; otherwise the load writes its rows in a format that allows it. */
export const isResumableAtOffset = (
  { type, settings }: Pick<ClaimedFile, 'type' | 'settings'>,
  { wrapped, explained }: Pick<Head, 'wrapped' | 'explained'>,
) => type !== 'xlsx' && settings.charset === 'utf-8' && !wrapped && explained === 0

/** Thrown where rows that are read in place hold what only rewritten ones can leave out: broken letters, rows of pages. */
export class NeedsRewriting extends Error {}

/** Dropped content of a file. */
export interface LoadNotes extends SheetNotes {
  /** Rows that repeat the header. */
  headers: number
  /** Rows of pages, explanations and subtotals. */
  pages: number
}

/**
 * The rows of an uploaded file of any kind in batches of OFFSET_ROWS, and how much of the file is read (0 to 1). What a workbook
 * leaves out is counted into `notes` at its end; rows that repeat the header as they come. `inPlace`: its rows are read where they lie.
 * Throws NeedsRewriting if that cannot be.
 */
export async function* sourceBatches(
  storage: Storage,
  file: ClaimedFile,
  head: Head,
  notes: LoadNotes,
  inPlace: boolean,
): AsyncGenerator<SourceBatch> {
  const batches = batchesOf(storage, file, head, notes, inPlace)
  if (head.settings.header_row === 0) yield* batches
  else if (inPlace) yield* refusingPageRows(batches, pageRowsBelow(head.above))
  else yield* withoutPageRows(batches, pageRowsBelow(head.above), head.explained, notes)
}

type SourceBatch = CsvBatch & { progress: number }

async function* batchesOf(
  storage: Storage,
  file: ClaimedFile,
  head: Head,
  notes: LoadNotes,
  inPlace: boolean,
): AsyncGenerator<SourceBatch> {
  let read = 0
  const repeats = head.settings.header_row > 0 ? headerRepeats(head.header) : undefined
  const isHeader = (cells: readonly string[]) => {
    if (!repeats?.(cells)) return false
    notes.headers++
    return true
  }
  if (file.type === 'xlsx') {
    const { header_row, sheet, more_sheets: alike = [] } = head.settings
    const table = {
      kind: file.kind,
      sheet: sheet!,
      header_row,
      left: head.left,
      width: head.header.length,
      alike,
      header: head.header,
    }
    const how = { ...canonicalRows, sheetRows: true, isHeader }
    const sheetsRead = head.sheets.filter(({ name }) => name === sheet || alike.includes(name))
    const expected = sheetsRead.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
    const lines = workbookRows(storage, file.storage_key, table, (noted) => addSheetNotes(notes, noted))
    for await (const batch of readCsvBatches(lines, { ...how, batchRows: OFFSET_ROWS })) {
      read += batch.rows.length
      yield { ...batch, progress: expected === 0 ? 0 : Math.min(1, read / expected) }
    }
    return
  }
  async function* counted() {
    for await (const chunk of storage.read(file.storage_key) as AsyncIterable<Buffer>) {
      read += chunk.length
      yield chunk
    }
  }
  const expected = head.header.length
  const width = head.settings.drop_empty_last ? expected : undefined
  const damage = inPlace ? undefined : noDamage()
  const how = { ...head.settings, isHeader, width, batchRows: OFFSET_ROWS, mendsStrays: true, damage }
  const { charset } = head.settings
  const source = head.wrapped ? unwrappedLines(counted(), { charset, damage }) : counted()
  const dialect = head.wrapped ? { ...how, charset: 'utf-8' as const, damage: undefined } : how
  const batches = readCsvBatches(source, head.settings.quotes === 'double' ? { ...dialect, expected } : dialect)
  try {
    for await (const batch of batches) yield { ...batch, progress: Math.min(1, read / file.size) }
  } catch (error) {
    if (inPlace && error instanceof UnreadableFile && error.reason === 'charset_unreadable') throw new NeedsRewriting()
    throw error
  }
}

type KindOf = (cells: readonly string[]) => PageRow | null

async function* refusingPageRows(batches: AsyncIterable<SourceBatch>, kindOf: KindOf): AsyncGenerator<SourceBatch> {
  let total = false
  for await (const batch of batches) {
    for (const row of batch.rows) {
      const kind = kindOf(row)
      if (kind === 'page' || (total && kind === null)) throw new NeedsRewriting()
      total ||= kind === 'total'
    }
    yield batch
  }
}

/** Leaves out the rows of pages, and subtotals once another row follows, in batches of OFFSET_ROWS again. */
async function* withoutPageRows(
  batches: AsyncIterable<SourceBatch>,
  kindOf: KindOf,
  explained: number,
  notes: LoadNotes,
): AsyncGenerator<SourceBatch> {
  let toSkip = explained
  let last: SourceBatch | undefined
  let [rows, lines, nuls, firstRow]: [string[][], number[], number, number] = [[], [], 0, 1]
  let totals: { row: string[]; line: number }[] = []
  const batch = (): SourceBatch => {
    const made = { ...last!, firstRow, rows: rows.splice(0, OFFSET_ROWS), lines: lines.splice(0, OFFSET_ROWS), nuls }
    firstRow += made.rows.length
    nuls = 0
    return made
  }
  for await (last of batches) {
    nuls += last.nuls
    for (const [place, row] of last.rows.entries()) {
      const kind = kindOf(row)
      if (toSkip > 0 || kind === 'page') {
        if (toSkip > 0) toSkip--
        notes.pages++
      } else if (kind === 'total') totals.push({ row, line: last.lines[place]! })
      else {
        notes.pages += totals.length
        totals = []
        rows.push(row)
        lines.push(last.lines[place]!)
      }
    }
    while (rows.length >= OFFSET_ROWS) yield batch()
  }
  rows.push(...totals.map(({ row }) => row))
  lines.push(...totals.map(({ line }) => line))
  while (rows.length > 0) yield batch()
}
