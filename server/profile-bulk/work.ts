import type { Db } from '../core/db.ts'
import type { Block } from '../jobs/queries.ts'
import type { JobWorker, Working } from '../jobs/work.ts'
import { type ChangeSource, deleteProfiles, writeValues } from '../profiles/write.ts'
import { keepField } from './keep-field.ts'
import { addLabels, keepLabels, removeLabels } from './labels.ts'
import type { Action, BulkRequest } from './request.ts'
import { nextIds, settleFilter } from './targets.ts'

/** Profiles of one transaction. */
export const BLOCK_ROWS = 5000

/** The last profile that is done. */
export interface Cursor {
  after: number
}

/** Works a bulk change: settles whom it is about, then changes them block by block. */
export const bulkWorker =
  (rows = BLOCK_ROWS): JobWorker<BulkRequest> =>
  async (working) => {
    const { storeId, job } = working
    const { action, filter } = job.request
    const by: ChangeSource = { source: 'user', id: job.created_by, job: job.id }
    if (filter && !job.cursor) {
      await working.block(async (db) => ({
        total: await settleFilter(db, storeId, job.id, filter),
        cursor: { after: 0 },
      }))
    }
    await inBlocks(
      working,
      rows,
      (db, after) => nextIds(db, storeId, job.id, after, rows),
      (db, ids) => change(db, storeId, by, action, ids),
    )
    return undefined
  }

/**
 * Goes through profiles in the order of their ids, so many in a block, from where the job was. `work` answers how many of a block
 * it changed; the others were skipped.
 */
export async function inBlocks<R>(
  { job, block }: Working<R>,
  rows: number,
  next: (db: Db, after: number) => Promise<number[]>,
  work: (db: Db, ids: number[]) => Promise<number>,
): Promise<void> {
  let after = (job.cursor as Cursor | null)?.after ?? 0
  for (let more = true; more; ) {
    let last = after
    await block(async (db): Promise<Block> => {
      const ids = await next(db, after)
      more = ids.length === rows
      last = ids.at(-1) ?? after
      const changed = ids.length === 0 ? 0 : await work(db, ids)
      return { done: ids.length, changed, skipped: ids.length - changed, cursor: { after: last } satisfies Cursor }
    })
    after = last
  }
}

/** Changes some profiles and answers how many; those that are no more, or need nothing, stay as they are. */
async function change(db: Db, storeId: number, by: ChangeSource, action: Action, ids: number[]): Promise<number> {
  if (action.type === 'delete') return deleteProfiles(db, storeId, by, ids)
  if (action.type === 'set_field') {
    if (!(await keepField(db, storeId, action))) return 0
    const values = new Map([[action.field_id, action.value ?? null]])
    return writeValues(
      db,
      storeId,
      by,
      ids.map((id) => ({ id, values })),
    )
  }
  const labels = await keepLabels(db, storeId, action.label_ids)
  if (labels.length === 0) return 0
  return (action.type === 'add_labels' ? addLabels : removeLabels)(db, storeId, by, labels, ids)
}
