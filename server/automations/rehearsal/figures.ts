import { stepsOf } from '@ruam/contract/automations/definition.ts'
import type { conflictKinds, RehearsalFigures, UnsentReason } from '@ruam/contract/automations/rehearsal.ts'
import { sql } from 'kysely'
import { settingsOf } from '../../broadcasts/settings/queries.ts'
import { addDays } from '../../customers/rules/days.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import type { Version } from '../records/world.ts'
import { forecast } from './forecast.ts'
import type { Days } from './period.ts'
import type { Rehearsed } from './rehearse.ts'

/** Reads of the whole world at once: plans by statistics again. */
const BY_SETS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material']
  .map((way) => `set local ${way} = on`)
  .join('; ')

/** Counts what the draft did in the past. Names people of conflicts in past_conflict. */
export async function figuresOf({ past, quota, draft }: Rehearsed, days: Days): Promise<RehearsalFigures> {
  const { db, storeId, timeZone } = past.world
  await sql.raw(`${BY_SETS}; set local plan_cache_mode = auto`).execute(db)
  const settings = await settingsOf(db, storeId)
  const price = settings.price
  const months = await monthsOf(past.world, draft, { days, perObject: settings.per_object })
  const baht = (messages: number) => (price === null ? null : Math.round(messages * price * 100) / 100)
  const sum = (of: (one: (typeof months)[number]) => number) => months.reduce((all, one) => all + of(one), 0)
  const act = sql`automation_act where store_id = ${storeId} and automation_id = ${draft.automation_id}`
  const { rows: unsent } = await sql<{ reason: UnsentReason; messages: number; people: number }>`
    select reason, count(*)::int as messages, count(distinct profile_id)::int as people from ${act}
      and kind = 'message' and outcome = 'skipped' and reason is not null group by reason order by messages desc, reason`.execute(
    db,
  )
  const { rows: counts } = await sql<RehearsalFigures['made'] & { moved: number; sent: number; messaged: number }>`
    select count(distinct profile_id) filter (where kind = 'label' and outcome = 'done')::int as labels,
      count(distinct profile_id) filter (where kind = 'value' and outcome = 'done')::int as values,
      count(*) filter (where kind = 'note' and outcome = 'done')::int as notes,
      count(*) filter (where kind = 'event' and outcome = 'done')::int as events,
      count(distinct (run_id, step)) filter (where kind = 'put_off' and reason = 'quiet_hours')::int as moved,
      count(*) filter (where kind = 'message' and outcome = 'done')::int as sent,
      count(distinct run_id) filter (where kind = 'message' and outcome = 'done')::int as messaged
    from ${act}`.execute(db)
  const { moved, sent, messaged, ...made } = counts[0]!
  const messages = sum((one) => one.messages)
  return {
    months: months.map((one) => ({ ...one, baht: baht(one.messages) })),
    entered: sum((one) => one.entered),
    ...{ messaged, messages, baht: baht(messages), price },
    due: sent + unsent.reduce((all, one) => all + one.messages, 0),
    ...{ unsent, moved, quiet_to: settings.quiet_to, made },
    quota: quota.ends(draft.automation_id),
    conflicts: await conflictsOf({ past, quota, draft }),
    added: await addedOf(past.world, days),
    as_today: await asTodayOf(past.world),
    forecast: await forecast(past.world, draft, days, { timeZone }),
  }
}

type World = Rehearsed['past']['world']

async function monthsOf(
  { db, storeId, timeZone }: World,
  { automation_id, definition }: Version,
  { days, perObject }: { days: Days; perObject: boolean },
) {
  const steps = stepsOf(definition.steps).flatMap((step) => (step.kind === 'message' ? step : []))
  const weights = steps.map(({ messages }) => (perObject ? messages.length : 1))
  const local = (of: string) => sql`to_char(${sql.ref(of)} at time zone ${timeZone}::text, 'YYYY-MM')`
  const { rows } = await sql<{ month: string; entered: number; messaged: number; messages: number }>`
    with entry as (
      select ${local('r.entered_at')} as month, count(*)::int as entered, count(*) filter (where exists (
        select from automation_act a where a.store_id = ${storeId} and a.run_id = r.id and a.kind = 'message' and a.outcome = 'done'))::int as messaged
      from automation_run r where r.store_id = ${storeId} and r.automation_id = ${automation_id} group by 1
    ), message as (
      select ${local('a.at')} as month, sum(w.weight)::int as messages
      from automation_act a join unnest(${steps.map(({ id }) => id)}::int[], ${weights}::int[]) w (step, weight) on w.step = a.step
      where a.store_id = ${storeId} and a.automation_id = ${automation_id} and a.kind = 'message' and a.outcome = 'done' group by 1
    )
    select coalesce(e.month, m.month) as month, coalesce(entered, 0) as entered, coalesce(messaged, 0) as messaged, coalesce(messages, 0) as messages
    from entry e full join message m on m.month = e.month`.execute(db)
  const found = new Map(rows.map((row) => [row.month, row]))
  const all: (typeof rows)[number][] = []
  for (let day = days.from; day.slice(0, 7) <= days.to.slice(0, 7); day = addDays(`${day.slice(0, 7)}-28`, 4)) {
    const month = day.slice(0, 7)
    all.push(found.get(month) ?? { month, entered: 0, messaged: 0, messages: 0 })
  }
  return all
}

