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
}

/** Counts the friends of an account by menu, as the menus are now. Friends of none of them get the default one. */
export async function countFriendsOfMenus(db: Db, { storeId, channelId }: OfAccount): Promise<MenuCount[]> {
  await bySets(db)
  const { rows } = await sql<MenuCount>`
    with menu as materialized (
      select place, (one ->> 'id')::int as id, label::int as label_id
      from menus_in_effect() e cross join lateral jsonb_array_elements(e.menus) with ordinality m (one, place)
      cross join lateral jsonb_array_elements_text(one -> 'label_ids') label
      where e.store_id = ${storeId} and e.channel_id = ${channelId}
    ),
    fit as (
      select distinct f.external_id, m.place, m.id
      from (select external_id, profile_id from channel_friend
        where store_id = ${storeId} and channel_id = ${channelId} and status = 'friend' and profile_id is not null) f
      join (select id from profile where store_id = ${storeId} and ${mayBeMember}) live on live.id = f.profile_id
      join (select profile_id, label_id from profile_label where store_id = ${storeId} and source <> 'manual_remove'
        and label_id = any(array(select label_id from menu))) x on x.profile_id = f.profile_id
      join menu m on m.label_id = x.label_id
    ),
    ranked as (select id, place = min(place) over (partition by external_id) as first from fit)
    select menu.id, count(ranked.id) filter (where first) as friends, count(ranked.id) as fits
    from (select distinct id from menu) menu left join ranked using (id) group by menu.id order by menu.id`.execute(db)
  return rows
}

/** Friends of an account who wait for their menu, and when the last one got theirs; null while one waits or before the first menu. */
interface Progress {
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
