import { readTap } from '@ruam/contract/channels/rich-menu-tap.ts'
import { sql } from 'kysely'
import { tapperOfUser } from '../../core/tapper.ts'
import type { Db } from '../../database/db.ts'

/** Days in which taps are counted. They are deleted afterwards. */
const DAYS = 30

interface AreaTaps {
  rich_menu_id: number
  /** Null: of all areas together. */
  letter: string | null
  people: number
  taps: number
}

/** Counts the taps of menus, by area and of the whole menu. */
export async function countTaps(db: Db, storeId: number, ids: readonly number[]): Promise<AreaTaps[]> {
  const { rows } = await sql<AreaTaps>`
    select rich_menu_id, letter, count(distinct visitor)::int as people, sum(taps)::int as taps
    from rich_menu_tap
    where store_id = ${storeId} and rich_menu_id = any(${[...ids]}::int[])
      and tapped_at > now() - make_interval(days => ${DAYS})
    group by grouping sets ((rich_menu_id), (rich_menu_id, letter))
    order by rich_menu_id, letter nulls first`.execute(db)
  return rows
}

interface NewTap {
  menuId: number
  letter: string
  visitor: Buffer
}

/** Counts a tap on a menu that the store has. */
export async function countTap(db: Db, storeId: number, { menuId, letter, visitor }: NewTap): Promise<void> {
  await sql`
    insert into rich_menu_tap as t (store_id, rich_menu_id, letter, visitor)
    select ${storeId}, id, ${letter}, ${visitor} from rich_menu where store_id = ${storeId} and id = ${menuId} for key share
    on conflict (store_id, rich_menu_id, letter, visitor)
      do update set taps = t.taps + 1, tapped_at = clock_timestamp()`.execute(db)
}

interface Postback {
  userId: string
  data: string
}

/** Counts the taps among postbacks: answers, coupons and switches of menus. */
export async function countPostbacks(
  db: Db,
  of: Parameters<typeof tapperOfUser>[0],
  postbacks: readonly Postback[],
): Promise<void> {
  for (const { userId, data } of postbacks) {
    const tap = readTap(data)
    if (tap) await countTap(db, of.storeId, { ...tap, visitor: tapperOfUser(of, userId) })
  }
}
