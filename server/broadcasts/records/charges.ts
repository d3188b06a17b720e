import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Days after which LINE is not asked any more. */
const ASKED_DAYS = 7

interface Of {
  storeId: number
  channelId: number
}

/** Notes the day of a call for everyone. LINE tells what it charged from the next noon on. */
export async function noteCall(db: Db, storeId: number, id: number): Promise<void> {
  // A key that was accepted before was accepted by its first call.
  await sql`
    update broadcast b set called_on = c.day, charge_due_at = (c.day + 1 + time '12:00') at time zone 'Asia/Tokyo'
    from (select (case when line_status = 200 then updated_at else first_tried_at end at time zone 'Asia/Tokyo')::date as day
      from broadcast_chunk where store_id = ${storeId} and broadcast_id = ${id} and everyone and status in ('accepted', 'unknown')
      order by broadcast_chunk.id desc limit 1) c
    where b.store_id = ${storeId} and b.id = ${id} and b.called_on is null`.execute(db)
}

/** Returns the days of calls of an account whose charge is due. */
export async function dueCharges(db: Db, { storeId, channelId }: Of): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct called_on as day from broadcast
    where store_id = ${storeId} and channel_id = ${channelId} and charge_due_at <= clock_timestamp() order by 1`.execute(
    db,
  )
  return rows.map(({ day }) => day)
}

interface Called {
  line_friends: number
  per_person: number
  quota_month: string
  started_at: string
}

/** Saves the charge of a day; null: LINE hides it. Returns the broadcasts of that day. */
export async function saveCharge(
  db: Db,
  { storeId, channelId }: Of,
  day: string,
  charged: number | null,
): Promise<Called[]> {
  const { rows } = await sql<Called>`
    update broadcast set charged = ${charged}::int, charge_due_at = null, updated_at = clock_timestamp()
    where store_id = ${storeId} and channel_id = ${channelId} and called_on = ${day}::date and charge_due_at is not null
    returning line_friends, per_person, quota_month, started_at`.execute(db)
  return rows
}

/** Asks again in an hour, for a week. */
export async function postponeCharge(db: Db, { storeId, channelId }: Of, day: string): Promise<void> {
  await sql`
    update broadcast set charge_due_at = case when called_on > current_date - ${ASKED_DAYS}::int
      then clock_timestamp() + interval '1 hour' end
    where store_id = ${storeId} and channel_id = ${channelId} and called_on = ${day}::date and charge_due_at is not null`.execute(
    db,
  )
}

/** Counts the broadcasts of an account that LINE was called for on a day. */
export async function countCalledOn(db: Db, { storeId, channelId }: Of, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from broadcast
    where store_id = ${storeId} and channel_id = ${channelId} and called_on = ${day}::date`.execute(db)
  return rows[0]!.count
}
