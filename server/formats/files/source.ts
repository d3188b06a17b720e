import type { Storage } from '../../storage/storage.ts'
import { type CsvBatch, readCsvBatches } from './csv.ts'
import type { Head } from './head.ts'
import { headerRepeats } from './header.ts'
import type { ClaimedFile } from './loads.ts'
import { OFFSET_ROWS } from './row-offsets.ts'
import { canonicalRows } from './rows.ts'
import { workbookRows } from './workbook.ts'
import type { SheetNotes } from './xlsx-sheet.ts'

/** True if a resume can start within the file; otherwise the load writes its rows in a format that allows it. */
export const isResumableAtOffset = ({ type, settings }: Pick<ClaimedFile, 'type' | 'settings'>) =>
  type !== 'xlsx' && settings.charset === 'utf-8'

/** Dropped content of a file. */
export interface LoadNotes extends SheetNotes {
  /** Rows that repeat the header. */
  headers: number
}

/**
 * The rows of an uploaded file of any kind in batches of OFFSET_ROWS, and how much of the file is read (0 to 1). What a workbook
 * leaves out is counted into `notes` at its end; rows that repeat the header as they come.
 */
export async function* sourceBatches(
  storage: Storage,
  file: ClaimedFile,
  head: Head,
  notes: LoadNotes,
): AsyncGenerator<CsvBatch & { progress: number }> {
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
    const lines = workbookRows(storage, file.storage_key, table, (noted) => {
      notes.nuls += noted.nuls
      notes.errors += noted.errors
      notes.formulas += noted.formulas
      notes.hiddenRows += noted.hiddenRows
      notes.hiddenColumns += noted.hiddenColumns
    })
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
  const how = { ...head.settings, isHeader, width, batchRows: OFFSET_ROWS }
  const batches = readCsvBatches(counted(), head.settings.quotes === 'double' ? { ...how, expected } : how)
  for await (const batch of batches) yield { ...batch, progress: Math.min(1, read / file.size) }
}
