import { authorOf } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import type { JobWorker } from '../../jobs/define.ts'
import { BLOCK_ROWS, inBlocks } from '../../jobs/in-blocks.ts'
import { publishChanged } from '../changes/publish-change.ts'
import { type ChangeSource, writtenBy } from '../changes/source.ts'
import { addLabels, removeLabels } from '../labels/write.ts'
import { filterOfAddress } from '../profiles/list-address.ts'
import { deleteProfiles, writeValues } from '../profiles/write.ts'
import { lockField } from './lock-field.ts'
import type { Action, BulkRequest } from './request.ts'
import { nextIds, settleFilter } from './targets.ts'

/** Works a bulk change: settles whom it is about, then changes them block by block. */
export const bulkWorker =
  (rows = BLOCK_ROWS): JobWorker<BulkRequest> =>
  async (working) => {
    const { storeId, job } = working
    const { action, people, filter: before } = job.request
    const filter = people ?? (before && filterOfAddress(before))
    const by = writtenBy(authorOf(job.created_by), job.id)
    if (filter && !job.cursor) {
      await working.block(async (db) => ({
        total: await settleFilter(db, storeId, job.id, filter),
        cursor: { after: 0 },
      }))
    }
    await inBlocks(
      working,
      rows,
      (db, after, size) => nextIds(db, storeId, job.id, after, size),
      async (db, ids) => {
        const changed = await change(db, storeId, by, action, ids)
        if (changed > 0) await publishChanged(db, storeId, job.created_by, ids)
        return changed
      },
    )
    return undefined
  }

/** Applies an action to profiles, skipping deleted and unaffected ones. Returns the number of changed profiles. */
async function change(db: Db, storeId: number, by: ChangeSource, action: Action, ids: number[]): Promise<number> {
  if (action.type === 'delete') return deleteProfiles(db, storeId, by, ids)
  if (action.type === 'set_field') {
    if (!(await lockField(db, storeId, action))) return 0
    const values = new Map([[action.field_id, action.value ?? null]])
    return writeValues(
      db,
      storeId,
      by,
      ids.map((id) => ({ id, values })),
    )
  }
  const moved = { labelIds: action.label_ids, ids }
  return (action.type === 'add_labels' ? addLabels : removeLabels)(db, storeId, by, moved)
}
