import { importUndo } from '@ruam/contract/imports/undo.ts'
import { lockForPipeline } from '../../customers/profiles/lock.ts'
import { implement } from '../../platform/core/implement.ts'
import { startJob } from '../../platform/jobs/start.ts'
import { runOf } from '../data-sources/one.ts'
import { findRun, type RunRow } from '../data-sources/runs.ts'
import { endStream } from '../stream/end-stream.ts'
import { previewUndo } from './undo.ts'

const isUndoable = (run: RunRow) => run.undoable_until !== null && run.undo_job_id === null

/** The calls that take an import back. */
export const importUndoRoutes = implement(importUndo, {
  async undoPreview({ db, storeId, params, fail }) {
    const { run } = await runOf(db, storeId, params)
    if (!isUndoable(run)) throw fail('run_not_undoable')
    return previewUndo(db, storeId, run)
  },

  async undo({ core, db, storeId, user, params, fail, audit }) {
    const { run: known } = await runOf(db, storeId, params)
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
