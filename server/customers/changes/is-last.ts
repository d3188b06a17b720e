import { type RawBuilder, sql } from 'kysely'

/**
 * FROM item: the changes `c` that a job made to these profiles. One lookup each: an array of them may be planned as a scan of all changes of
 * the job, with the array searched for each.
 */
export const changesByJob = (
  storeId: number,
  job: number,
  ids: RawBuilder<unknown>,
) => sql`${ids} who (id) cross join lateral (
    select store_id, id, profile_id, source, source_id, changes, previous, befores, met_at, rose_at from profile_change
    where store_id = ${storeId} and job = ${job} and profile_id = who.id offset 0) c`

/** Matches a change of this key that its job, or the automation that made it, has taken back. */
export const isTakenBack = (change: 'c' | 'later', key: RawBuilder<unknown>) => {
  const of = (column: string) => sql.ref(`${change}.${column}`)
  return sql<boolean>`(exists (select from job where job.store_id = ${of('store_id')} and job.id = ${of('job')} and job.undone_at is not null)
    or ${of('source')} = 'automation' and exists (select from automation_undo u
      where u.store_id = ${of('store_id')} and u.automation_id = ${of('source_id')} and u.ended_at >= ${of('at')}
        and (${key}) = any(array(select f::text from unnest(u.field_ids) f union all select 'label:' || l from unnest(u.label_ids) l)) offset 0))`
}

/** That nothing in the history of a profile came after a change `c` of this key, but for what was taken back since. */
export const isLast = (key: RawBuilder<unknown>) => sql<boolean>`not exists (select from profile_change later
  where later.store_id = c.store_id and later.profile_id = c.profile_id and later.id > c.id and later.changes ? (${key})
    and later.source <> 'undo' and not ${isTakenBack('later', key)} offset 0)`
