import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { changesByJob, isLast } from '../changes/is-last.ts'
import type { ChangeSource } from '../changes/source.ts'
import { moveLabels } from './write.ts'

/** Moves of a job to undo: its labels and profiles. */
interface Moved {
  of: number
  labelIds: readonly number[]
  ids: readonly number[]
}

/** The labels that a job moved at profiles which are live still, where nothing has moved them since. */
const mine = (storeId: number, of: number, labelIds: readonly number[]) => sql`mine as materialized (
  select c.profile_id, l.id as label_id, nullif(c.previous -> ('label:' || l.id), 'null') as previous
  from ${changesByJob(storeId, of, sql`held`)} cross join unnest(${labelIds}::int[]) as l (id)
  where c.changes ? ('label:' || l.id) and ${isLast(sql`'label:' || l.id`)}
    and coalesce(c.befores -> ('label:' || l.id) <> c.changes -> ('label:' || l.id) -> 1, true))`

/** Removes the labels that a job gave, and restores earlier manual removals. Returns the number of profiles that lost one. */
export function removeGivenLabels(
  db: Db,
  storeId: number,
  by: ChangeSource,
  { of, labelIds, ids }: Moved,
): Promise<number> {
  return moveLabels(db, storeId, by, { labelIds, ids }, (labels) => {
    const moved = sql`${mine(storeId, of, labels)},
  dropped as (
    delete from profile_label x using mine
    where mine.previous is null and x.store_id = ${storeId} and x.label_id = mine.label_id
      and x.profile_id = mine.profile_id and x.source = 'manual_add'
    returning x.label_id, x.profile_id
  ),
  hidden as (
    update profile_label x set source = 'manual_remove',
      run_id = case when mine.previous ->> 0 = 'run' then (mine.previous ->> 1)::bigint end
    from mine
    where mine.previous is not null and x.store_id = ${storeId} and x.label_id = mine.label_id
      and x.profile_id = mine.profile_id and x.source = 'manual_add'
    returning x.label_id, x.profile_id
  ),
  moved as (select * from dropped union all select * from hidden)`
    return { moved, given: false }
  })
}

/** Restores the labels that a job removed. Returns the number of profiles that regained one. */
export function restoreRemovedLabels(
  db: Db,
  storeId: number,
  by: ChangeSource,
  { of, labelIds, ids }: Moved,
): Promise<number> {
  return moveLabels(db, storeId, by, { labelIds, ids }, (labels) => {
    const moved = sql`${mine(storeId, of, labels)},
  moved as (
    update profile_label x set source = case when x.run_id is null then 'manual_add' else 'import' end
    from mine
    where x.store_id = ${storeId} and x.label_id = mine.label_id and x.profile_id = mine.profile_id
      and x.source = 'manual_remove'
    returning x.label_id, x.profile_id
  )`
    return { moved, given: true }
  })
}
