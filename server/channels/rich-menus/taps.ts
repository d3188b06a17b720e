import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Days in which taps are counted, as 0425 deletes them afterwards. */
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
