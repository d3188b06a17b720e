import type { FileSettings } from '@ruam/contract/formats/files.ts'
import { ApiError } from '../../core/api-error.ts'
import { type Head, readFileHead } from '../../formats/files/head.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { Storage } from '../../storage/storage.ts'
import { type NamedMapping, positionedMapping } from './named-mapping.ts'

/** The header that a data source has, and the columns that its watch maps. */
interface HeaderOfSource {
  settings: Pick<FileSettings, 'header_row'> | null
  mapping: NamedMapping
}

export type Reading = Head | 'empty' | 'unsure'

/**
 * Reads the head of a file. `empty`: it is the header of the mapping alone, which a till writes on a closed day. `unsure`: its first row looks
 * like data.
 */
export async function headOf(storage: Storage, file: StoredFile, used: HeaderOfSource): Promise<Reading> {
  try {
    return await headWithRows(storage, file, used)
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== 'file_empty') throw error
    const { first_rows } = await readFileHead(storage, file, { header_row: 0 })
    if (!first_rows.some((row) => positionedMapping(used.mapping, row))) throw error
    return 'empty'
  }
}

/** A header that looks like data is taken for one if the data source has one there, and it has the names that the watch maps. */
async function headWithRows(
  storage: Storage,
  file: StoredFile,
  { settings, mapping }: HeaderOfSource,
): Promise<Reading> {
  const head = await readFileHead(storage, file, {})
  if (!head.header_unsure) return head
  if (settings === null) return 'unsure'
  try {
    const again = await readFileHead(storage, file, { header_row: settings.header_row })
    return positionedMapping(mapping, again.header) ? again : 'unsure'
  } catch (error) {
    // Cells of a row repeat, or are empty, which names of columns must not.
    if (error instanceof ApiError && error.errorName !== 'file_empty') return 'unsure'
    throw error
  }
}
