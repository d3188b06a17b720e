import type { richMenuAtLineFaults } from '@ruam/contract/channels/rich-menu.ts'
import { richMenuNotices } from '@ruam/contract/channels/rich-menu-notices.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'
import { notify } from '../../notifications/notify.ts'

type AtLine = Tables['rich_menu_at_line']
export interface LineObject extends Pick<AtLine, 'line_id' | 'rich_menu_id' | 'version' | 'state'> {
  age_ms: number
}

/** Returns the objects of an account at LINE, the oldest first. */
export const listObjects = async (db: Db, storeId: number, channelId: number): Promise<LineObject[]> =>
  (
    await sql<LineObject>`
      select line_id, rich_menu_id, version, state, (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms
      from rich_menu_at_line where store_id = ${storeId} and channel_id = ${channelId}
      order by created_at, line_id`.execute(db)
  ).rows

interface OfAccount {
  storeId: number
  channelId: number
}

/** Writes an object down, as soon as LINE has it. */
export async function insertObject(
  db: Db,
  { storeId, channelId }: OfAccount,
  { lineId, menuId, version, state }: { lineId: string; menuId: number; version: number; state: AtLine['state'] },
): Promise<void> {
  await db
    .insertInto('rich_menu_at_line')
    .values({
      store_id: storeId,
      channel_id: channelId,
      line_id: lineId,
      rich_menu_id: menuId,
      version,
      state,
      alias: null,
    })
    .onConflict((on) => on.doNothing())
    .execute()
}

const objects = (db: Db, { storeId, channelId }: OfAccount) =>
  db.updateTable('rich_menu_at_line').where('store_id', '=', storeId).where('channel_id', '=', channelId)

/** Gives friends the new version of a menu. The former one retires. */
export async function makeReady(
  db: Db,
  of: OfAccount,
  { line_id, rich_menu_id, version }: Pick<LineObject, 'line_id' | 'rich_menu_id' | 'version'>,
  alias: string,
): Promise<void> {
  await objects(db, of)
    .set({ state: 'retiring' })
    .where('rich_menu_id', '=', rich_menu_id)
    .where('state', '=', 'ready')
    .execute()
  await objects(db, of).set({ state: 'ready', alias }).where('line_id', '=', line_id).execute()
  await db
    .updateTable('rich_menu')
    .set({ line_version: version })
    .where('store_id', '=', of.storeId)
    .where('id', '=', rich_menu_id)
    .where('status', '=', 'in_use')
    .execute()
}

export async function retireObjects(db: Db, of: OfAccount, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length > 0) await objects(db, of).set({ state: 'retiring' }).where('line_id', 'in', lineIds).execute()
}

export async function forgetObjects(
  db: Db,
  { storeId, channelId }: OfAccount,
  lineIds: readonly string[],
): Promise<void> {
  if (lineIds.length === 0) return
  await db
    .deleteFrom('rich_menu_at_line')
    .where('store_id', '=', storeId)
    .where('channel_id', '=', channelId)
    .where('line_id', 'in', lineIds)
    .execute()
}

/** Notes why LINE has not the version of a menu in use, once, and notifies staff. A newer version is tried by itself. */
export async function noteFault(
  db: Db,
  { storeId, channelId }: OfAccount,
  { id, version }: { id: number; version: number },
  fault: (typeof richMenuAtLineFaults)[number],
): Promise<void> {
  const noted = await db
    .updateTable('rich_menu')
    .set({ fault })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'in_use')
    .where('fault', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (noted)
    await notify(db, storeId, richMenuNotices[fault], {
      ending: 'failed',
      data: { channel_id: channelId, rich_menu_id: id },
    })
}
