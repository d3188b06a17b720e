import { EFFECT_DAYS, LOST_HOURS } from '@ruam/contract/broadcasts/effect.ts'
import { type RawBuilder, sql } from 'kysely'
import { databaseNow } from '../../core/now.ts'
import { amountOf, type Purchases } from '../../customers/fields/amount-field.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import type { BroadcastRow } from '../records/queries.ts'
import type { Group } from './estimate.ts'

/** One of the two groups of a broadcast. */
export interface MeasuredGroup extends Group {
  amount: number
  lost: number
  /** Sum of what was bought on each day, by its number from 0; days without a purchase are missing. */
  days: Record<string, number>
}

/** Both groups, and people who belong to neither. */
export interface Groups {
  treated: MeasuredGroup
  held_out: MeasuredGroup
  deleted: number
  merged: number
}

export type Measured = Pick<BroadcastRow, 'id' | 'channel_id' | 'started_at' | 'measure_ended_at'>

const DAY_MS = 86_400_000

/** Recipients `r` who were drawn, whatever LINE made of that. A random remainder of the quota or a cancellation belongs to no group. */
export const isDrawn = sql<boolean>`(r.held_out is not null
  and (r.status = 'skipped' and r.reason in ('over_quota', 'canceled')) is not true)`

/** Returns until when purchases of a broadcast count, and whether its days are over. */
export function windowOf({ started_at, measure_ended_at }: Measured): { until: string; isOver: boolean } {
  const end = Date.parse(started_at!) + EFFECT_DAYS * DAY_MS
  const until = Math.min(end, databaseNow(), measure_ended_at === null ? end : Date.parse(measure_ended_at))
  return { until: new Date(until).toISOString(), isOver: until === end }
}

/** Returns both groups of a broadcast: everybody who was drawn to receive it, and the held-out people. Undefined without a holdout. */
export const groupsOf = (
  db: Db,
  storeId: number,
  broadcast: Measured,
  purchases: Purchases,
): Promise<Groups | undefined> =>
  measuredGroups(db, storeId, purchases, {
    recipients: sql`
      select r.held_out, r.profile_id, r.external_id, ${broadcast.channel_id}::int as channel_id, ${broadcast.started_at}::timestamptz as starts
      from broadcast_recipient r
      where r.store_id = ${storeId} and r.broadcast_id = ${broadcast.id} and ${isDrawn}`,
    from: broadcast.started_at!,
    until: windowOf(broadcast).until,
  })

/** People who were drawn, each with the moment from which purchases count for 14 days. */
interface Drawn {
  /** Rows of `held_out`, `profile_id`, `external_id`, `channel_id` and `starts`. */
  recipients: RawBuilder<unknown>
  /** Earliest of these moments, and the end of what is counted. */
  from: string
  until: string
}

/** Returns the people who were drawn to receive messages, and those who were held out. Undefined unless there are both. */
export async function measuredGroups(
  db: Db,
  storeId: number,
  purchases: Purchases,
  { recipients, from, until }: Drawn,
): Promise<Groups | undefined> {
  await bySets(db)
  const { rows } = await sql<Groups['treated'] & { is_held_out: boolean; deleted: number; merged: number }>`
    with lost as (
      select distinct channel_id, external_id, since from channel_friend
      where store_id = ${storeId} and channel_type in ('lineOA', 'lineModule') and status = 'blocked'
        and since >= ${from}::timestamptz and since < ${until}::timestamptz + make_interval(hours => ${LOST_HOURS}::int)
    ),
    drawn as materialized (
      select r.held_out, r.starts, live.id, l.external_id is not null as lost
      from (${recipients}) r
      left join profile p on p.store_id = ${storeId} and p.id = r.profile_id
      left join profile live on live.store_id = ${storeId} and live.id = coalesce(p.merged_into, p.id) and live.deleted_at is null
      left join lost l on l.channel_id = r.channel_id and l.external_id = r.external_id and l.since >= r.starts
        and l.since < r.starts + make_interval(hours => ${LOST_HOURS}::int)
    ),
    -- People of both groups, by a merge, belong to none.
    person as materialized (
      select id, min(starts) as starts, bool_or(held_out) as held_out, bool_or(held_out) <> bool_and(held_out) as mixed,
        bool_or(lost) as lost
      from drawn where id is not null group by id
    ),
    bought as materialized (
      select a.profile_id as id, floor(extract(epoch from a.activity_at - p.starts) / 86400)::int as day, sum(v.amount) as amount,
        bool_or(v.amount > 0) as bought
      from activity a join person p on p.id = a.profile_id
      cross join lateral (select ${amountOf(purchases)} as amount) v
      where a.store_id = ${storeId} and a.type_id = any(${purchases.types}::int[])
        and a.activity_at >= ${from}::timestamptz and a.activity_at < ${until}::timestamptz
        and a.activity_at >= p.starts and a.activity_at < p.starts + make_interval(days => ${EFFECT_DAYS}::int)
        and v.amount is not null
      group by 1, 2
    ),
    spent as (select id, sum(amount) as amount, bool_or(bought) as bought from bought group by id),
    moments as (
      select p.held_out, count(*)::numeric as n, count(*) filter (where s.bought) as buyers, count(*) filter (where p.lost) as lost,
        coalesce(sum(s.amount), 0) as s1, coalesce(sum(s.amount * s.amount), 0) as s2,
        coalesce(sum(s.amount * s.amount * s.amount), 0) as s3
      from person p left join spent s on s.id = p.id where not p.mixed group by p.held_out
    )
    select held_out as is_held_out, n::int as people, buyers::int, lost::int, s1::double precision as amount,
      (s1 / n)::double precision as mean, coalesce((s2 - s1 * s1 / n) / nullif(n - 1, 0), 0)::double precision as variance,
      (s3 / n - 3 * s1 * s2 / n / n + 2 * s1 * s1 * s1 / n / n / n)::double precision as third,
      (select coalesce(jsonb_object_agg(d.day, d.amount), '{}') from (
        select b.day, sum(b.amount) as amount from bought b join person p on p.id = b.id
        where p.held_out = moments.held_out and not p.mixed group by b.day) d) as days,
      (select count(*)::int from drawn where id is null) as deleted,
      (select count(*)::int from drawn d join person p on p.id = d.id where p.mixed) as merged
    from moments`.execute(db)
  const treated = rows.find(({ is_held_out }) => !is_held_out)
  const held = rows.find(({ is_held_out }) => is_held_out)
  if (!treated || !held) return undefined
  const { deleted, merged } = treated
  return { treated, held_out: held, deleted, merged }
}
