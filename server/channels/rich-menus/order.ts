import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { listRichMenus, lockAccount } from './queries.ts'

const idsInOrder = async (db: Db, storeId: number, channelId: number) =>
  (await listRichMenus(db, storeId, channelId)).filter(({ is_default }) => !is_default).map(({ id }) => id)

/** Sets the order of menus, if it is still as it was read. Returns false if it is not, or names others. */
export async function orderRichMenus(
  db: Db,
  storeId: number,
  channelId: number,
  { ids, from }: { ids: readonly number[]; from: readonly number[] },
): Promise<boolean> {
  await lockAccount(db, storeId, channelId)
  const now = await idsInOrder(db, storeId, channelId)
  if (now.join() !== from.join() || now.toSorted(byNumber).join() !== ids.toSorted(byNumber).join()) return false
  if (now.join() === ids.join()) return true
  await savePlaces(db, storeId, ids)
  await saveFormerOrder(db, storeId, channelId, now)
  return true
}

/** Restores the order before the last change; menus made since come last. Returns false if there is none. */
export async function undoOrder(db: Db, storeId: number, channelId: number): Promise<boolean> {
  await lockAccount(db, storeId, channelId)
  const former = await formerOrder(db, storeId, channelId)
  if (!former) return false
  const now = await idsInOrder(db, storeId, channelId)
  const kept = former.filter((id) => now.includes(id))
  await savePlaces(db, storeId, [...kept, ...now.filter((id) => !kept.includes(id))])
  await saveFormerOrder(db, storeId, channelId, null)
  return true
}

const byNumber = (one: number, other: number) => one - other

/** Returns the order before the last change, or null if it cannot be taken back. */
export async function formerOrder(db: Db, storeId: number, channelId: number): Promise<readonly number[] | null> {
  const row = await db
    .selectFrom('rich_menu_account')
    .select('former_order')
    .where('store_id', '=', storeId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return row?.former_order ?? null
}

const savePlaces = (db: Db, storeId: number, ids: readonly number[]) =>
  sql`
    update rich_menu r set place = o.place
    from unnest(${[...ids]}::int[]) with ordinality as o (id, place)
    where r.store_id = ${storeId} and r.id = o.id and r.place is distinct from o.place`.execute(db)

const saveFormerOrder = (db: Db, storeId: number, channelId: number, ids: readonly number[] | null) =>
  sql`
    update rich_menu_account set former_order = ${ids && [...ids]}::int[]
    where store_id = ${storeId} and channel_id = ${channelId}`.execute(db)
