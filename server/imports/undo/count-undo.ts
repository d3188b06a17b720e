import type { UndoPreview } from '@ruam/contract/imports/undo.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { tiesOf } from './ties.ts'
import { touchedProfiles, type UndoScope, undoneRuns } from './touched-profiles.ts'
import { countUndoPlan, matchesFieldType, othersInForce, undoPlan } from './undo-plan.ts'

type ProfileCounts = Omit<UndoPreview, 'labels_removed' | 'activities_removed'>

/**
 * Counts what an undo does with the profiles of these rows. Two kinds are counted by sets, with one read of each table: profiles that the run
 * created and nothing else touched, and those that it changed once and that no undone run has to do with. `undoPlan` looks up the others.
 */
export async function countUndo(db: Db, scope: UndoScope, from: number, to: number): Promise<ProfileCounts> {
  const { storeId } = scope
  const ofMade = (table: string, column = 'profile_id') => sql`(select t.* from ${sql.table(table)} t
    join made on made.id = ${sql.ref(`t.${column}`)} where t.store_id = ${storeId} offset 0)`
  const others = sql`(select id from state where not simple
    union all select made.id from made left join tied on tied.id = made.id where not untouched or tied.id is not null)`
  await sql`set local enable_nestloop = off`.execute(db)
  const { rows } = await sql<ProfileCounts>`
    with ${stateOf(scope, from, to)},
    made as materialized (select id, live, untouched from state where made),
    tied (id) as (${sql.join(tiesOf(scope, ofMade), sql` union `)}),
    changed as materialized (${countsOfChanged(scope)})
    select profiles_removed + (select count(*) from made left join tied on tied.id = made.id
        where untouched and live and tied.id is null)::int as profiles_removed,
      profiles_kept, profiles_restored + (select count(*) from changed where restored > 0)::int as profiles_restored,
      values_restored + (select coalesce(sum(restored), 0) from changed)::int as values_restored,
      values_kept + (select coalesce(sum(kept), 0) from changed)::int as values_kept
    from (select ${countUndoPlan} from ${undoPlan(scope, others)} fate) counted`.execute(db)
  return rows[0]!
}

/**
 * Common table expression of the profiles. `made`: by the run. `simple`: made, or changed once and without an undone run. `sources`: null of
 * deleted profiles.
 */
function stateOf(scope: UndoScope, from: number, to: number) {
  const { storeId, run } = scope
  const undone = undoneRuns(storeId)
  const made = sql`coalesce(p.origin_run = ${run.id}, false)`
  const ofUndone = sql`(${undone} <> '{}' and (p.origin_run = any(${undone}) or exists (
    select from jsonb_each(p.sources) s where s.value ->> 0 = 'run' and s.value ->> 1 = any(${undone}::text[]))))`
  return sql`repeated as materialized (select profile_id from run_record
      where store_id = ${storeId} and run = ${run.id} and changes is not null group by profile_id having count(*) > 1),
    state as materialized (
      select p.id, p.deleted_at is null as live, ${made} as made, p.sources = '{}' and p.merged_into is null as untouched,
        ${made} or repeated.profile_id is null and ${ofUndone} is not true as simple,
        case when p.merged_into is null and p.deleted_at is null then p.sources end as sources
      from ${touchedProfiles(scope, from, to, false)} touched
      join profile p on p.store_id = ${storeId} and p.id = touched.id
      left join repeated on repeated.profile_id = p.id)`
}

/** Selects how many values of each simple profile are restored and kept, by the rules of `undoPlan`. */
function countsOfChanged({ storeId, run, fields }: UndoScope) {
  const types = sql`${JSON.stringify(Object.fromEntries(fields.map(({ id, data_type }) => [id, data_type])))}::jsonb`
  const source = sql`(state.sources -> c.key)`
  const ofRun = sql`coalesce(${source} ->> 0 = 'run' and ${source} ->> 1 = ${String(run.id)}, false)`
  const before = sql`(case when n.befores ? c.key then n.befores -> c.key else c.value -> 0 end)`
  const fits = sql`coalesce(${matchesFieldType(sql`${types} ->> c.key`, before)}, false)`
  const foundLater = sql`(select distinct profile_id, matched_by::text as key from run_record
    where store_id = ${storeId} and run > ${run.id} and matched_by is not null
      and run in (select id from ${othersInForce(storeId, run.id)}))`
  return sql`select count(*) filter (where mine)::int as restored, count(*) filter (where not mine)::int as kept
    from (
      select state.id, ${ofRun} and ${fits} and later.key is null as mine
      from state join run_record r on r.store_id = ${storeId} and r.run = ${run.id} and r.profile_id = state.id
        and r.changes is not null
      left join run_profile n on n.store_id = ${storeId} and n.run = ${run.id} and n.profile_id = state.id
      cross join lateral jsonb_each(r.changes) c
      left join ${foundLater} later on later.profile_id = state.id and later.key = c.key
      where state.simple and not state.made and state.sources is not null and ${types} ? c.key
    ) counted group by id`
}
