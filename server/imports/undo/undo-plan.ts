import { type DataType, systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { isLast } from '../../customers/changes/is-last.ts'
import type { RunRow } from '../data-sources/runs.ts'

/** Input of an undo. */
export interface UndoScope {
  storeId: number
  run: Pick<RunRow, 'id' | 'finished_at'>
  /** Fields that the run may have written and that are still there. */
  fields: readonly { id: number; data_type: DataType }[]
}

/**
 * The profiles whose first row in the run comes after `from` and not after `to`: each is dealt with once, with all that the run
 * did to it.
 */
export function touchedProfiles({ storeId, run }: UndoScope, from: number, to: number): RawBuilder<{ id: number }> {
  const within = sql`r.store_id = ${storeId} and r.run = ${run.id} and r.record_no > ${from} and r.record_no <= ${to}`
  const dealtWith = sql`and not exists (select from ${changesOf(storeId, sql`r.profile_id`)} e
    where e.run = ${run.id} and e.record_no <= ${from} offset 0)`
  // A profile added by the run and changed in a later row counts by the row that added it.
  return sql`(
    select r.profile_id as id from run_record r where ${within} and r.status = 'added'
    union all
    select distinct r.profile_id from run_record r
    where ${within} and r.status = 'updated' ${from > 0 ? dealtWith : sql``}
      and not exists (select from profile x where x.store_id = ${storeId} and x.id = r.profile_id
        and x.origin_run is not distinct from ${run.id} offset 0)
  )`
}

/** Changes of rows to a profile. OFFSET 0 forces the index of profiles instead of all rows of a run. */
const changesOf = (storeId: number, profile: RawBuilder<unknown>) =>
  sql`(select run, record_no, changes from run_record
    where store_id = ${storeId} and profile_id = ${profile} and changes is not null offset 0)`

/** Matches if a bulk change wrote the current state of this key. One that was undone gave the earlier state back. */
const byJob = (storeId: number, profile: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`exists (select from profile_change c where c.store_id = ${storeId} and c.profile_id = ${profile}
    and c.job is not null and c.source <> 'undo' and c.changes ? (${key}) and ${isLast(key)}
    and not exists (select from job where job.store_id = c.store_id and job.id = c.job and job.undone_at is not null) offset 0)`

/** Matches if a later import that is not undone found the profile by this key. Previews do not count. */
const foundLater = (storeId: number, run: number, key: RawBuilder<unknown>) =>
  sql`exists (select from (select run, matched_by from run_record where store_id = ${storeId} and profile_id = met.id
      and changes is not null offset 0) later
    where later.matched_by::text = ${key} and later.run = any(array(select id from run
      where store_id = ${storeId} and id > ${run} and kind = 'real' and undone_at is null)))`

const valuesOf = sql`(jsonb_build_object(${sql.join(
  systemFields.flatMap(({ id, column }) => [sql.lit(String(id)), sql.ref(`p.${column}`)]),
)}) || p.custom)`

/** Which JSON a value of a field must be, so that nothing is put back that the field could not hold any more. */
const fits = (type: RawBuilder<unknown>, value: RawBuilder<unknown>) => sql`case jsonb_typeof(${value})
  when 'null' then ${type} is not null
  when 'number' then ${type} = 'Number'
  when 'boolean' then ${type} = 'Boolean'
  else ${type} = 'String' or ${type} = 'Date' and ${value} #>> '{}' ~ '^\\d{4,}-\\d\\d-\\d\\d' end`

/**
 * What becomes of each of these profiles when the run is taken back, so that it is as if the run had not been:
 *
 * - `put`: {field id: value} of what the run wrote and nobody wrote over, with the value before; null takes one away. A profile
 *   that the run made and that stays has all its values still, as has one that a later run found by a key. `now`: the values that are there.
 * - `put_sources`: where the values of the profile come from then.
 * - `removed`: the run made it, or another run that is undone did, and nothing is left of it: no value, label or activity that
 *   a person or another run gave (those of a job count as none), no identity but that of its own values, no consent, and no merge.
 * - `restored` and `kept`: of a profile that somebody else made, how many values are put back and how many stay, written over.
 * - `befores`: {field id: value} of all that the run wrote, for later runs that met it.
 * - `met_at`, `met_sources`: updated_at and sources as the run met it; null when it made it.
 *
 * Whom the run made and nobody has touched since goes, without a look at any value: most often that is everybody.
 *
 * `each`: look up what each profile has by an index, whatever the statistics say; for a few thousand of them.
 */
export function undoPlan({ storeId, run, fields }: UndoScope, profiles: RawBuilder<unknown>, each: boolean) {
  const types = sql`${JSON.stringify(Object.fromEntries(fields.map(({ id, data_type }) => [id, data_type])))}::jsonb`
  const ofRun = (entry: string) =>
    sql`coalesce(${sql.raw(entry)} ->> 0 = 'run' and ${sql.raw(entry)} ->> 1 = ${String(run.id)}, false)`
  const probe = each ? sql`offset 0` : sql``
  const untouched = sql`p.origin_run = ${run.id} and p.sources = '{}' and a.alone`
  const undone = sql`(array(select id from run where store_id = ${storeId} and undone_at is not null))`
  return sql`(
    with met as materialized (
      select p.id, p.updated_at, p.sources, p.origin_run is not distinct from ${run.id} as made,
        p.deleted_at is null and p.merged_into is null as live, a.alone,
        ${untouched} as untouched,
        n.updated_at as met_at, coalesce(n.sources, '{}') as met_sources, coalesce(n.befores, '{}') as told,
        case when ${untouched} then '{}' else ${valuesOf} end as now
      from ${profiles} who
      join lateral (select * from profile where store_id = ${storeId} and id = who.id ${probe}) p on true
      left join lateral (select * from run_profile
        where store_id = ${storeId} and run = ${run.id} and profile_id = p.id
          and p.origin_run is distinct from ${run.id} ${probe}) n on true
      cross join lateral (select (p.origin_run = ${run.id} or p.origin_run = any(${undone})) and p.merged_into is null
        and not exists (select from profile x where x.store_id = ${storeId} and x.merged_into = p.id
          and x.merged_into is not null ${probe})
        and not exists (select from profile_label l where l.store_id = ${storeId} and l.profile_id = p.id
          and (l.source = 'manual_add' and not ${byJob(storeId, sql`p.id`, sql`'label:' || l.label_id`)} or l.source = 'import' and l.run_id is distinct from ${run.id}) ${probe})
        and not exists (select from activity v where v.store_id = ${storeId} and v.profile_id = p.id
          and v.run_id is distinct from ${run.id} ${probe})
        and not exists (select from identity i where i.store_id = ${storeId} and i.profile_id = p.id
          and i.value is distinct from p.line_user_id ${probe})
        and not exists (select from consent_entry c where c.store_id = ${storeId} and c.profile_id = p.id ${probe})
        as alone offset 0) a
    )
    select id, made, live, updated_at, sources, now, met_at, met_sources,
      0 as restored, 0 as kept, '{}'::jsonb as befores, '{}'::jsonb as put, '{}'::jsonb as put_sources, true as removed
    from met where untouched
    union all
    select met.id, met.made, met.live, met.updated_at, met.sources, met.now, met.met_at, met.met_sources,
      back.restored, back.kept, back.befores, new.put, new.put_sources,
      coalesce(met.alone, false) and not exists (select from jsonb_each(new.put_sources) s
        where s.value ->> 0 <> 'system' and not (s.value ->> 0 = 'run' and s.value ->> 1 = any(${undone}::text[]))
          and not (met.made and ${ofRun('s.value')}) and not (s.value ->> 0 = 'user' and ${byJob(storeId, sql`met.id`, sql`s.key`)})
          and coalesce(new.put -> s.key, met.now -> s.key, 'null') <> 'null') as removed
    from met
    cross join lateral (
      select count(*) filter (where b.mine)::int as restored, count(*) filter (where not b.mine)::int as kept,
        coalesce(jsonb_object_agg(b.key, b.before) filter (where b.mine), '{}') as put,
        coalesce(jsonb_object_agg(b.key, b.before), '{}') as befores
      from (
        select v.key, v.before, ${ofRun('met.sources -> v.key')} and coalesce(${fits(sql`${types} ->> v.key`, sql`v.before`)}, false)
          and not ${foundLater(storeId, run.id, sql`v.key`)} as mine
        from (
          select distinct on (c.key) c.key, case when met.told ? c.key then met.told -> c.key else c.value -> 0 end as before
          from ${changesOf(storeId, sql`met.id`)} r cross join lateral jsonb_each(r.changes) c
          where not met.made and r.run = ${run.id} and ${types} ? c.key
          order by c.key, r.record_no
        ) v
      ) b
    ) back
    cross join lateral (
      select back.put,
        (select coalesce(jsonb_object_agg(s.key, case when back.put ? s.key then met.met_sources -> s.key else s.value end)
            filter (where not back.put ? s.key or met.met_sources ? s.key), '{}')
          from jsonb_each(met.sources) s) as put_sources
    ) new
    where met.untouched is not true
  )`
}

/** Counts the fates of an undo. */
export const countUndoPlan = sql`count(*) filter (where removed and live)::int as profiles_removed,
  count(*) filter (where made and not removed)::int as profiles_kept,
  count(*) filter (where not made and not removed and restored > 0)::int as profiles_restored,
  coalesce(sum(restored) filter (where not removed), 0)::int as values_restored,
  coalesce(sum(kept) filter (where not removed), 0)::int as values_kept`