interface ConflictRow {
  kind: (typeof conflictKinds)[number]
  automation_id: number
  label_id: number | null
  name: string
  people: number
}

/** Customers whose label another automation reversed, and who got messages of both on one day of the store. */
async function conflictsOf({ past, draft }: Rehearsed): Promise<RehearsalFigures['conflicts']> {
  const { db, storeId, timeZone } = past.world
  const labels = past.scope.versions.flatMap(({ automation_id, definition }) =>
    stepsOf(definition.steps).flatMap((step) =>
      step.kind === 'label' ? { automation_id, step: step.id, label_id: step.label_id, value: step.value } : [],
    ),
  )
  const step = sql`unnest(${labels.map((one) => one.automation_id)}::int[], ${labels.map((one) => one.step)}::int[],
    ${labels.map((one) => one.label_id)}::int[], ${labels.map((one) => one.value)}::boolean[]) s (automation_id, step, label_id, value)`
  const acts = (
    kind: string,
    own: boolean,
  ) => sql`automation_act a where a.store_id = ${storeId} and a.kind = ${kind} and a.outcome = 'done'
    and ${own ? sql`a.automation_id = ${draft.automation_id}` : sql`a.automation_id <> ${draft.automation_id}`}`
  const labelled = (own: boolean) => sql`select s.label_id, s.value, a.profile_id, a.automation_id from ${step}
    join (select * from ${acts('label', own)}) a on a.automation_id = s.automation_id and a.step = s.step`
  const messaged = (own: boolean) =>
    sql`select a.automation_id, a.profile_id, (a.at at time zone ${timeZone}::text)::date as day from ${acts('message', own)}`
  const pair = sql`
    select distinct 'undoes' as kind, o.automation_id, o.label_id, o.profile_id from (${labelled(true)}) m
      join (${labelled(false)}) o on o.label_id = m.label_id and o.value <> m.value and o.profile_id = m.profile_id
    union all
    select distinct 'same_day', o.automation_id, null::int, o.profile_id from (${messaged(true)}) m
      join (${messaged(false)}) o on o.profile_id = m.profile_id and o.day = m.day`
  const counted = sql`
    select kind, automation_id, label_id, count(*)::int as people,
      row_number() over (order by kind desc, count(*) desc, automation_id, label_id) - 1 as place
    from pair group by kind, automation_id, label_id`
  const { rows } = await sql<ConflictRow>`
    with pair as materialized (${pair}), counted as materialized (${counted}), named as (
      insert into pg_temp.past_conflict (place, profile_id)
      select c.place, p.profile_id from pair p join counted c on c.kind = p.kind and c.automation_id = p.automation_id
        and coalesce(c.label_id, 0) = coalesce(p.label_id, 0)
    )
    select c.kind, c.automation_id, c.label_id, c.people, a.name from counted c
      join public.automation a on a.store_id = ${storeId} and a.id = c.automation_id order by c.place`.execute(db)
  return rows
}

/** Counts today's customers, for those of the present day are in no rehearsal. */
async function addedOf({ db, storeId, timeZone }: World, { from }: Days): Promise<RehearsalFigures['added']> {
  const { rows } = await sql<RehearsalFigures['added']>`
    select count(*) filter (where created_at >= ${dayBegins(from, timeZone)}::timestamptz)::int as people, count(*)::int as of
    from public.profile where store_id = ${storeId} and deleted_at is null and merged_into is null`.execute(db)
  return rows[0]!
}

async function asTodayOf({ db }: World): Promise<RehearsalFigures['as_today']> {
  const { rows } = await sql<{ field_id: number | null; people: number }>`
    select field as field_id, count(distinct profile_id)::int as people from as_today group by field order by people desc, field`.execute(
    db,
  )
  const all = await sql<{ people: number }>`select count(distinct profile_id)::int as people from as_today`.execute(db)
  return { people: all.rows[0]!.people, fields: rows }
}
