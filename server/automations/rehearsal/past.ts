import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { dayKey } from '../engine/date-candidates.ts'
import { noteUnknownValues } from './as-today.ts'
import { restoreConsents, restoreFriends } from './past-friends.ts'
import type { Period } from './period.ts'
import { namesIn, type Scope } from './scope.ts'
import { analyzeWorld } from './world-tables.ts'

// The past of a store: its state at the beginning of a rehearsal, which is today's rolled back by the journals, and what happened since, as rows
// of past_event.

/** Fills the world with the state of `from`, and past_event with what happened until `to`. */
export async function restorePast(db: Db, scope: Scope, period: Period): Promise<void> {
  await restoreProfiles(db, scope, period)
  await noteUnknownValues(db, scope, period)
  await restoreRestrictions(db, period)
  await restoreLabels(db, scope, period)
  await restoreConsents(db, period)
  await restoreFriends(db, period)
  await restoreActivities(db, scope, period)
  await restoreSent(db, scope, period)
  await noteUndoneFiles(db, period)
  await indexDays(db, scope)
  await sql
    .raw(
      'create index on pg_temp.past_event (at, nth); create unique index on pg_temp.past_event (nth); create unique index on pg_temp.past_profile (id); analyze pg_temp.past_event',
    )
    .execute(db)
  await analyzeWorld(db)
}

/** Indexes the days of date triggers: without an index everybody would be read on each day. */
async function indexDays(db: Db, { versions, fields }: Scope): Promise<void> {
  for (const { definition } of versions) {
    const { trigger } = definition
    const field = trigger?.kind === 'date' ? fields.get(trigger.field_id) : undefined
    const key = trigger?.kind === 'date' && field ? dayKey(field, trigger.yearly) : null
    if (key) await sql`create index on pg_temp.profile ((${key}))`.execute(db)
  }
}

/** Automations whose own past effects are left out, for they are rehearsed. */
const rehearsed = ({ versions }: Scope) => versions.map(({ automation_id }) => automation_id)

/** Expression for a value of JSON as the column of a system field. */
const columnValue = ({ data_type }: Field, json: RawBuilder<unknown>) =>
  sql`(${json} #>> '{}')::${sql.raw(data_type === 'Date' ? 'date' : data_type === 'Number' ? 'double precision' : 'text')}`

/** Assignment of a field of profiles to JSON; JSON's null, and null, empty it. */
export function assigned({ column, id, ...field }: Field, json: RawBuilder<unknown>): RawBuilder<unknown> {
  if (column) return sql`${sql.ref(column)} = ${columnValue({ column, id, ...field }, json)}`
  return sql`custom = case when coalesce(${json}, 'null') = 'null' then profile.custom - ${String(id)}::text
    else jsonb_set(profile.custom, array[${String(id)}::text], ${json}) end`
}

/** Origin of a row of a run in the stream: files alone have one (write-batch.ts). */
const originOfRun = (run: string) => sql.raw(`case when ${run}.kind = 'real' then 'run:' || ${run}.id end`)

/** Origin of a row `c` of profile_change: the file that was taken back. */
const originOfUndo = sql`case when c.source = 'undo' and exists (
  select from public.job j where j.store_id = c.store_id and j.id = c.job and j.kind = 'run_undo') then 'undo:' || c.source_id end`

/** Files whose rows were about a customer, with the times between which they wrote. */
const runsOfCustomer = (storeId: number) => sql`
  select distinct r.profile_id, run.id, run.started_at, run.finished_at
  from public.run_record r join public.run on run.store_id = r.store_id and run.id = r.run and run.kind = 'real'
  where r.store_id = ${storeId} and r.profile_id is not null`

/** Files that were taken back, for each of their customers. */
const noteUndoneFiles = (db: Db, { storeId, from, to }: Period) =>
  sql`insert into pg_temp.past_event (profile_id, at, kind, ref)
    select distinct r.profile_id, run.undone_at, 'file_undone', run.id
    from public.run join public.run_record r on r.store_id = run.store_id and r.run = run.id
      join past_person p on p.id = r.profile_id
    where run.store_id = ${storeId} and run.kind = 'real' and run.undone_at > ${from}::timestamptz and run.undone_at <= ${to}::timestamptz`.execute(
    db,
  )

