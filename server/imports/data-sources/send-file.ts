import type { Language } from '@ruam/contract/errors/catalog.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { downloadOf } from '../../formats/files/download.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { Caller } from '../../http/authorize.ts'
import type { Core } from '../../servers/core.ts'
import { mayNotSee, sensitiveColumns } from './hidden-columns.ts'

interface Receiver {
  core: Core
  db: Db
  storeId: number
  user: Caller
  language: Language
}

/** Returns a file as it came in, and what the audit log tells of it. Throws forbidden for a caller who may not see all that it holds. */
export async function sendFile({ core, db, storeId, user, language }: Receiver, file: StoredFile) {
  // A workbook holds more than was looked through: other sheets, comments, what formulas remember.
  const unseen = file.row_count === null || file.type === 'xlsx'
  if (unseen && !maySeeSensitive(user.rights)) throw mayNotSee()
  const sensitive = await sensitiveColumns(db, storeId, file, await fieldsOf(db, storeId, language))
  if (sensitive.size > 0 && !maySeeSensitive(user.rights)) throw mayNotSee()
  if (sensitive.size > 0) user.trace.note(null, null)
  const { type: file_type, size, columns, row_count: rows } = file
  const content = { rows, columns: columns.length, sensitive: unseen ? null : sensitive.size > 0 }
  return { download: downloadOf(core.storage, file), details: { file_type, size, ...content } }
}
