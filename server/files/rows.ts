import type { FileSettings } from '@ruam/contract/files.ts'
import type { Storage } from '../core/storage.ts'
import { type CsvBatch, readCsvBatches } from './csv.ts'
import { readingAfter } from './row-offsets.ts'

export interface LoadedFile {
  storage_key: string
  /** Of the rows as the load wrote them down, where the file itself can't be read from a place in its middle. */
  rows_key: string | null
  settings: FileSettings
  row_offsets: readonly number[]
}

/** How the rows of a file that had to be converted lie in the storage. */
export const canonicalRows = {
  delimiter: ',',
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
  const { offset, options } = readingAfter(done, file.row_offsets)
  const source = storage.read(file.rows_key ?? file.storage_key, offset)
  return readCsvBatches(source, { ...(file.rows_key ? canonicalRows : file.settings), batchRows, ...options })
}