async function restoreProfiles(db: Db, scope: Scope, { storeId, from, to }: Period): Promise<void> {
  const { fields } = namesIn(scope)
  const columns = sql.raw(
    (
      await sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = 'public.profile'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
        db,
      )
    ).rows
      .map(({ name }) => `"${name}"`)
      .join(', '),
  )
  await sql`insert into pg_temp.past_profile (${columns}) select ${columns} from public.profile
    where store_id = ${storeId} and deleted_at is null and merged_into is null and created_at <= ${to}::timestamptz`.execute(
    db,
  )
  await sql`insert into pg_temp.past_person (id) select id from past_profile`.execute(db)
  const keys = fields.map(({ id }) => String(id))
  const byHand = sql`
    select c.profile_id, c.at, c.id as place, e.key::int as field, e.value -> 0 as before, e.value -> 1 as after,
      c.source = 'automation' and c.source_id = any(${rehearsed(scope)}::int[]) as own, ${originOfUndo} as origin
    from public.profile_change c cross join lateral jsonb_each(c.changes) e
    where c.store_id = ${storeId} and c.at > ${from}::timestamptz and e.key = any(${keys}::text[])`
  const ofRuns = sql`
    select r.profile_id, coalesce(r.at, run.finished_at, run.started_at, run.created_at), r.record_no, e.key::int, e.value -> 0, e.value -> 1, false,
      ${originOfRun('run')}
    from public.run_record r join public.run on run.store_id = r.store_id and run.id = r.run and run.kind <> 'dry'
      cross join lateral jsonb_each(r.changes) e
    where r.store_id = ${storeId} and r.changes is not null and coalesce(r.at, run.finished_at, run.started_at, run.created_at) > ${from}::timestamptz
      and e.key = any(${keys}::text[])`
  await sql`insert into pg_temp.past_value (profile_id, at, place, field, before, after, own, origin)
    select w.* from (${byHand} union all ${ofRuns}) w join past_person p on p.id = w.profile_id`.execute(db)
  await sql
    .raw('create index on pg_temp.past_value (field, profile_id, at, place); analyze pg_temp.past_value')
    .execute(db)
  // All of them for the moment: those that come later are taken out below, as they were when they came.
  await sql`insert into pg_temp.profile (${columns}) select ${columns} from past_profile`.execute(db)
  for (const field of fields)
    await sql`update pg_temp.profile set ${assigned(field, sql`v.before`)}
      from (select distinct on (profile_id) profile_id, before from past_value where field = ${field.id}
        order by profile_id, at, place) v
      where profile.store_id = ${storeId} and profile.id = v.profile_id`.execute(db)
  await sql`truncate pg_temp.past_profile`.execute(db)
  await sql`with later as (
      delete from pg_temp.profile where store_id = ${storeId} and created_at > ${from}::timestamptz returning *
    ), noted as (
      insert into pg_temp.past_event (profile_id, at, kind, origin)
      select later.id, later.created_at, 'created', ${originOfRun('run')} from later
        left join public.run on run.store_id = ${storeId} and run.id = later.origin_run
    )
    insert into pg_temp.past_profile (${columns}) select ${columns} from later`.execute(db)
  await sql`insert into pg_temp.past_event (profile_id, at, kind, ref, data, origin)
    select profile_id, at, 'value', field, after, origin from past_value where at <= ${to}::timestamptz and not own order by at, place`.execute(
    db,
  )
}

