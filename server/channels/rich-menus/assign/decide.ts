import { type RawBuilder, sql } from 'kysely'
import { mayBeMember } from '../../../customers/membership/evaluate.ts'
import type { Db } from '../../../database/db.ts'
import { bySets } from '../../../database/plans.ts'

/** Customers above which a comparison of all friends is cheaper than a look-up of each. */
const MANY = 5000

/** Menus in effect of a store, a row for each label, as `menu (channel_id, place, id, line_id, label_id)`. */
const menusByLabel = (storeId: number) => sql`
  select a.channel_id, place, (one ->> 'id')::int as id, one ->> 'line_id' as line_id, label::int as label_id
  from rich_menu_assignment a cross join lateral jsonb_array_elements(a.menus) with ordinality m (one, place)
  cross join lateral jsonb_array_elements_text(one -> 'label_ids') label
  where a.store_id = ${storeId}`

/**
 * The first menu that fits each of `people (channel_id, external_id, profile_id)`: by the order of the menus, then by the lower label. Others
 * get the default one, and so do customers who are deleted or whose processing is restricted.
 */
const firstFits = (storeId: number) => sql`
  select distinct on (p.channel_id, p.external_id) p.channel_id, p.external_id, m.id, m.line_id, m.label_id
  from people p
  cross join lateral (select label_id from profile_label
    where store_id = ${storeId} and profile_id = p.profile_id and source <> 'manual_remove' offset 0) x
  join menu m on m.channel_id = p.channel_id and m.label_id = x.label_id
  where exists (select from profile where store_id = ${storeId} and id = p.profile_id and ${mayBeMember})
  order by p.channel_id, p.external_id, m.place, m.label_id`

/** The same over sets: members of the few labels of menus, rather than all labels of each customer. */
const firstFitsOfAll = (storeId: number, channelIds: readonly number[]) => sql`
  select distinct on (p.channel_id, p.external_id) p.channel_id, p.external_id, m.id, m.line_id, m.label_id
  from people p
  join (select id from profile where store_id = ${storeId} and ${mayBeMember}) live on live.id = p.profile_id
  join (select profile_id, label_id from profile_label where store_id = ${storeId} and source <> 'manual_remove' and label_id = any(array(
    select label from rich_menu_assignment a cross join lateral unnest(a.label_ids) label
    where a.store_id = ${storeId} and a.channel_id = any(${channelIds}::int[])))) x on x.profile_id = p.profile_id
  join menu m on m.channel_id = p.channel_id and m.label_id = x.label_id
  order by p.channel_id, p.external_id, m.place, m.label_id`

/** Friends of these customers, and rows whose customer they were. `known`: they have a row. */
const friendsOf = (storeId: number, ids: readonly number[]) => sql`
  select f.channel_id, f.external_id, f.profile_id, f.status, exists (select from rich_menu_friend
    where store_id = ${storeId} and channel_id = f.channel_id and external_id = f.external_id offset 0) as known
  from unnest(${ids}::bigint[]) who (id)
  cross join lateral (select channel_id, external_id, profile_id, status from channel_friend
    where store_id = ${storeId} and profile_id = who.id offset 0) f
  where exists (select from rich_menu_assignment where store_id = ${storeId} and channel_id = f.channel_id)
  union
  select r.channel_id, r.external_id, f.profile_id, f.status, true
  from unnest(${ids}::bigint[]) who (id)
  cross join lateral (select channel_id, external_id from rich_menu_friend
    where store_id = ${storeId} and profile_id = who.id offset 0) r
  left join lateral (select channel_id, profile_id, status from channel_friend
    where store_id = ${storeId} and external_id = r.external_id offset 0) f on f.channel_id = r.channel_id`

