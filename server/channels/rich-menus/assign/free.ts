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

/**
 * Has friends told again whose menu has tabs, if one of the tabs is deleted: LINE shows the default menu to all who had switched there, and
 * does not say who they are.
 */
export async function relinkFriendsOfTab(db: Db, { storeId, channelId }: OfAccount, tabId: number): Promise<void> {
  await sql`
    update rich_menu_friend f set linked = false, wanted_at = clock_timestamp()
    where f.store_id = ${storeId} and f.channel_id = ${channelId} and f.linked and not f.away
      and f.menu_id = any(array(select id from rich_menu where store_id = ${storeId} and channel_id = ${channelId}
        and areas @? '$[*].action ? (@.type == "menu")'))
      and exists (select from rich_menu where store_id = ${storeId} and channel_id = ${channelId}
        and areas @? format('$[*].action ? (@.rich_menu_id == %s)', ${tabId}::int)::jsonpath)`.execute(db)
}
