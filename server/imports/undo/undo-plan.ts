import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { byJob, tiesOf } from './ties.ts'
import { type UndoScope, undoneChangesOf, undoneRuns } from './touched-profiles.ts'

/** FROM item: imports that are not undone, except the one that is being undone. */
export const othersInForce = (storeId: number, undoing: number) => sql`(select id from run
  where store_id = ${storeId} and id <> ${undoing} and kind in ('real', 'stream') and undone_at is null) others`

/** Spares the look-ups of each profile when no import came later. */
const newestOther = (storeId: number, undoing: number) =>
  sql`select coalesce(max(id), 0) from ${othersInForce(storeId, undoing)}`

/**
 * Matches if an import after `run` that is not undone found the profile by this key, whether or not it changed anything. Previews do not
 * count, nor does the import that is taken back.
 */
const foundLater = (storeId: number, undoing: number, run: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`((${newestOther(storeId, undoing)}) > ${run} and exists (select from (
      (select run, matched_by from run_record where store_id = ${storeId} and profile_id = met.id
        and changes is not null offset 0)
      union all
      (select run, matched_by from run_record where store_id = ${storeId} and profile_id = met.id
        and matched_by is not null and changes is null offset 0)) later
    where later.matched_by::text = ${key} and later.run > ${run}
      and later.run = any(array(select id from ${othersInForce(storeId, undoing)}))))`

const valuesOf = sql`(jsonb_build_object(${sql.join(
  systemFields.flatMap(({ id, column }) => [sql.lit(String(id)), sql.ref(`p.${column}`)]),
)}) || p.custom)`

/** Which JSON a value of a field must be, so that nothing is put back that the field could not hold any more. */
export const matchesFieldType = (
  type: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
) => sql`case jsonb_typeof(${value})
  when 'null' then ${type} is not null
  when 'number' then ${type} = 'Number'
  when 'boolean' then ${type} = 'Boolean'
  else ${type} = 'String' or ${type} = 'Date' and ${value} #>> '{}' ~ '^\\d{4,}-\\d\\d-\\d\\d' end`

/**
 * What becomes of each of these profiles when the run is taken back, so that it is as if the run had not been:
 *
 * - `put`: {field id: previous value} of what the run wrote and no one has overwritten; null removes a value. A profile that the run
 *   created and that stays keeps all its values, as does one that a later run found by a key. `now`: the current values.
 * - `put_sources`: where the values of the profile come from then.
 * - `removed`: the run made it, or another run that is undone did, and nothing is left of it: no value, label or activity that
 *   a person or another run gave (those of a job count as none), no identity but that of its own values, no consent, and no merge.
 * - `restored` and `kept`: of a profile that the run did not create, how many values are restored and how many stay overwritten.
 * - `befores`: {field id: value} of all that the run wrote, for later runs that met it.
 * - `met_at`, `met_sources`: updated_at and sources as the run met it; null when it made it.
 *
 * A key that an undone run has left for this one is put back as well, unless another import found the profile by it.
 *
 * A profile that the run created and no one has touched since is removed without reading its values: usually that is all of them.
 * Looks up what each profile has by an index, whatever the statistics say.
 */
export function undoPlan(scope: UndoScope, profiles: RawBuilder<unknown>) {
  const { storeId, run, fields } = scope
  const types = sql`${JSON.stringify(Object.fromEntries(fields.map(({ id, data_type }) => [id, data_type])))}::jsonb`
  const ofRun = (entry: string) =>
    sql`coalesce(${sql.raw(entry)} ->> 0 = 'run' and ${sql.raw(entry)} ->> 1 = ${String(run.id)}, false)`
  const untouched = sql`p.origin_run = ${run.id} and p.sources = '{}' and a.alone`
  const undone = undoneRuns(storeId)
  const ofProfile = (table: string, column = 'profile_id') =>
    sql`(select * from ${sql.table(table)} t where t.store_id = ${storeId} and ${sql.ref(`t.${column}`)} = p.id)`
  return sql`(
    with met as materialized (
      select p.id, p.updated_at, p.sources, p.origin_run, p.origin_run is not distinct from ${run.id} as made,
        p.deleted_at is null and p.merged_into is null as live, a.alone,
        ${untouched} as untouched,
        n.updated_at as met_at, coalesce(n.sources, '{}') as met_sources, coalesce(n.befores, '{}') as told,
        case when ${untouched} then '{}' else ${valuesOf} end as now
      from ${profiles} who
      join lateral (select * from profile where store_id = ${storeId} and id = who.id offset 0) p on true
      left join lateral (select * from run_profile
        where store_id = ${storeId} and run = ${run.id} and profile_id = p.id
          and p.origin_run is distinct from ${run.id} offset 0) n on true
      cross join lateral (select (p.origin_run = ${run.id} or p.origin_run = any(${undone})) and p.merged_into is null
        and not exists (${sql.join(tiesOf(scope, ofProfile), sql` offset 0) and not exists (`)} offset 0)
        as alone offset 0) a
    )
    select id, made, live, updated_at, sources, now, met_at, met_sources,
      0 as restored, 0 as kept, '{}'::jsonb as befores, '{}'::jsonb as put, '{}'::jsonb as put_sources, true as removed
    from met where untouched
    union all
    select met.id, met.made, met.live, met.updated_at, met.sources, met.now, met.met_at, met.met_sources,
      back.restored + freed.restored as restored, back.kept, back.befores, new.put, new.put_sources,
      coalesce(met.alone, false) and not exists (select from jsonb_each(new.put_sources) s
        where s.value ->> 0 not in ('system', 'automation') and not (s.value ->> 0 = 'run' and s.value ->> 1 = any(${undone}::text[]))
          and not (met.made and ${ofRun('s.value')}) and not (s.value ->> 0 = 'user' and ${byJob(storeId, sql`met.id`, sql`s.key`)})
          and coalesce(new.put -> s.key, met.now -> s.key, 'null') <> 'null') as removed
    from met
    cross join lateral (
      select count(*) filter (where b.mine)::int as restored, count(*) filter (where not b.mine)::int as kept,
        coalesce(jsonb_object_agg(b.key, b.before) filter (where b.mine), '{}') as put,
        coalesce(jsonb_object_agg(b.key, b.before), '{}') as befores
      from (
        select v.key, v.before, ${ofRun('met.sources -> v.key')} and coalesce(${matchesFieldType(sql`${types} ->> v.key`, sql`v.before`)}, false)
          and not ${foundLater(storeId, run.id, sql`${run.id}`, sql`v.key`)} as mine
        from (
          select distinct on (c.key) c.key, case when met.told ? c.key then met.told -> c.key else c.value -> 0 end as before
          from ${undoneChangesOf(storeId, sql`met.id`)} r cross join lateral jsonb_each(r.changes) c
          where not met.made and r.run = ${run.id} and ${types} ? c.key
          order by c.key, r.at nulls first, r.record_no
        ) v
      ) b
    ) back
    cross join lateral (
      select (select coalesce(jsonb_object_agg(s.key, case when back.put ? s.key then met.met_sources -> s.key else s.value end)
            filter (where not back.put ? s.key or met.met_sources ? s.key), '{}')
          from jsonb_each(met.sources) s) as put_sources
    ) own
    cross join lateral (
      select coalesce(array_agg(s.key), '{}') as keys, count(*) filter (where not back.put ? s.key)::int as restored,
        coalesce(jsonb_object_agg(s.key, x.before), '{}') as put,
        coalesce(jsonb_object_agg(s.key, x.sources -> s.key) filter (where x.sources ? s.key), '{}') as sources
      from jsonb_each(own.put_sources) s
      cross join lateral (
        select n.sources, coalesce(n.befores -> s.key, (
          select c.changes -> s.key -> 0 from ${undoneChangesOf(storeId, sql`met.id`)} c
          where c.run = n.run and c.changes ? s.key order by c.at nulls first, c.record_no limit 1)) as before
        from run_profile n
        where n.store_id = ${storeId} and n.profile_id = met.id and n.run = (s.value ->> 1)::int offset 0) x
      where ${undone} <> '{}' and s.value ->> 0 = 'run' and s.value ->> 1 = any(${undone}::text[]) and ${types} ? s.key
        and met.origin_run::text is distinct from s.value ->> 1
        and coalesce(${matchesFieldType(sql`${types} ->> s.key`, sql`x.before`)}, false)
        and not ${foundLater(storeId, run.id, sql`(s.value ->> 1)::int`, sql`s.key`)}
    ) freed
    cross join lateral (
      select back.put || freed.put as put, (own.put_sources - freed.keys) || freed.sources as put_sources
    ) new
    where met.untouched is not true
  )`
}

/** Counts the fates of an undo, without values of profiles that are deleted already. */
export const countUndoPlan = sql`count(*) filter (where removed and live)::int as profiles_removed,
  count(*) filter (where made and not removed)::int as profiles_kept,
  count(*) filter (where not made and not removed and live and restored > 0)::int as profiles_restored,
  coalesce(sum(restored) filter (where not removed and live), 0)::int as values_restored,
  coalesce(sum(kept) filter (where not removed and live), 0)::int as values_kept`
