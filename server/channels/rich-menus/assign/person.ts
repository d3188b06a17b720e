import type { MenuOfPerson } from '@ruam/contract/channels/rich-menu-friends.ts'
import { sql } from 'kysely'
import { mayBeMember } from '../../../customers/membership/evaluate.ts'
import type { Db } from '../../../database/db.ts'
import type { OfAccount } from './moves.ts'

/** Moves that are shown. */
const MOVES = 20

interface NamedMenu {
  id: number
  name: string
  place: number | null
}

interface Fit extends NamedMenu {
  label_id: number
}

interface Facts {
  status: 'friend' | 'blocked' | null
  fits: Fit[]
  /** The first menu with a closed label, by its place; null without one. */
  closed_place: number | null
  default_menu: NamedMenu | null
  waits: boolean
  moves: {
    at: string
    from_id: number | null
    from_name: string | null
    to_id: number | null
    to_name: string | null
    label_id: number | null
  }[]
}

interface Asked extends OfAccount {
  profileId: number
  /** Segments whose members the reader may not see. */
  closed: ReadonlySet<number>
}

/**
 * Returns the menu of a customer, and why. Where a segment that is closed to the reader could decide, nothing is said of any customer: a
 * menu would tell who is in it. Moves to or from a menu with such a segment are left out.
 */
export async function menuOfPerson(
  db: Db,
  { storeId, channelId, profileId, closed }: Asked,
): Promise<Omit<MenuOfPerson, 'label' | 'moves'> & { label_id: number | null; moves: Facts['moves'] }> {
  const ids = [...closed]
  const { rows } = await sql<Facts>`
    with menu as materialized (
      select m.id, m.name, m.place, m.is_default, m.label_ids, m.label_ids && ${ids}::int[] as is_closed, (
        select one.place from menus_in_effect() e cross join lateral jsonb_array_elements(e.menus) with ordinality one (menu, place)
        where e.channel_id = ${channelId} and one.menu -> 'id' = to_jsonb(m.id)) as turn
      from rich_menu m where m.store_id = ${storeId} and m.channel_id = ${channelId}
    ),
    friend as materialized (
      select external_id, status from channel_friend where store_id = ${storeId} and profile_id = ${profileId} and channel_id = ${channelId}
    ),
    fit as (
      select distinct on (m.turn) m.id, m.name, m.place, m.turn, x.label_id
      from menu m join profile_label x on x.store_id = ${storeId} and x.profile_id = ${profileId} and x.source <> 'manual_remove'
        and x.label_id = any(m.label_ids) and x.label_id <> all(${ids}::int[])
      where m.turn is not null and exists (select from profile where store_id = ${storeId} and id = ${profileId} and ${mayBeMember})
      order by m.turn, x.label_id
    ),
    move as (
      select v.at, f.name as from_name, v.from_menu_id, t.name as to_name, v.to_menu_id, v.label_id
      from rich_menu_move v left join menu f on f.id = v.from_menu_id left join menu t on t.id = v.to_menu_id
      where v.store_id = ${storeId} and v.profile_id = ${profileId} and v.channel_id = ${channelId}
        and f.is_closed is not true and t.is_closed is not true and coalesce(v.label_id <> all(${ids}::int[]), true)
      order by v.at desc, v.id desc limit ${MOVES}
    )
    select (select max(status) from friend) as status,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'place', place, 'label_id', label_id) order by turn) from fit), '[]') as fits,
      (select min(place) from menu where turn is not null and is_closed) as closed_place,
      (select jsonb_build_object('id', id, 'name', name, 'place', null) from menu where is_default and exists (
        select from rich_menu where store_id = ${storeId} and id = menu.id and status = 'in_use')) as default_menu,
      exists (select from friend f join rich_menu_friend r on r.store_id = ${storeId} and r.channel_id = ${channelId}
        and r.external_id = f.external_id where not r.linked and not r.away) as waits,
      coalesce((select jsonb_agg(jsonb_build_object('at', at, 'from_id', from_menu_id, 'from_name', from_name, 'to_id', to_menu_id,
        'to_name', to_name, 'label_id', label_id) order by at desc) from move), '[]') as moves`.execute(db)
  const { status, fits, closed_place, default_menu, waits, moves } = rows[0]!
  const [first, ...also] = fits
  const hidden = closed_place !== null && (first === undefined || closed_place < first.place!)
  const shown = { status: status ?? ('none' as const), hidden, shown: hidden || !waits, moves }
  if (hidden) return { ...shown, menu: null, label_id: null, also: [] }
  const named = ({ id, name, place }: NamedMenu) => ({ id, name, place })
  const menu = first ?? default_menu
  return { ...shown, menu: menu && named(menu), label_id: first?.label_id ?? null, also: also.map(named) }
}
