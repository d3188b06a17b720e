import type { MatchAgreement, MatchDoubt } from '@ruam/contract/imports/match-doubts.ts'
import type { ReviewGroup } from '@ruam/contract/imports/review-groups.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Minimum different names under one value that make it a question of its own: fewer are a household. */
const NAMES_PER_VALUE = 5
/** Maximum values with a question of their own: a longer list is not read to its end. */
const MAX_VALUES = 50

/** Agreements that households do not share: with one of them, a row looks like the customer. */
const personal: readonly MatchAgreement[] = ['given_name', 'birth_date', 'own_id', 'email']
/** Doubts that make a row another person's if nothing personal agrees: one answer fits all such rows, also several of one customer. */
const decisive: readonly MatchDoubt[] = ['whole_file', 'own_id', 'birth_date', 'title', 'given_name']
/** Doubts that explain a given name that differs: such a row may be either. */
const explaining: readonly MatchDoubt[] = ['nickname', 'surname_first']

/** Maximum rows of a pattern without evidence, or with evidence for both answers, that are asked one by one: more are a day's work. */
const FEW_ROWS = 10

/**
 * Groups the rows of a run that are pending review, for common answers: by the field that points to a person and the pattern of what
 * differs and agrees, or by the value if many names share it and nothing personal agrees. Rows are asked one by one if they name
 * different people for one customer, or if they are few and their evidence tells nothing.
 */
export async function groupPendingRows(db: Db, storeId: number, run: number): Promise<void> {
  await sql`
    with waiting as materialized (
      select record_no, error #>> '{people,0,field}' as field, error #>> '{people,0,id}' as person, error #>> '{name,key}' as key,
        error #>> '{name,who}' as who, coalesce(error #>> '{doubts,0}', 'unsure') as doubt,
        not coalesce(error -> 'agrees', '[]') ?| ${[...personal]}::text[] as alone, coalesce(error -> 'doubts', '[]') ?| ${[...decisive]}::text[]
          and not coalesce(error -> 'doubts', '[]') ?| ${[...explaining]}::text[] as decided,
        concat(case when error #>> '{doubts,0}' = 'whole_file' then 'whole_file' else error ->> 'doubts' end, error ->> 'agrees') as pattern
      from run_record where store_id = ${storeId} and run = ${run} and status = 'conflict'
        and error ->> 'failure' = 'maybe_somebody_else' and error ? 'name' and error ? 'people'),
    shared as materialized (
      select key, field, min(record_no) as first from waiting where alone and doubt <> 'whole_file'
      group by key, field having count(distinct who) >= ${NAMES_PER_VALUE} order by count(*) desc, first limit ${MAX_VALUES}),
    patterns as materialized (
      select w.record_no, w.field, w.doubt, s.first as value, not (w.alone and w.decided) and (
          min(w.who) over same_person <> max(w.who) over same_person or count(*) over same_pattern between 2 and ${FEW_ROWS}) as by_row,
        min(w.record_no) over same_pattern as first
      from waiting w left join shared s on s.key = w.key and s.field = w.field and w.alone and w.doubt <> 'whole_file'
      window same_pattern as (partition by w.field, w.pattern, s.first is null),
        same_person as (partition by w.field, w.pattern, s.first is null, w.person))
    update run_record r set held_group = case
      when p.value is not null then concat('value:', p.field, ':', p.value)
      when p.by_row then concat('unsure:', p.field, ':0')
      else concat(p.doubt, ':', p.field, ':', p.first) end
    from patterns p where r.store_id = ${storeId} and r.run = ${run} and r.record_no = p.record_no`.execute(db)
}

/** Counts the rows of a group. */
export async function countPendingRows(db: Db, storeId: number, run: number, group: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from run_record
    where store_id = ${storeId} and run = ${run} and held_group = ${group}`.execute(db)
  return rows[0]!.rows
}

/**
 * Returns the groups of waiting rows of a run, the largest first, without those that point by a hidden field. Runs of earlier versions
 * have groups without a first row: these know their strongest doubt alone.
 */
export async function pendingGroups(
  db: Db,
  storeId: number,
  run: { id: number; created_at: string },
  hidden: readonly number[],
): Promise<ReviewGroup[]> {
  const { rows } = await sql<ReviewGroup>`
    select g.held_group as "group", g.parts[1] as doubt, g.parts[2]::int as field_id,
      case when g.parts[3] is null and g.parts[1] not in ('value', 'unsure') then jsonb_build_array(g.parts[1])
        when g.has_pattern then coalesce(f.error -> 'doubts', '[]') else '[]' end as differs,
      case when g.has_pattern then coalesce(f.error -> 'agrees', '[]') else '[]' end as agrees,
      coalesce(g.parts[3] = '0', false) as one_by_one,
      case when g.parts[1] = 'value' then nullif(f.error ->> 'value', '') end as value, g.rows, g.several, g.answered
    from (
      select n.*, coalesce(n.parts[3] <> '0', false) and n.parts[1] <> 'value' as has_pattern from (
        select r.held_group, string_to_array(r.held_group, ':') as parts, min(r.record_no) as first, count(*)::int as rows,
          count(*) filter (where r.people > 1)::int as several, count(a.id)::int as answered
        from (select record_no, held_group, jsonb_array_length(error -> 'people') as people,
            decode(error #>> '{name,key}', 'hex') as key, decode(error #>> '{name,who}', 'hex') as who
          from run_record where store_id = ${storeId} and run = ${run.id} and held_group is not null and error ? 'people' offset 0) r
        left join match_answer a on a.store_id = ${storeId} and a.answered_at > ${run.created_at}::timestamptz
          and a.key_hash = r.key and a.row_hash = r.who
        group by r.held_group) n) g
    join run_record f on f.store_id = ${storeId} and f.run = ${run.id} and f.record_no = g.first
    where g.parts[2]::int <> all(${[...hidden]}::int[])
    order by g.rows desc, g.first`.execute(db)
  return rows
}