/** Restrictions by their journal. One whose kind was changed goes on: it is lifted without a reason. */
async function restoreRestrictions(db: Db, { storeId, from, to }: Period): Promise<void> {
  const held = sql`(select max(r.at) from public.profile_restriction r
    where r.store_id = ${storeId} and r.profile_id = p.id and r.at <= ${from}::timestamptz
      and (r.lifted_at is null or r.lifted_at > ${from}::timestamptz))`
  await sql`update pg_temp.profile p set restricted_at = ${held}
    where p.store_id = ${storeId} and p.restricted_at is distinct from ${held}`.execute(db)
  await sql`update pg_temp.past_profile set restricted_at = null where restricted_at is not null`.execute(db)
  await sql`insert into pg_temp.past_event (profile_id, at, kind)
    select r.profile_id, e.at, e.kind from public.profile_restriction r join past_person p on p.id = r.profile_id
      cross join lateral (
        select r.at, 'restricted' as kind union all select r.lifted_at, 'unrestricted' where r.lift_reason is not null) e
    where r.store_id = ${storeId} and e.at > ${from}::timestamptz and e.at <= ${to}::timestamptz order by e.at`.execute(
    db,
  )
}

/**
 * Labels given by hand. Journals say at which moment a customer got or lost one: that of labels, that of profiles, and the row itself. Of
 * several sources that tell of one change the later ones change nothing.
 */
async function restoreLabels(db: Db, scope: Scope, { storeId, from, to }: Period): Promise<void> {
  const automatic = scope.segments.map(({ id }) => id)
  const labels = namesIn(scope).labels.filter((id) => !automatic.includes(id))
  const byHand = sql`
    select c.profile_id, substr(e.key, 7)::int as label_id, c.at, (e.value ->> 1)::boolean as given,
      c.source = 'automation' and c.source_id = any(${rehearsed(scope)}::int[]) as own, ${originOfUndo} as origin
    from public.profile_change c cross join lateral jsonb_each(c.changes) e
    where c.store_id = ${storeId} and c.at > ${from}::timestamptz and e.key = any(${labels.map((id) => `label:${id}`)}::text[])`
  const noted = sql`
    select e.profile_id, c.label_id, c.at, c.given, false as own, null::text as origin
    from public.profile_label_change c cross join lateral unnest(c.profile_ids) e (profile_id)
    where c.store_id = ${storeId} and c.at > ${from}::timestamptz and c.label_id = any(${labels}::int[])`
  const present = sql`
    select profile_id, label_id, created_at as at, true as given, false as own, null::text as origin from public.profile_label
    where store_id = ${storeId} and created_at > ${from}::timestamptz and label_id = any(${labels}::int[]) and source <> 'manual_remove'`
  await sql`insert into pg_temp.past_label (profile_id, label_id, at, given, own, origin)
    select w.profile_id, w.label_id, w.at, w.given, w.own, coalesce(w.origin, 'run:' || f.id)
    from (${noted} union all ${byHand} union all ${present}) w join past_person p on p.id = w.profile_id
      left join (${runsOfCustomer(storeId)}) f on f.profile_id = w.profile_id
        and w.at between f.started_at and coalesce(f.finished_at, 'infinity')`.execute(db)
  await sql.raw('create index on pg_temp.past_label (label_id, profile_id, at)').execute(db)
  await sql`update pg_temp.past_label l set origin = u.origin from past_label u
    where u.origin like 'undo:%' and l.origin is null and l.label_id = u.label_id and l.profile_id = u.profile_id and l.given = u.given
      and l.at between u.at - interval '1 minute' and u.at + interval '1 minute'`.execute(db)
  // What automations did is in both journals.
  await sql`update pg_temp.past_label l set own = true from past_label a
    where a.own and l.label_id = a.label_id and l.profile_id = a.profile_id and l.given = a.given
      and l.at between a.at - interval '1 minute' and a.at + interval '1 minute'`.execute(db)
  await sql`insert into pg_temp.profile_label select x.* from public.profile_label x
    where x.store_id = ${storeId} and x.label_id = any(${[...labels, ...automatic]}::int[])
      and (x.source <> 'rule' or x.label_id <> all(${automatic}::int[]))`.execute(db)
  const first = sql`(select distinct on (label_id, profile_id) label_id, profile_id, given from past_label order by label_id, profile_id, at)`
  await sql`delete from pg_temp.profile_label x using ${first} f
    where x.store_id = ${storeId} and x.label_id = f.label_id and x.profile_id = f.profile_id`.execute(db)
  await sql`insert into pg_temp.profile_label (store_id, label_id, profile_id, source, created_at)
    select ${storeId}, label_id, profile_id, 'manual_add', ${from}::timestamptz from ${first} f where not given`.execute(
    db,
  )
  await sql`insert into pg_temp.past_event (profile_id, at, kind, ref, data, origin)
    select profile_id, at, 'label', label_id, to_jsonb(given), origin from past_label where at <= ${to}::timestamptz and not own order by at`.execute(
    db,
  )
}

