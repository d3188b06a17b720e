import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import type { JobWorker } from '../../jobs/define.ts'
import { BLOCK_ROWS, inBlocks } from '../../jobs/in-blocks.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'
import { countRows, dropValues, type FieldOf, rowsWith } from './field-values.ts'

/** Request of a deletion of values. */
interface DeleteRequest extends Pick<FieldOf, 'owner'> {
  field: number
  /** Name of the field, for the job's title. */
  name: string
}

/**
 * Deletes the values of a deleted field: in the caller's transaction if they fit one block, otherwise by a job, whose id it returns.
 * They are already hidden, because ids of fields are not reused. The caller holds lockForPipeline.
 */
export async function deleteValues(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal,
  request: DeleteRequest,
): Promise<number | null> {
  const field = { owner: request.owner, storeId, id: request.field }
  const ids = await rowsWith(db, field, 0, BLOCK_ROWS + 1)
  if (ids.length > BLOCK_ROWS) return startJob(core, db, storeId, by, { kind: 'field_delete', request })
  await dropValues(db, field, ids)
  return null
}

/** Runs such a job. */
export const valueDeleter =
  (rows = BLOCK_ROWS): JobWorker<DeleteRequest> =>
  async (working) => {
    const { core, storeId, job, block } = working
    const field = { owner: job.request.owner, storeId, id: job.request.field }
    if (!job.cursor) await block(async (db) => ({ total: await countRows(db, field), cursor: { after: 0 } }))
    await inBlocks(
      working,
      rows,
      (db, after, size) => rowsWith(db, field, after, size),
      (db, ids) => dropValues(db, field, ids),
    )
    // Rewritten rows fill the pending list of the search index, which every search reads whole.
    if (field.owner === 'profile') await core.pool.query('select auth.flush_search()')
    return undefined
  }
