import type { Language } from '@ruam/contract/errors/catalog.ts'
import { hasRole, OWNER, type Rights } from '@ruam/contract/platform/permissions.ts'
import { type Export, exportEvent } from '@ruam/contract/reports/exports.ts'
import type { Db } from '../../database/db.ts'
import { progressOf, remainingSecondsOf } from '../../jobs/publish-job.ts'
import type { JobRow } from '../../jobs/queries.ts'
import { publish } from '../../push/publish.ts'
import { viewError } from '../../work/view-error.ts'
import type { ExportRow } from './queries.ts'

/** Returns the caller's permissions, or null for an owner, who holds all. */
export const permissionsOf = (rights: Rights): readonly string[] | null =>
  hasRole(rights, OWNER) ? null : rights.permissions

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
    eta: remainingSecondsOf(row),
    expires_at: row.status === 'completed' ? row.expires_at : null,
    error: viewError(row.error, language),
  }
}

type State = Pick<JobRow, 'id' | 'status' | 'total' | 'done' | 'created_by'>

/** The address of the call that gives a link to a file; empty until there is one. */
const urlOf = ({ id, status }: Pick<JobRow, 'id' | 'status'>) =>
  status === 'completed' ? `/api/export/${id}/link` : ''

const statusOf = ({ status }: Pick<JobRow, 'status'>) => (status === 'pending' ? ('processing' as const) : status)

/** 0 to 1; 1 is said of a file alone that is there. */
const exportProgress = (job: Pick<JobRow, 'status' | 'total' | 'done'>) =>
  job.status === 'completed' ? 1 : job.total === 0 ? 0 : Math.min(0.99, progressOf(job))

/** Says how far an export is to the person whose it is, when the transaction commits. */
export async function publishExport(db: Db, storeId: number, job: State): Promise<void> {
  const { id: export_id, created_by: userId } = job
  const data = { export_id, progress: exportProgress(job), status: statusOf(job), url: urlOf(job) }
  await publish(db, exportEvent, { storeId, userId, data })
}
