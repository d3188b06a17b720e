import { audit } from '../../platform/core/audit.ts'
import type { Db } from '../../platform/core/db.ts'
import { authorOf } from '../../platform/core/principal.ts'
import type { JobRow } from '../../platform/jobs/queries.ts'
import type { MadeFile } from './make-file.ts'
import { type ExportRow, findExport } from './queries.ts'

/** The size and kind of an exported file, for the audit log. */
export const fileDetails = ({ type, file_type, rows, size, rights }: ExportRow) => ({
  type,
  file_type,
  rows,
  size,
  sensitive: rights.includes('cdp-core.profile-sensitive.read'),
})

/** Writes a finished export into the audit log, in the transaction that ends its job. */
export async function auditExport(db: Db, storeId: number, { id, created_by, result }: JobRow): Promise<void> {
  const item = await findExport(db, storeId, id)
  if (!item) return
  await audit(db, storeId, authorOf(created_by), null, {
    action: 'export_completed',
    subject_type: 'export',
    subject_id: id,
    details: { ...fileDetails(item), columns: (result as MadeFile).columns },
  })
}
