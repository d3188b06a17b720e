import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Seconds until a try that was cut off is repeated. One LINE call takes 8 s at most. */
const CLAIM = 120

interface OfAccount {
  storeId: number
  channelId: number
}

/** Has LINE called for the menus of an account as soon as the transaction has committed. */
export async function markMenusDue(db: Db, storeId: number, channelId: number): Promise<void> {
  await sql`
    insert into rich_menu_account (store_id, channel_id, due_at) values (${storeId}, ${channelId}, clock_timestamp())
    on conflict (store_id, channel_id) do update set due_at = clock_timestamp(), tries = 0`.execute(db)
}

/** Returns the accounts of a store for whose menus LINE is called now. */
export async function dueAccounts(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ channel_id: number }>`
    select channel_id from rich_menu_account where store_id = ${storeId} and due_at <= clock_timestamp()
    order by due_at, channel_id`.execute(db)
  return rows.map(({ channel_id }) => channel_id)
}

export interface Claimed {
  due_at: string
  tries: number
}

/** Takes the work of an account, and books its next try: a crash repeats it rather than forgets it. */
export async function claim(db: Db, { storeId, channelId }: OfAccount): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update rich_menu_account set due_at = clock_timestamp() + make_interval(secs => ${CLAIM}), tries = tries + 1
    where store_id = ${storeId} and channel_id = ${channelId} and due_at <= clock_timestamp()
    returning due_at, tries`.execute(db)
  return rows[0]
}

/** Sets the next time, unless a change of the menus has set an earlier one meanwhile. Null: not before the next change. */
export async function setDue(
  db: Db,
  { storeId, channelId }: OfAccount,
  { due_at }: Claimed,
  { seconds, tries }: { seconds: number | null; tries: number },
): Promise<void> {
  await sql`
    update rich_menu_account set due_at = clock_timestamp() + make_interval(secs => ${seconds}::float8), tries = ${tries}
    where store_id = ${storeId} and channel_id = ${channelId} and due_at = ${due_at}::timestamptz`.execute(db)
}
