import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { findFile } from '../../formats/files/queries.ts'
import { fileOf } from '../../imports/data-sources/hidden-columns.ts'
import { dataSourceOf } from '../../imports/data-sources/one.ts'
import { refuseSensitiveMapping } from '../../imports/data-sources/sensitive-mapping.ts'
import { type NamedMapping, namedMapping, positionedMapping } from '../files/named-mapping.ts'

interface Reader {
  db: Db
  storeId: number
  user: { rights: Rights }
  language: Language
}

/**
 * Returns the mapping of a data source for the files of a watch. `former`: that of the watch, which remains while a file of the data
 * source is being read. Throws watch_mapping for a data source that was never mapped, or takes every row for a new customer.
 */
export async function mappingForWatch(
  { db, storeId, user, language }: Reader,
  dataSourceId: number,
  former?: NamedMapping,
): Promise<NamedMapping> {
  const source = await dataSourceOf(db, storeId, dataSourceId)
  const { type, mapping, columns } = source
  if (type !== 'local_file') throw new ApiError('watch_mapping')
  const isMapped = mapping !== null && columns !== null && columns.length > 0
  if (isMapped) {
    const fields = await fieldsOf(db, storeId, language)
    await refuseSensitiveMapping(user.rights, db, storeId, fileOf(source), mapping, fields)
  }
  const named = isMapped ? namedMapping(mapping, columns) : former
  if (!named || (named.match.keys.length === 0 && named.number_column === null)) throw new ApiError('watch_mapping')
  return named
}

/**
 * Throws if a caller may not see the columns that an import of this file would show. A file that was not read yet shows none: it is tried with
 * the rights of the member whom the watch acts for.
 */
export async function refuseSensitiveFile(
  { db, storeId, user, language }: Reader,
  mapping: NamedMapping,
  fileId: number | null,
): Promise<void> {
  const file = fileId === null ? undefined : await findFile(db, storeId, fileId)
  if (!file) return
  const positioned = positionedMapping(mapping, file.columns)
  if (positioned === null) return
  await refuseSensitiveMapping(user.rights, db, storeId, file, positioned, await fieldsOf(db, storeId, language))
}
