import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { JobWorker } from '../../jobs/define.ts'
import { BLOCK_ROWS, inBlocks } from '../../jobs/in-blocks.ts'
import { noteUndone } from '../../jobs/queries.ts'
import { changesByJob, isLast } from '../changes/is-last.ts'
import { publishChanged } from '../changes/publish-change.ts'
import type { ChangeSource, Sources } from '../changes/source.ts'
import { removeGivenLabels, restoreRemovedLabels } from '../labels/undo-moves.ts'
import type { MaskedValue } from '../profiles/masking.ts'
import { type ProfileEdit, restoreProfiles, writeValues } from '../profiles/write.ts'
import { lockField } from './lock-field.ts'
import type { Action, BulkUndoRequest } from './request.ts'

/** Undoes a bulk change block by block, except where a later change exists. */
export const bulkUndoWorker =
  (rows = BLOCK_ROWS): JobWorker<BulkUndoRequest> =>
  async (working) => {
    const { storeId, job, block } = working
    const { job: of, action } = job.request
    const by: ChangeSource = { source: 'undo', id: of, job: job.id }
    await inBlocks(
      working,
      rows,
      (db, after, size) => nextChanged(db, storeId, of, after, size),
      async (db, ids) => {
        const changed = await undo(db, storeId, by, of, action, ids)
        if (changed > 0) await publishChanged(db, storeId, job.created_by, ids)
        return changed
      },
    )
    await block(async (db) => {
      await noteUndone(db, storeId, of)
      return {}
    })
    return undefined
  }

/** Returns the next profiles that a job changed, by id. */
async function nextChanged(db: Db, storeId: number, job: number, after: number, rows: number): Promise<number[]> {
  const found = await db
    .selectFrom('profile_change')
    .select('profile_id')
    .where('store_id', '=', storeId)
    .where('job', '=', job)
    .where('profile_id', '>', after)
    .orderBy('profile_id')
    .limit(rows)
    .execute()
  return found.map(({ profile_id }) => profile_id)
}

async function undo(db: Db, storeId: number, by: ChangeSource, of: number, action: Action, ids: number[]) {
  if (action.type === 'delete') {
    const deleted = await stillDeleted(db, storeId, of, ids)
    const times = new Map(deleted.map(({ profile_id, time }) => [profile_id, time]))
    return restoreProfiles(db, storeId, by, [...times.keys()], times)
  }
  if (action.type === 'set_field') {
    if (!(await lockField(db, storeId, action))) return 0
    return writeValues(db, storeId, by, await stillSet(db, storeId, of, action.field_id, ids))
  }
  const moved = { of, labelIds: action.label_ids, ids }
  return (action.type === 'add_labels' ? removeGivenLabels : restoreRemovedLabels)(db, storeId, by, moved)
}

/** Locks and returns the profile of a change `c`. A join could search it among all profiles. */
const heldProfile = (storeId: number) => sql`(select sources, updated_at from profile
  where store_id = ${storeId} and id = c.profile_id offset 0 for no key update)`

/** Time of a profile before a change `c`, if nothing has changed it since. */
const timeBefore = sql`case when p.updated_at = c.rose_at then c.met_at end`

/** Profiles that a job deleted and that were not restored and deleted again since. */
async function stillDeleted(db: Db, storeId: number, of: number, ids: number[]) {
  const { rows } = await sql<{ profile_id: number; time: string | null }>`select c.profile_id, ${timeBefore} as time
    from ${changesByJob(storeId, of, sql`unnest(${ids}::bigint[])`)}
    cross join lateral ${heldProfile(storeId)} p where ${isLast(sql`'deleted'`)}`.execute(db)
  return rows
}

/** Returns the values that a job replaced, for profiles whose value has not changed since. */
async function stillSet(db: Db, storeId: number, of: number, field: number, ids: number[]): Promise<ProfileEdit[]> {
  const key = String(field)
  const { rows } = await sql<{
    profile_id: number
    before: MaskedValue
    previous: Sources[string] | null
    time: string | null
  }>`
    select c.profile_id, coalesce(c.befores -> ${key}, c.changes -> ${key} -> 0) as before, c.previous -> ${key} as previous, ${timeBefore} as time
    from ${changesByJob(storeId, of, sql`unnest(${ids}::bigint[])`)}
    cross join lateral ${heldProfile(storeId)} p
    where p.sources -> ${key} = jsonb_build_array(c.source, c.source_id) and ${isLast(sql`${key}`)}`.execute(db)
  return rows.map(({ profile_id, before, previous, time }) => ({
    id: profile_id,
    values: new Map([[field, before]]),
    sources: new Map([[field, previous]]),
    time,
  }))
}
