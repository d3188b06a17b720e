import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { markMenusDue } from './due.ts'

/** An area that opens the page My data. */
const OPENS = JSON.stringify([{ action: { type: 'my_data' } }])

/** Makes the menus that open the page My data again at LINE, which keeps the address of each object. */
export async function remakeMyDataMenus(db: Db, storeId: number): Promise<void> {
  const { rows } = await sql<{ channel_id: number }>`
    update rich_menu set version = version + 1, fault = null
    where store_id = ${storeId} and status = 'in_use' and areas @> ${OPENS}::jsonb
    returning channel_id`.execute(db)
  for (const id of new Set(rows.map(({ channel_id }) => channel_id))) await markMenusDue(db, storeId, id)
}

/** Returns the menus in use and the enabled answers that open the page My data. */
export async function usersOfMyData(db: Db, storeId: number) {
  const menus = await sql<{ id: number; name: string }>`
    select id, name from rich_menu
    where store_id = ${storeId} and status = 'in_use' and areas @> ${OPENS}::jsonb order by id`.execute(db)
  const answers = await db
    .selectFrom('answer')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('opens_my_data', '=', true)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  return { menus: menus.rows, answers }
}
