import { ApiError } from '../../core/api-error.ts'
import { authorOf } from '../../core/principal.ts'
import { lockForPipeline } from '../../customers/profiles/lock.ts'
import type { Db } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import { pushCommand } from '../../push/publish.ts'
import type { Core } from '../../servers/core.ts'
import { withdrawsMany } from '../consents/many-withdrawals.ts'
import { findDataSource } from '../data-sources/queries.ts'
import { insertRun, newRunId, type RunRow } from '../data-sources/runs.ts'
import { moveDataSource } from '../data-sources/write-source.ts'

/** Queues the real run of a dry run. The caller has moved its data source to `waiting`, under lockForPipeline. Returns its run id. */
export async function queueRun(core: Core, db: Db, storeId: number, userId: number, dry: RunRow): Promise<string> {
  const { version, mapping, file_id, total, data_source_id } = dry
  const run_id = newRunId(storeId, data_source_id)
  const values = {
    run_id,
    data_source_id,
    kind: 'real' as const,
    version,
    mapping,
    file_id: file_id!,
    total,
    dry_run_id: dry.id,
  }
  const { id } = await insertRun(db, storeId, userId, values)
  await core.jobs.enqueue(db, 'data-source-run', { store_id: storeId, run: id })
  await pushCommand(db, 'pipeline', { store_id: storeId, datasource_id: data_source_id, run_id })
  return run_id
}

/**
 * Starts the real run in the transaction that ends its dry run, if it was asked to follow. It does not start if another import is at work,
 * if it waits for a confirmation, or if the data source was changed or switched off meanwhile. The caller holds the data source.
 */
export async function followDryRun(core: Core, db: Db, storeId: number, dry: RunRow): Promise<void> {
  if (dry.status !== 'completed' || dry.follow === null || dry.created_by === null) return
  if (dry.follow === 'unless_failed' && dry.failed > 0) return
  if (await withdrawsMany(db, storeId, dry)) return
  const source = await findDataSource(db, storeId, dry.data_source_id)
  if (!source?.enabled || source.version !== dry.version) return
  try {
    await lockForPipeline(db, storeId, 'pipeline_busy')
  } catch (error) {
    if (error instanceof ApiError) return
    throw error
  }
  if (!(await moveDataSource(db, storeId, dry.data_source_id, 'waiting'))) return
  const run_id = await queueRun(core, db, storeId, dry.created_by, dry)
  await audit(db, storeId, authorOf(dry.created_by), null, {
    action: 'run_started',
    subject_type: 'data_source',
    subject_id: dry.data_source_id,
    details: { run_id },
  })
}
