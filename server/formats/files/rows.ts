import type { FileSettings, FileWarning } from '@ruam/contract/formats/files.ts'
import type { Storage } from '../../storage/storage.ts'
import { type CsvBatch, type CsvOptions, readCsvBatches } from './csv.ts'
import { headerRepeats } from './header.ts'
import type { FileType } from './queries.ts'
import { readingAfter } from './row-offsets.ts'

export interface LoadedFile {
  type: FileType
  storage_key: string
  /** Key of the rows written by the load, if the file itself cannot be read from its middle. */
  rows_key: string | null
  settings: FileSettings
  row_offsets: readonly number[]
  /** The line at which each part of its rows begins; empty of a file that was loaded before lines were noted. */
  row_lines: readonly number[]
  columns: readonly string[]
  warnings: readonly FileWarning[]
}

/** Format of stored rows of converted files. */
export const canonicalRows = {
  delimiter: ',',
  quotes: 'double',
  charset: 'utf-8',
  header_row: 0,
} as const satisfies Partial<FileSettings>

/**
 * The data rows of a loaded file after the first `done`, in batches of exactly batchRows (the last one smaller), whatever
 * kind of file it is. firstRow counts from the start of the file.
 */
export function openRows(
  storage: Storage,
  file: LoadedFile,
  done: number,
  batchRows: number,
): AsyncGenerator<CsvBatch> {
  const { offset, options } = readingAfter(done, file.row_offsets, file.row_lines)
  const source = storage.read(file.rows_key ?? file.storage_key, offset)
  return readCsvBatches(source, { ...readingOf(file), batchRows, ...options })
}

/** Reading options of a loaded file: its own, or those of rows written by the load. */
export function readingOf(
  file: Omit<LoadedFile, 'storage_key' | 'row_offsets' | 'row_lines'>,
): Omit<CsvOptions, 'batchRows'> {
  if (file.rows_key) return { ...canonicalRows, sheetRows: file.type === 'xlsx' }
  return {
    ...file.settings,
    mendsStrays: true,
    isHeader: repeatsOf(file),
    width: file.settings.drop_empty_last ? file.columns.length : undefined,
  }
}

/** Returns a test for rows that the load skipped because they repeat the header; undefined for files loaded before that existed. */
export const repeatsOf = ({ warnings, columns }: Pick<LoadedFile, 'warnings' | 'columns'>) =>
  warnings.some(({ name }) => name === 'headers_left_out') ? headerRepeats(columns) : undefined
