import { exportEvent } from '@ruam/contract/reports/exports.ts'
import type { Db } from '../../database/db.ts'
import { progressOf } from '../../jobs/publish-job.ts'
import type { JobRow } from '../../jobs/queries.ts'
import { publish } from '../../push/publish.ts'

type State = Pick<JobRow, 'id' | 'status' | 'total' | 'done' | 'created_by'>

/** The address of the call that gives a link to a file; empty until there is one. */
export const urlOf = ({ id, status }: Pick<JobRow, 'id' | 'status'>) =>
  status === 'completed' ? `/api/export/${id}/link` : ''

export const statusOf = ({ status }: Pick<JobRow, 'status'>) =>
  status === 'pending' ? ('processing' as const) : status

/** 0 to 1; 1 is said of a file alone that is there. */
export const exportProgress = (job: Pick<JobRow, 'status' | 'total' | 'done'>) =>
  job.status === 'completed' ? 1 : job.total === 0 ? 0 : Math.min(0.99, progressOf(job))

/** Says how far an export is to the person whose it is, when the transaction commits. */
export async function publishExport(db: Db, storeId: number, job: State): Promise<void> {
  const { id: export_id, created_by: userId } = job
  const data = { export_id, progress: exportProgress(job), status: statusOf(job), url: urlOf(job) }
  await publish(db, exportEvent, { storeId, userId, data })
}
