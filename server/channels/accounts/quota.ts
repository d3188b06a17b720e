import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface Month {
  channelId: number
  month: string
}

/** Seconds that LINE's count may lag behind what was sent. */
const LAG_SECONDS = 600

/** Saves what LINE counted in a month. Within ten minutes after sending its count may lag, so a lower one waits. */
export async function saveQuota(
  db: Db,
  storeId: number,
  { channelId, month }: Month,
  { limit, usage }: { limit: number | null; usage: number },
): Promise<void> {
  await sql`
    with counted as (
      insert into broadcast_quota as q (store_id, channel_id, month, quota, usage, counted_at)
      values (${storeId}, ${channelId}, ${month}::date, ${limit}::int, ${usage}::int, clock_timestamp())
      on conflict (store_id, channel_id, month) do update
        set quota = excluded.quota, counted_at = clock_timestamp(), updated_at = clock_timestamp(),
          usage = case when q.sent_at > clock_timestamp() - make_interval(secs => ${LAG_SECONDS})
            then greatest(q.usage, excluded.usage) else excluded.usage end
      returning usage
    )
    ${saveDay(storeId, { channelId, month }, 0)}`.execute(db)
}

/** Saves the use that `counted` has as that of today's evening, in the store's time zone. A count of a later month belongs to no day yet. */
const saveDay = (storeId: number, { channelId, month }: Month, sent: number) => sql`
  insert into broadcast_quota_day as d (store_id, channel_id, month, day, usage, sent)
  select ${storeId}, ${channelId}, ${month}::date, (clock_timestamp() at time zone s.time_zone)::date, c.usage, ${sent}::int
  from counted c join store s on s.store_id = ${storeId}
  where ${month}::date = date_trunc('month', clock_timestamp() at time zone 'Asia/Tokyo')::date
  on conflict (store_id, channel_id, month, day) do update set usage = excluded.usage, sent = d.sent + excluded.sent`

/** Reserves messages of a month in one statement. Returns false if fewer are left. */
export async function reserve(
  db: Db,
  storeId: number,
  { channelId, month }: Month,
  messages: number,
): Promise<boolean> {
  const { rows } = await sql`
    update broadcast_quota set reserved = reserved + ${messages}::int, updated_at = clock_timestamp()
    where store_id = ${storeId} and channel_id = ${channelId} and month = ${month}::date
      and (quota is null or usage + reserved + ${messages}::int <= quota)
    returning 1`.execute(db)
  return rows.length > 0
}

/** Reserves as many messages as are left, at most `messages`, in whole people. Returns how many. */
export async function reserveUpTo(
  db: Db,
  storeId: number,
  { channelId, month }: Month,
  messages: number,
  perPerson: number,
): Promise<number> {
  const { rows } = await sql<{ got: number }>`
    with held as materialized (
      select case when quota is null then ${messages}::int
        else least(${messages}::int, greatest(quota - usage - reserved, 0) / ${perPerson}::int * ${perPerson}::int) end as got
      from broadcast_quota
      where store_id = ${storeId} and channel_id = ${channelId} and month = ${month}::date for update
    )
    update broadcast_quota set reserved = reserved + got, updated_at = clock_timestamp() from held
    where store_id = ${storeId} and channel_id = ${channelId} and month = ${month}::date
    returning got`.execute(db)
  return rows[0]?.got ?? 0
}

/** Releases reserved messages; `used` of them were sent, or may have been. */
export async function settle(
  db: Db,
  storeId: number,
  { channelId, month }: Month,
  { released, used }: { released: number; used: number },
): Promise<void> {
  const counted = sql`
    update broadcast_quota set reserved = greatest(reserved - ${released}::int, 0), usage = usage + ${used}::int,
      sent_at = case when ${used}::int > 0 then clock_timestamp() else sent_at end, updated_at = clock_timestamp()
    where store_id = ${storeId} and channel_id = ${channelId} and month = ${month}::date`
  await (used === 0
    ? counted
    : sql`with counted as (${counted} returning usage) ${saveDay(storeId, { channelId, month }, used)}`
  ).execute(db)
}

/** Corrects what was sent on the store's day of an instant to what LINE charged. */
export async function correctSent(
  db: Db,
  storeId: number,
  { channelId, month }: Month,
  { at, by }: { at: string; by: number },
): Promise<void> {
  await sql`
    update broadcast_quota_day d set sent = greatest(d.sent + ${by}::int, 0) from store s
    where s.store_id = ${storeId} and d.store_id = ${storeId} and d.channel_id = ${channelId} and d.month = ${month}::date
      and d.day = (${at}::timestamptz at time zone s.time_zone)::date`.execute(db)
}

interface Quota {
  limit: number | null
  usage: number
  schedule: number
  /** When LINE counted; null if it never did. */
  at: string | null
}

/** Returns the quota of a month for each account that has one, or that of the month before without its use. */
export async function quotasOf(
  db: Db,
  storeId: number,
  ids: readonly number[],
  month: string,
): Promise<ReadonlyMap<number, Quota>> {
  const { rows } = await sql<Quota & { id: number }>`
    select distinct on (channel_id) channel_id as id, quota as limit, case when month = ${month}::date then usage else 0 end as usage,
      case when month = ${month}::date then reserved else 0 end as schedule, counted_at as at
    from broadcast_quota where store_id = ${storeId} and channel_id = any(${ids}::int[]) and month <= ${month}::date
    order by channel_id, broadcast_quota.month desc`.execute(db)
  return new Map(rows.map(({ id, ...quota }) => [id, quota]))
}

/** Returns the quota of an account in a month. */
export const quotaOf = async (db: Db, storeId: number, { channelId, month }: Month): Promise<Quota | undefined> =>
  (await quotasOf(db, storeId, [channelId], month)).get(channelId)
