import { isDeepStrictEqual } from 'node:util'
import { MAX_RICH_MENUS, type RichMenuContent } from '@ruam/contract/channels/rich-menu.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'

const columns = [
  ...(['id', 'channel_id', 'name', 'chat_bar_text', 'opens', 'size', 'picture', 'areas', 'label_ids'] as const),
  ...(['starts_at', 'ends_at', 'draft', 'is_default', 'place', 'status', 'version', 'line_version', 'fault'] as const),
  'updated_at',
] as const satisfies readonly (keyof Tables['rich_menu'])[]

/** Returns the menus of an account in order, the default one last. */
export const listRichMenus = (db: Db, storeId: number, channelId: number) =>
  db
    .selectFrom('rich_menu')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('channel_id', '=', channelId)
    .orderBy(sql`place nulls last`)
    .orderBy('id')
    .execute()

export type RichMenuRow = Awaited<ReturnType<typeof listRichMenus>>[number]

export const findRichMenu = (db: Db, storeId: number, id: number): Promise<RichMenuRow | undefined> =>
  db.selectFrom('rich_menu').select(columns).where('store_id', '=', storeId).where('id', '=', id).executeTakeFirst()

/** Returns the content in use, or that of a menu that never was. */
export const contentOf = (row: RichMenuRow): RichMenuContent => {
  const { chat_bar_text, opens, size, picture, areas, label_ids, starts_at, ends_at } = row
  return { chat_bar_text, opens, size, picture, areas, label_ids, starts_at, ends_at }
}

/** Returns the content with the changes that are not in use yet. */
export const writtenContent = (row: RichMenuRow): RichMenuContent => row.draft ?? contentOf(row)

interface NewMenu {
  channelId: number
  name: string
  content: RichMenuContent
  userId: number
}

const assigned = ({ chat_bar_text, opens, size, picture, areas, label_ids, starts_at, ends_at }: RichMenuContent) => ({
  ...{ chat_bar_text, opens, size, label_ids: [...label_ids], starts_at, ends_at },
  picture: picture && JSON.stringify(picture),
  areas: JSON.stringify(areas),
})

/** Inserts a menu before the default one; the first of an account becomes the default. Returns undefined beyond MAX_RICH_MENUS. */
export async function insertRichMenu(
  db: Db,
  storeId: number,
  { channelId, name, content, userId }: NewMenu,
): Promise<number | undefined> {
  await lockAccount(db, storeId, channelId)
  const menus = await listRichMenus(db, storeId, channelId)
  if (menus.length >= MAX_RICH_MENUS) return undefined
  const isDefault = menus.every(({ is_default }) => !is_default)
  const place = isDefault ? null : Math.max(0, ...menus.map((menu) => menu.place ?? 0)) + 1
  const made = await db
    .insertInto('rich_menu')
    .values({
      ...assigned(content),
      ...{ store_id: storeId, channel_id: channelId, name, is_default: isDefault, place, created_by: userId },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Saves over the version that was read. A menu in use keeps its content; the changes wait in its draft. Returns false if there is a newer version. */
export async function updateRichMenu(
  db: Db,
  storeId: number,
  row: RichMenuRow,
  seen: string,
  { name, content }: { name: string; content: RichMenuContent },
): Promise<boolean> {
  const isSame = isDeepStrictEqual(content, contentOf(row))
  const change =
    row.status === 'in_use' ? { draft: isSame ? null : JSON.stringify(content) } : { ...assigned(content), draft: null }
  const saved = await atVersion(db, storeId, row.id, seen)
    .set({ ...change, name, updated_at: risenUpdatedAt })
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

const atVersion = (db: Db, storeId: number, id: number, seen: string) =>
  db
    .updateTable('rich_menu')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where(sql<boolean>`updated_at = ${seen}::timestamptz`)

/** Puts the written content in use. Returns false if there is a newer version than the one that was read. */
export async function putInUse(db: Db, storeId: number, row: RichMenuRow, seen: string): Promise<boolean> {
  const needsObject =
    row.status !== 'in_use' || row.fault !== null || !isSameAtLine(writtenContent(row), contentOf(row))
  const used = await atVersion(db, storeId, row.id, seen)
    .set({
      ...assigned(writtenContent(row)),
      ...{ draft: null, status: 'in_use', fault: null, updated_at: risenUpdatedAt },
      ...(needsObject && { version: row.version + 1 }),
    })
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** True if LINE shows both alike: who gets a menu, and when, is decided here. */
function isSameAtLine(one: RichMenuContent, other: RichMenuContent): boolean {
  const shown = ({ chat_bar_text, opens, size, picture, areas }: RichMenuContent) => [
    ...[chat_bar_text, opens, size, picture?.name, areas],
  ]
  return isDeepStrictEqual(shown(one), shown(other))
}

/** Takes a menu out of use. Its changes become its content. */
export const switchOffRichMenu = (db: Db, storeId: number, row: RichMenuRow) =>
  db
    .updateTable('rich_menu')
    .set({
      ...assigned(writtenContent(row)),
      ...{ draft: null, status: row.status === 'draft' ? 'draft' : 'off', fault: null, line_version: null },
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', row.id)
    .execute()

/** Asks for a new object at LINE, for a menu in use. */
export const recreateRichMenu = (db: Db, storeId: number, id: number) =>
  db
    .updateTable('rich_menu')
    .set({ version: sql`version + 1`, fault: null })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', '=', 'in_use')
    .execute()

/** Deletes a menu. Its objects at LINE follow, once no friend has them. */
export const deleteRichMenu = (db: Db, storeId: number, id: number) =>
  db.deleteFrom('rich_menu').where('store_id', '=', storeId).where('id', '=', id).execute()

/** Locks the menus of an account against changes of their order. */
export async function lockAccount(db: Db, storeId: number, channelId: number): Promise<void> {
  await sql`
    insert into rich_menu_account as a (store_id, channel_id) values (${storeId}, ${channelId})
    on conflict (store_id, channel_id) do update set tries = a.tries`.execute(db)
}