/** Activities by arrival. One that was dated ahead counts from its date, which is an event of its own. */
async function restoreActivities(db: Db, scope: Scope, { storeId, from, to }: Period): Promise<void> {
  const { types } = namesIn(scope)
  await sql`insert into pg_temp.activity overriding system value select a.* from public.activity a join past_person p on p.id = a.profile_id
    where a.store_id = ${storeId} and a.type_id = any(${types}::int[]) and a.created_at <= ${from}::timestamptz`.execute(
    db,
  )
  // Two statements: a union for each row takes several times as long for a million.
  const events = [
    { at: sql`a.created_at`, kind: 'activity', such: sql`true`, origin: originOfRun('run') },
    {
      at: sql`a.activity_at + interval '1 millisecond'`,
      kind: 'turn',
      such: sql`a.activity_at > a.created_at`,
      origin: sql`null`,
    },
  ]
  for (const { at, kind, such, origin } of events)
    await sql`insert into pg_temp.past_event (profile_id, at, kind, ref, data, origin)
      select a.profile_id, ${at}, ${kind}, a.id, jsonb_build_object('type', a.type_id), ${origin}
      from public.activity a join past_person p on p.id = a.profile_id
        left join public.run on run.store_id = a.store_id and run.id = a.run_id
      where a.store_id = ${storeId} and a.type_id = any(${types}::int[]) and ${such}
        and ${at} > ${from}::timestamptz and ${at} <= ${to}::timestamptz
      order by ${at}, a.id`.execute(db)
}

/** Days for which messages count towards the weekly cap, and a day more for moments within a day. */
const CAP_DAYS = 8

/** Messages of broadcasts, and of automations that are not rehearsed. */
async function restoreSent(db: Db, scope: Scope, { storeId, from, to }: Period): Promise<void> {
  const { broadcasts } = namesIn(scope)
  const such = sql`r.store_id = ${storeId} and r.status in ('accepted', 'unknown', 'failed', 'queued') and not exists (
    select from public.broadcast b where b.store_id = r.store_id and b.id = r.broadcast_id and b.automation_id = any(${rehearsed(scope)}::int[]))`
  await sql`insert into pg_temp.broadcast_recipient select r.* from public.broadcast_recipient r join past_person p on p.id = r.profile_id
    where ${such} and r.updated_at <= ${from}::timestamptz
      and (r.broadcast_id = any(${broadcasts}::int[]) or r.updated_at > ${from}::timestamptz - make_interval(days => ${CAP_DAYS}::int))`.execute(
    db,
  )
  await sql`insert into pg_temp.past_event (profile_id, at, kind, ref, data)
    select r.profile_id, r.updated_at, 'sent', r.broadcast_id, to_jsonb(r.position) from public.broadcast_recipient r
      join past_person p on p.id = r.profile_id
    where ${such} and r.updated_at > ${from}::timestamptz and r.updated_at <= ${to}::timestamptz order by r.updated_at`.execute(
    db,
  )
  await sql`insert into pg_temp.past_event (profile_id, at, kind, ref, data)
    select c.profile_id, click.at, 'click', c.broadcast_id, to_jsonb(c.place) from public.broadcast_person_click c
      join past_person p on p.id = c.profile_id cross join unnest(c.earlier_at || c.clicked_at) click (at)
    where c.store_id = ${storeId} and c.clicked_at > ${from}::timestamptz and click.at > ${from}::timestamptz
      and click.at <= ${to}::timestamptz`.execute(db)
}
