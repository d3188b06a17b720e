import { type RawBuilder, sql } from 'kysely'
import { isLast, isTakenBack } from '../../customers/changes/is-last.ts'
import { goesWithRun } from '../consents/take-back.ts'
import type { UndoScope } from './touched-profiles.ts'

/** Matches if a bulk change or an automation wrote the current state of this key. One that was undone gave the earlier state back. */
export const byJob = (storeId: number, profile: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`exists (select from profile_change c where c.store_id = ${storeId} and c.profile_id = ${profile}
    and (c.job is not null and c.source <> 'undo' or c.source = 'automation') and c.changes ? (${key}) and ${isLast(key)}
    and not ${isTakenBack('c', key)} offset 0)`

/** Matches a note `v` that an automation made. */
const byAutomation = (storeId: number) => sql`(v.run_id is null and v.created_by is null and exists (
  select from automation_act a where a.store_id = ${storeId} and a.profile_id = v.profile_id and a.kind = 'note' and a.made_id = v.id offset 0))`

/** Returns the FROM item of a table's rows of the profiles in question. */
type RowsOf = (table: string, column?: string) => RawBuilder<unknown>

/**
 * Selects the ids of profiles that a person or another run holds on to: merges, labels, activities, identities and consents that do not
 * go with the run. A LINE identity that is not kept belongs to the field; that of a deleted profile may lag behind it.
 */
export function tiesOf({ storeId, run, hasLines }: UndoScope, rowsOf: RowsOf): RawBuilder<unknown>[] {
  const isOthers = sql`v.run_id is distinct from ${run.id}`
  const ofOthers = hasLines
    ? sql`(${isOthers} or exists (select from purchase_line o
        where o.store_id = ${storeId} and o.activity_id = v.id and o.run_id <> ${run.id}))`
    : isOthers
  return [
    sql`select x.merged_into as id from ${rowsOf('profile', 'merged_into')} x where x.merged_into is not null`,
    sql`select l.profile_id from ${rowsOf('profile_label')} l
      where l.source = 'manual_add' and not ${byJob(storeId, sql`l.profile_id`, sql`'label:' || l.label_id`)}
        or l.source = 'import' and l.run_id is distinct from ${run.id}`,
    sql`select v.profile_id from ${rowsOf('activity')} v where ${ofOthers} and not ${byAutomation(storeId)}`,
    sql`select i.profile_id from ${rowsOf('identity')} i
      join profile o on o.store_id = ${storeId} and o.id = i.profile_id
      where (i.kind <> 'line' or i.kept) and i.value is distinct from o.line_user_id`,
    sql`select c.profile_id from ${rowsOf('consent_entry')} c where not ${goesWithRun('c', run.id)}`,
  ]
}
