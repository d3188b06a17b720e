import { sql } from 'kysely'
import { mayBeMember } from '../../../customers/membership/evaluate.ts'
import type { Db } from '../../../database/db.ts'
import { bySets } from '../../../database/plans.ts'
import type { OfAccount } from './moves.ts'

export interface MenuCount {
  id: number
  /** Friends who get it, and those whom it fits: the others get one before it. */
  friends: number
  fits: number
  /** False while LINE does not have it: its friends wait. */
  ready: boolean
}

/** Counts the friends of an account by menu, as the menus in use are now. Friends of none of them get the default one. */
export async function countFriendsOfMenus(db: Db, { storeId, channelId }: OfAccount): Promise<MenuCount[]> {
  await bySets(db)
  const { rows } = await sql<MenuCount>`
    with menu as materialized (
      select row_number() over (order by m.place, m.id) as place, m.id, m.label_ids, exists (select from rich_menu_at_line l
        where l.store_id = m.store_id and l.channel_id = m.channel_id and l.rich_menu_id = m.id and l.state = 'ready') as ready
      from rich_menu m
      where m.store_id = ${storeId} and m.channel_id = ${channelId} and m.status = 'in_use' and not m.is_default
        and m.fault is distinct from 'deleted_at_line'
        and (m.starts_at is null or m.starts_at <= now()) and (m.ends_at is null or m.ends_at > now())
    ),
    fit as (
      select distinct f.external_id, m.place, m.id
      from (select external_id, profile_id from channel_friend
        where store_id = ${storeId} and channel_id = ${channelId} and status = 'friend' and profile_id is not null) f
      join (select id from profile where store_id = ${storeId} and ${mayBeMember}) live on live.id = f.profile_id
      join (select profile_id, label_id from profile_label where store_id = ${storeId} and source <> 'manual_remove'
        and label_id = any(array(select unnest(label_ids) from menu))) x on x.profile_id = f.profile_id
      join (select place, id, unnest(label_ids) as label_id from menu) m on m.label_id = x.label_id
    ),
    ranked as (select id, place = min(place) over (partition by external_id) as first from fit)
    select menu.id, menu.ready, count(ranked.id) filter (where first) as friends, count(ranked.id) as fits
    from menu left join ranked using (id) group by menu.id, menu.ready order by menu.id`.execute(db)
  return rows
}

/** Friends of an account who wait for their menu, and when the last one got theirs; null while one waits or before the first menu. */
export interface Progress {
  waiting: number
  settled_at: string | null
}

export async function progressOf(db: Db, { storeId, channelId }: OfAccount): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select (select count(*) from rich_menu_friend
        where store_id = ${storeId} and channel_id = ${channelId} and not linked and not away) as waiting,
      (select settled_at from rich_menu_assignment where store_id = ${storeId} and channel_id = ${channelId}) as settled_at`.execute(
    db,
  )
  return rows[0]!
}
