import { CAME_BACK_DAYS, type WorkListKind } from '@ruam/contract/reports/work-lists.ts'
import { type RawBuilder, sql } from 'kysely'
import { amountOf, type Purchases } from '../../customers/fields/amount-field.ts'
import { addDays, type Clock, mondayOf } from '../../customers/rules/days.ts'
import type { Db } from '../../database/db.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'

/** Returns what the calls of the last calendar week brought; null if there were none. */
export async function lastWeekOf(
  db: Db,
  storeId: number,
  kind: WorkListKind,
  { purchases, clock, figures }: { purchases: Purchases | undefined; clock: Clock; figures: boolean },
) {
  const monday = mondayOf(clock.today)
  const from = addDays(monday, -7)
  const [begins, ends] = [from, monday].map((day) => sql`${dayBegins(day, clock.timeZone)}::timestamptz`)
  const { rows } = await sql<{ called: number; came_back: number; spent: number }>`
    with done as (select profile_id, max(done_at) as done_at from (${doneRows(storeId, kind)}) d
      where done_at >= ${begins!} and done_at < ${ends!} group by profile_id)
    select count(*)::int as called, count(*) filter (where b.purchases > 0)::int as came_back,
      coalesce(sum(b.spent), 0)::double precision as spent
    from done d cross join lateral (
      select count(*) filter (where v.follows) as purchases, sum(v.amount) filter (where v.follows) as spent
      from activity a cross join lateral (select ${amountOf(purchases)} as amount,
        a.activity_at > d.done_at and a.activity_at <= d.done_at + make_interval(days => ${CAME_BACK_DAYS}) as follows) v
      where a.store_id = ${storeId} and a.profile_id = d.profile_id and a.type_id = any(${purchases?.types ?? []}::int[])
        and v.amount is not null and a.activity_at > ${begins!} and a.activity_at <= now()) b`.execute(db)
  const { called, came_back, spent } = rows[0]!
  if (called === 0) return null
  return { from, to: addDays(monday, -1), called, came_back, spent: figures ? Math.round(spent * 100) / 100 : null }
}

/** SQL of everything that was done: `profile_id`, `activity_id`, `done_at`, `done_by`. */
export function doneRows(storeId: number, kind: WorkListKind): RawBuilder<unknown> {
  return kind === 'follow-ups'
    ? sql`select profile_id, id as activity_id, follow_on, fields, followed_at as done_at, followed_by as done_by from activity
        where store_id = ${storeId} and followed_at is not null
          and type_id = (select id from activity_type where store_id = ${storeId} and purpose = 'note')`
    : sql`select profile_id, null::bigint as activity_id, null::date as follow_on, null::jsonb as fields, done_at, done_by
        from work_done where store_id = ${storeId} and kind = ${kind}`
}