/** All friends of accounts, and rows of friends who are none any more. */
const allFriends = (storeId: number, channelIds: readonly number[]) => sql`
  select channel_id, external_id, f.profile_id, f.status, r.known is true as known
  from (select channel_id, external_id, profile_id, status from channel_friend
    where store_id = ${storeId} and channel_id = any(${channelIds}::int[])) f
  full join (select channel_id, external_id, true as known from rich_menu_friend
    where store_id = ${storeId} and channel_id = any(${channelIds}::int[])) r using (channel_id, external_id)`

interface Compared {
  people: RawBuilder<unknown>
  fits: RawBuilder<unknown>
  /** Accounts of which LINE may show anything. */
  doubted: readonly number[]
}

/**
 * Writes down which menu friends should have, in one statement. A friend whose menu changes is due for a call; one who gets the default
 * menu and never had another has no row.
 */
async function writeWanted(db: Db, storeId: number, { people, fits, doubted }: Compared): Promise<void> {
  const isDoubted = sql`r.channel_id = any(${doubted}::int[])`
  await sql`
    with menu as materialized (${menusByLabel(storeId)}),
    people as materialized (${people}),
    fit as materialized (${fits}),
    wanted as (
      select channel_id, external_id, p.profile_id, fit.id, fit.line_id, fit.label_id, p.status is not distinct from 'blocked' as away
      from people p left join fit using (channel_id, external_id)
      where p.known or (p.status is distinct from 'blocked' and (fit.id is not null or channel_id = any(${doubted}::int[])))
    ),
    written as (
      insert into rich_menu_friend as r (store_id, channel_id, external_id, profile_id, menu_id, line_id, label_id, away)
      select ${storeId}, channel_id, external_id, profile_id, id, line_id, label_id, away from wanted order by channel_id, external_id
      on conflict (store_id, channel_id, external_id) do update set
        profile_id = excluded.profile_id, menu_id = excluded.menu_id, line_id = excluded.line_id, label_id = excluded.label_id,
        away = excluded.away,
        linked = r.linked and r.line_id is not distinct from excluded.line_id and not excluded.away and not r.away and not ${isDoubted},
        wanted_at = case when r.line_id is distinct from excluded.line_id or r.away then clock_timestamp() else r.wanted_at end
      where (r.menu_id, r.line_id, r.away, r.profile_id) is distinct from (excluded.menu_id, excluded.line_id, excluded.away, excluded.profile_id)
        or (r.linked and ${isDoubted})
      returning channel_id, linked, away
    )
    update rich_menu_assignment a set settled_at = null
    where store_id = ${storeId} and settled_at is not null
      and channel_id in (select channel_id from written where not linked and not away)`.execute(db)
}

/** Decides for the friends of these customers. */
export async function decideFor(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await writeWanted(db, storeId, { people: friendsOf(storeId, ids), fits: firstFits(storeId), doubted: [] })
}

/** Decides for all friends of accounts. */
export async function decideForAll(
  db: Db,
  storeId: number,
  channelIds: readonly number[],
  doubted: readonly number[] = [],
): Promise<void> {
  if (channelIds.length === 0) return
  await bySets(db)
  const fits = firstFitsOfAll(storeId, channelIds)
  await writeWanted(db, storeId, { people: allFriends(storeId, channelIds), fits, doubted })
}

/** Takes the customers who were written down since the last flush, and decides for their friends. */
export async function decideForTouched(db: Db, storeId: number): Promise<void> {
  const { rows } = await sql<{ profile_ids: number[] }>`
    with gone as (delete from rich_menu_touched where store_id = ${storeId} returning profile_ids)
    select coalesce(array_agg(distinct id order by id), '{}') as profile_ids from gone cross join lateral unnest(profile_ids) id`.execute(
    db,
  )
  const ids = rows[0]!.profile_ids
  if (ids.length === 0) return
  if (ids.length <= MANY) return decideFor(db, storeId, ids)
  const { rows: accounts } = await sql<{ channel_id: number }>`
    select channel_id from rich_menu_assignment where store_id = ${storeId} order by channel_id`.execute(db)
  await decideForAll(
    db,
    storeId,
    accounts.map((row) => row.channel_id),
  )
}
