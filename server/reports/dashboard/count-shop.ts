import { sql } from 'kysely'
import { standingOfAll } from '../../customers/consents/standing.ts'
import { amountOf, type Purchases } from '../../customers/fields/amount-field.ts'
import { dateCondition } from '../../customers/rules/date-tests.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { birthdayTest } from './purchase-rules.ts'
import { beginsAt, type ShopDays } from './shop-days.ts'

/** Share of those who spend that are the best customers. */
const BEST = 0.1
/** Customers that a list keeps. */
const MAX_LISTED = 10_000
/** Birthdays that former versions name. */
const NAMED_BEFORE = 3

/** Profile, spend of twelve months, last purchase. */
export type Quiet = [id: number, spent: number, bought_at: string]

export interface ShopFigures {
  total: number
  bought: number
  new: number
  active: number
  at_risk: number
  lapsed: number
  new_people: number
  new_people_before: number
  returning_people: number
  returning_people_before: number
  quiet: number
  birthdays: number
  /** The first of `birthday_list`, which former versions name. */
  birthday_ids: number[]
  /** From the next birthday on. */
  birthday_list: number[]
  line: number | null
  unanswered: { id: number; people: number } | null
  /** Sales and orders by day, of both periods. */
  days: Record<string, [sales: number, orders: number]>
}

const live = sql`p.deleted_at is null and p.merged_into is null`

/** Purchases as rows `a` with their amount `v.amount`: those that have happened. */
function purchasesIn(storeId: number, purchases: Purchases | undefined, { now }: ShopDays) {
  return sql`activity a
    cross join lateral (select ${amountOf(purchases)} as amount) v
    join profile p on p.store_id = a.store_id and p.id = a.profile_id
    where a.store_id = ${storeId} and a.type_id = any(${purchases?.types ?? []}::int[])
      and a.activity_at <= ${now.toISOString()}::timestamptz and v.amount is not null and ${live}`
}

/** Counts the customers of the shop by their purchases. One reading of all purchases. */
export async function countShop(
  db: Db,
  storeId: number,
  purchases: Purchases | undefined,
  days: ShopDays,
): Promise<{ figures: ShopFigures; quiet: Quiet[] }> {
  const at = (day: string) => sql`${beginsAt(day, days)}::timestamptz`
  const [month, last] = [at(days.period.from), at(days.previous.from)]
  const after = sql`(${days.previous.to}::date + 1)::timestamp at time zone ${days.timeZone}::text`
  const [newFrom, activeFrom, quietFrom] = [at(days.newFrom), at(days.activeFrom), at(days.quietFrom)]
  await bySets(db)
  const { rows } = await sql<Omit<ShopFigures, 'total' | 'line' | 'unanswered' | 'days'> & { quiet_list: Quiet[] }>`
    with buyer as materialized (
      select a.profile_id as id, min(a.activity_at) as first_at, max(a.activity_at) as last_at,
        sum(v.amount) filter (where a.activity_at >= ${at(days.yearFrom)}) as spent,
        bool_or(a.activity_at >= ${month}) as this_month,
        bool_or(a.activity_at >= ${last} and a.activity_at < ${after}) as last_month
      from ${purchasesIn(storeId, purchases, days)} group by a.profile_id),
    best as (
      select id, spent, last_at, row_number() over (order by spent desc, id) as place, count(*) over () as spenders
      from buyer where spent > 0),
    quiet as (
      select id, spent, last_at from best
      where place <= ceil(spenders * ${BEST}::numeric) and last_at >= ${quietFrom} and last_at < ${activeFrom}),
    birthday as (
      select p.id, b.spent, to_char(p.birth_date, 'MMDD') as day from profile p left join buyer b on b.id = p.id
      where p.store_id = ${storeId} and ${live} and ${dateCondition(birthdayTest, sql`p.birth_date`, days)})
    select count(*) as bought, count(*) filter (where first_at >= ${newFrom}) as "new",
      count(*) filter (where first_at < ${newFrom} and last_at >= ${activeFrom}) as active,
      count(*) filter (where last_at >= ${quietFrom} and last_at < ${activeFrom}) as at_risk,
      count(*) filter (where last_at < ${quietFrom}) as lapsed,
      count(*) filter (where first_at >= ${month}) as new_people,
      count(*) filter (where first_at >= ${last} and first_at < ${after}) as new_people_before,
      count(*) filter (where this_month and first_at < ${month}) as returning_people,
      count(*) filter (where last_month and first_at < ${last}) as returning_people_before,
      (select count(*) from quiet) as quiet, (select count(*) from birthday) as birthdays,
      array(select id from birthday order by day < to_char(${days.today}::date, 'MMDD'), day, spent desc nulls last, id
        limit ${MAX_LISTED}) as birthday_list,
      (select coalesce(jsonb_agg(jsonb_build_array(id, spent, last_at) order by spent desc, id), '[]')
        from (select * from quiet order by spent desc, id limit ${MAX_LISTED}) q) as quiet_list
    from buyer`.execute(db)
  const { quiet_list: quiet, birthday_list, ...counts } = rows[0]!
  return {
    figures: {
      ...counts,
      birthday_ids: birthday_list.slice(0, NAMED_BEFORE).map(Number),
      birthday_list: birthday_list.map(Number),
      ...(await countOthers(db, storeId)),
      days: await countDays(db, storeId, purchases, days),
    },
    quiet,
  }
}

async function countDays(db: Db, storeId: number, purchases: Purchases | undefined, days: ShopDays) {
  const { rows } = await sql<{ day: string; sales: number; orders: number }>`
    select to_char(a.activity_at at time zone ${days.timeZone}::text, 'YYYY-MM-DD') as day,
      sum(v.amount)::double precision as sales, count(*) as orders
    from ${purchasesIn(storeId, purchases, days)} and a.activity_at >= ${beginsAt(days.previous.from, days)}::timestamptz
    group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ day, sales, orders }) => [day, [sales, orders] as [number, number]]))
}

/** Everybody, friends on LINE, and those who have not answered the first consent purpose. */
async function countOthers(db: Db, storeId: number): Promise<Pick<ShopFigures, 'total' | 'line' | 'unanswered'>> {
  const consent = standingOfAll(
    { storeId, purpose: sql`(select id from purpose)` },
    { id: sql`p.id`, birth: sql`p.birth_date` },
  )
  const { rows } = await sql<{ total: number; line: number | null; purpose: number | null; answered: number }>`
    with purpose as (select id from consent_purpose where store_id = ${storeId} order by id limit 1)
    select (select count(*) from profile p where p.store_id = ${storeId} and ${live}) as total,
      case when exists (select from channel where store_id = ${storeId} and type = 'lineOA') then (
        select count(distinct f.profile_id) from channel_friend f
          join profile p on p.store_id = f.store_id and p.id = f.profile_id
        where f.store_id = ${storeId} and f.channel_type = 'lineOA' and f.status = 'friend' and ${live}) end as line,
      (select id from purpose) as purpose,
      (select count(*) from profile p ${consent.joined}
        where p.store_id = ${storeId} and ${live} and ${consent.standing} <> 'unknown') as answered`.execute(db)
  const { total, line, purpose, answered } = rows[0]!
  return { total, line, unanswered: purpose === null ? null : { id: purpose, people: total - answered } }
}
