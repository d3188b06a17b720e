import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface Month {
  channelId: number
  month: string
}

/**
 * Saves what LINE answered about the current month. Its count lags behind, and it never falls within a month: the larger one counts.
 */
export async function saveQuota(
  db: Db,
  storeId: number,
  { channelId, month }: Month,
  { limit, usage }: { limit: number | null; usage: number },
): Promise<void> {
  await sql`
    insert into broadcast_quota as q (store_id, channel_id, month, quota, usage)
    values (${storeId}, ${channelId}, ${month}::date, ${limit}::int, ${usage}::int)
    on conflict (store_id, channel_id, month) do update
      set quota = excluded.quota, usage = greatest(q.usage, excluded.usage), updated_at = clock_timestamp()`.execute(db)
}

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
  await sql`
    update broadcast_quota set reserved = greatest(reserved - ${released}::int, 0), usage = usage + ${used}::int,
      updated_at = clock_timestamp()
    where store_id = ${storeId} and channel_id = ${channelId} and month = ${month}::date`.execute(db)
}

/** Returns the quota of a month, or that of the month before without its use. */
export async function quotaOf(
  db: Db,
  storeId: number,
  { channelId, month }: Month,
): Promise<{ limit: number | null; usage: number; schedule: number } | undefined> {
  const { rows } = await sql<{ limit: number | null; usage: number; schedule: number }>`
    select quota as limit, case when month = ${month}::date then usage else 0 end as usage,
      case when month = ${month}::date then reserved else 0 end as schedule
    from broadcast_quota where store_id = ${storeId} and channel_id = ${channelId} and month <= ${month}::date
    order by broadcast_quota.month desc limit 1`.execute(db)
  return rows[0]
}
