import type { Language } from '@ruam/contract/errors/catalog.ts'
import { hasRole, OWNER, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { Export } from '@ruam/contract/reports/exports.ts'
import { secondsLeft } from '../../jobs/publish-job.ts'
import { viewError } from '../../work/view-error.ts'
import { exportProgress, statusOf, urlOf } from './publish-export.ts'
import type { ExportRow } from './queries.ts'

/** Returns the caller's permissions, or null for an owner, who holds all. */
export const heldBy = (rights: Rights): readonly string[] | null => (hasRole(rights, OWNER) ? null : rights.permissions)

/** An export as calls return it. */
export function viewExport(row: ExportRow, language: Language): Export {
  return {
    export_id: row.id,
    type: row.type,
    file_name: row.file_name,
    file_type: row.file_type,
    status: statusOf(row),
    progress: exportProgress(row),
    url: urlOf(row),
    timestamp: row.created_at,
    rows: row.rows ?? row.total,
    size: row.size,
    cut: row.cut,
    eta: secondsLeft(row),
    expires_at: row.status === 'completed' ? row.expires_at : null,
    error: viewError(row.error, language),
  }
}
