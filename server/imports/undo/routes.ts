import { consents } from '@ruam/contract/customers/consents.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { closedFields, fieldClosed } from '../../customers/profiles/closed.ts'
import { lockForPipeline } from '../../customers/profiles/lock.ts'
import type { Context } from '../../http/handler.ts'
import { implement } from '../../http/implement.ts'
import { startJob } from '../../jobs/start.ts'
import { countTakenConsents } from '../consents/take-back.ts'
import { runOf } from '../data-sources/one.ts'
import { findRun, type RunRow } from '../data-sources/runs.ts'
import { isActivityRow } from '../data-sources/targets.ts'
import { endStream } from '../run/end-stream.ts'
import { previewUndo } from './undo.ts'

type Asking = Pick<Context<typeof importUndo.undo>, 'db' | 'storeId' | 'user'>

/** Throws field_closed for a run that fed a closed field: how many rows can be undone depends on its values. */
async function refuseClosedRun({ db, storeId, user }: Asking, { mapping: { mapping, match } }: RunRow): Promise<void> {
  const closed = closedFields(user.rights, await fieldsOf(db, storeId, 'th'))
  const fed = mapping.filter((row) => !isActivityRow(row)).map((row) => row.destination_id)
  if ([...match.keys, ...fed].some((id) => closed.has(id))) throw fieldClosed()
}

const unseenConsents = { consents_restored: null, consents_removed: null }

const isUndoable = (run: RunRow) => run.undoable_until !== null && run.undo_job_id === null

/** The calls that take an import back. */
export const importUndoRoutes = implement(importUndo, {
  async undoPreview({ db, storeId, user, params, query, fail }) {
    const { run } = await runOf(db, storeId, params)
    await refuseClosedRun({ db, storeId, user }, run)
    if (!isUndoable(run)) throw fail('run_not_undoable')
    const from = Math.max(query.from ?? 0, run.undone_to)
    const to = Math.min(from + (query.rows ?? run.done), run.done)
    const counted = await previewUndo(db, storeId, run, { from, to })
    const counts = to < run.done ? { ...counted, next: to } : counted
    if (Object.keys(run.consents).length === 0 || from > run.undone_to) return counts
    const maySee = may(user.rights, consents.ofProfile.permission)
    return { ...counts, ...(maySee ? await countTakenConsents(db, storeId, run.id) : unseenConsents) }
  },

  async undo({ core, db, storeId, user, params, fail, audit }) {
    const { run: known } = await runOf(db, storeId, params)
    await refuseClosedRun({ db, storeId, user }, known)
    if (!isUndoable(known)) throw fail('run_not_undoable')
    await lockForPipeline(db, storeId, 'pipeline_busy')
    // Items received from here on belong to another stream.
    if (known.kind === 'stream' && known.status === 'processing') await endStream(core, db, storeId, known)
    // Another user may have undone it while this call waited.
    const run = await findRun(db, storeId, params.id, params.run_id)
    if (!run || !isUndoable(run)) throw fail('run_not_undoable')
    const job = { kind: 'run_undo' as const, request: { run: run.id }, total: run.done - run.undone_to }
    const job_id = await startJob(core, db, storeId, user, job)
    await audit('data_source', params.id, { run_id: params.run_id, job_id })
    return { job_id }
  },
})
