import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { RunRow } from '../data-sources/runs.ts'

/** Input of an undo. */
export interface UndoScope {
  storeId: number
  run: Pick<RunRow, 'id' | 'finished_at'>
  /** True if its rows may be lines of purchases that have lines of other runs. */
  hasLines?: boolean
  /** Fields that the run may have written and that are still there. */
  fields: readonly { id: number; data_type: DataType }[]
}

/**
 * The profiles whose first row in the run comes after `from` and not after `to`: each is dealt with once, with all that the run
 * did to it. One that a row found by a key of an undone run, without changing anything, comes too: that key may go now. `each`: looks
 * profiles up by an index, for a block of rows whose predecessors are undone. Otherwise the predecessors are only counted.
 */
export function touchedProfiles(
  { storeId, run }: UndoScope,
  from: number,
  to: number,
  each = true,
): RawBuilder<{ id: number }> {
  const probe = each ? sql`offset 0` : sql``
  const within = sql`r.store_id = ${storeId} and r.run = ${run.id} and r.record_no > ${from} and r.record_no <= ${to}`
  const earlier = sql`e.store_id = ${storeId} and e.run = ${run.id} and e.profile_id = r.profile_id and e.record_no <= ${from}`
  const dealtWith = each
    ? sql`and not exists (select from ${undoneChangesOf(storeId, sql`r.profile_id`)} e
        where e.run = ${run.id} and e.record_no <= ${from} offset 0)`
    : sql`and not exists (select from run_record e where ${earlier} and e.changes is not null)`
  const counted =
    from > 0 && !each ? sql`and not exists (select from run_record e where ${earlier} and e.status = r.status)` : sql``
  // A profile added by the run and changed in a later row counts by the row that added it.
  return sql`(
    select r.profile_id as id from run_record r where ${within} and r.status = 'added'
    union all
    select distinct r.profile_id from run_record r
    where ${within} and r.status = 'updated' ${from > 0 ? dealtWith : sql``}
      and not exists (select from profile x where x.store_id = ${storeId} and x.id = r.profile_id
        and x.origin_run is not distinct from ${run.id} ${probe})
    union all
    select distinct r.profile_id from run_record r
    where ${within} and r.status = 'conflict' and r.adds_activity ${counted}
      and exists (select from profile x where x.store_id = ${storeId} and x.id = r.profile_id
        and x.origin_run is distinct from ${run.id} offset 0)
      and not exists (select from ${undoneChangesOf(storeId, sql`r.profile_id`)} e where e.run = ${run.id} offset 0)
    union all
    select distinct r.profile_id from run_record r
    where ${undoneRuns(storeId)} <> '{}' and ${within} and r.status = 'duplicated' and r.matched_by is not null ${counted}
      and exists (select from profile x where x.store_id = ${storeId} and x.id = r.profile_id
        and x.origin_run is distinct from ${run.id} and x.sources -> r.matched_by::text ->> 0 = 'run'
        and x.sources -> r.matched_by::text ->> 1 = any(${undoneRuns(storeId)}::text[]) offset 0)
      and not exists (select from ${undoneChangesOf(storeId, sql`r.profile_id`)} e where e.run = ${run.id} offset 0)
  )`
}

export const undoneRuns = (storeId: number) =>
  sql`(array(select id from run where store_id = ${storeId} and undone_at is not null))`

/** Changes of rows to a profile. OFFSET 0 forces the index of profiles instead of all rows of a run. */
export const undoneChangesOf = (storeId: number, profile: RawBuilder<unknown>) =>
  sql`(select run, record_no, at, changes from run_record
    where store_id = ${storeId} and profile_id = ${profile} and changes is not null offset 0)`
