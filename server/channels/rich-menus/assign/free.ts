import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import type { OfAccount } from './moves.ts'

/** Returns true once LINE shows a menu to no friend of the account, as far as is known: it can be deleted. */
export async function isUnlinked(db: Db, { storeId, channelId }: OfAccount, lineId: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select not exists (select from rich_menu_assignment where store_id = ${storeId} and channel_id = ${channelId}
        and (compares or doubted or menus @? format('$[*] ? (@.line_id == %s)', to_json(${lineId}::text))::jsonpath))
      and not exists (select from rich_menu_friend where store_id = ${storeId} and channel_id = ${channelId} and not away
        and (not linked or line_id = ${lineId})) as free`.execute(db)
  return rows[0]!.free
}

/** Has friends told again which menu they have, as after a trial. The caller's transaction has ended the trial. */
export async function relinkFriends(
  db: Db,
  { storeId, channelId }: OfAccount,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    insert into rich_menu_friend as r (store_id, channel_id, external_id)
    select ${storeId}, ${channelId}, one from unnest(${userIds}::text[]) one
    where exists (select from channel_friend where store_id = ${storeId} and channel_id = ${channelId} and external_id = one and status = 'friend')
    order by one
    on conflict (store_id, channel_id, external_id) do update set linked = false`.execute(db)
}
