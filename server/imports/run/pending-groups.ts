import type { ReviewGroup } from '@ruam/contract/imports/review-groups.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Minimum different names under one value that make it a question of its own: fewer are a household. */
const NAMES_PER_VALUE = 5
/** Maximum values with a question of their own: a longer list is not read to its end. */
const MAX_VALUES = 50

/**
 * Groups the rows of a run that are pending review, for common answers: by the strongest doubt and the field that points to a person,
 * or by the value if many names share it.
 */
export async function groupPendingRows(db: Db, storeId: number, run: number): Promise<void> {
  await sql`
    with waiting as materialized (
      select record_no, error #>> '{people,0,field}' as field, error #>> '{name,key}' as key, error #>> '{name,who}' as who,
        coalesce(error #>> '{doubts,0}', 'unsure') as doubt
      from run_record where store_id = ${storeId} and run = ${run} and status = 'conflict'
        and error ->> 'failure' = 'maybe_somebody_else' and error ? 'name' and error ? 'people'),
    shared as materialized (
      select key, field, min(record_no) as first from waiting where doubt <> 'whole_file'
      group by key, field having count(distinct who) >= ${NAMES_PER_VALUE} order by count(*) desc, first limit ${MAX_VALUES})
    update run_record r set held_group = case
      when s.key is null or w.doubt = 'whole_file' then w.doubt || ':' || w.field
      else 'value:' || w.field || ':' || s.first end
    from waiting w left join shared s on s.key = w.key and s.field = w.field
    where r.store_id = ${storeId} and r.run = ${run} and r.record_no = w.record_no`.execute(db)
}

/** Counts the rows of a group. */
export async function countPendingRows(db: Db, storeId: number, run: number, group: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from run_record
    where store_id = ${storeId} and run = ${run} and held_group = ${group}`.execute(db)
  return rows[0]!.rows
}

/** Returns the groups of waiting rows of a run, the largest first, without those that point by a hidden field. */
export async function pendingGroups(
  db: Db,
  storeId: number,
  run: { id: number; created_at: string },
  hidden: readonly number[],
): Promise<ReviewGroup[]> {
  const { rows } = await sql<ReviewGroup>`
    select g.held_group as "group", g.parts[1] as doubt, g.parts[2]::int as field_id, v.value, g.rows, g.several, g.answered
    from (
      select r.held_group, string_to_array(r.held_group, ':') as parts, min(r.record_no) as first, count(*)::int as rows,
        count(*) filter (where jsonb_array_length(r.error -> 'people') > 1)::int as several, count(a.id)::int as answered
      from run_record r
      left join match_answer a on a.store_id = r.store_id and a.answered_at > ${run.created_at}::timestamptz
        and a.key_hash = decode(r.error #>> '{name,key}', 'hex') and a.row_hash = decode(r.error #>> '{name,who}', 'hex')
      where r.store_id = ${storeId} and r.run = ${run.id} and r.held_group is not null and r.error ? 'people'
      group by r.held_group) g
    left join lateral (
      select nullif(error ->> 'value', '') as value from run_record
      where g.parts[1] = 'value' and store_id = ${storeId} and run = ${run.id} and record_no = g.first) v on true
    where g.parts[2]::int <> all(${[...hidden]}::int[])
    order by g.rows desc, g.first`.execute(db)
  return rows
}
