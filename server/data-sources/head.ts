import { MAX_FILE_COLUMNS } from '@ruam/contract/constants.ts'
import type { FileSettings } from '@ruam/contract/files.ts'
import { Refusal } from '../core/refusal.ts'
import type { Storage } from '../core/storage.ts'
import { headerProblems, readHead } from './csv.ts'
import { UnreadableFile } from './csv-text.ts'

export interface Head {
  settings: FileSettings
  header: string[]
  /** The first rows as they are in the file. */
  rows: string[][]
}

/**
 * Reads the head of a stored file with the settings given, or the ones it seems to have. Throws the refusal that a person can
 * act on: no header or no rows, a header that is empty in one place (code 15) or names a column twice (code 14), letters that
 * can't be read, too many columns.
 */
export async function readFileHead(storage: Storage, key: string, asked: Partial<FileSettings> = {}): Promise<Head> {
  try {
    const { delimiter, header, rows } = await readHead(storage.read(key), { delimiter: asked.delimiter, sampleRows: 5 })
    if (header.length === 0 || rows.length === 0) throw new Refusal('file_empty')
    if (header.length > MAX_FILE_COLUMNS)
      throw new Refusal('too_many_columns', { count: header.length, limit: MAX_FILE_COLUMNS })
    const { empty, duplicate } = headerProblems(header)
    if (empty.length > 0) throw new Refusal('empty_column_header', { index: empty[0]! + 1 })
    if (duplicate.length > 0) throw new Refusal('duplicate_column_header', { name: duplicate[0] })
    return { settings: { delimiter, charset: asked.charset ?? 'utf-8' }, header, rows }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** What a person is told about a file that can't be read; anything else is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (!(error instanceof UnreadableFile)) throw error
  return error.reason === 'row_unfinished'
    ? new Refusal('quote_unclosed', { row: error.row })
    : new Refusal('charset_unreadable')
}
