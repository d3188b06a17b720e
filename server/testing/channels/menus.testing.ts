import { createRichMenu, type RichMenus } from '../../../tools/line/rich-menus.ts'
import { type TestStore, testServer } from '../store.testing.ts'

interface MadeMenu {
  channelId: number
  labelIds: readonly number[]
  /** Null: the default one. */
  place: number | null
  /** LINE's id of it, if it is there. */
  lineId?: string
}

let counter = 0

/** Puts a menu in use past its calls, with its object at LINE. Returns its id. */
export async function menuInUse(
  { storeId }: Pick<TestStore, 'storeId'>,
  { channelId, labelIds, place, lineId = `richmenu-${process.pid}-${++counter}` }: MadeMenu,
): Promise<{ id: number; lineId: string }> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `with made as (
       insert into rich_menu (store_id, channel_id, name, label_ids, place, is_default, status, version, line_version)
       values ($1, $2, $3, $4, $5::int, $5::int is null, 'in_use', 1, 1) returning id)
     insert into rich_menu_at_line (store_id, channel_id, line_id, rich_menu_id, version, state)
     select $1, $2, $6, id, 1, 'ready' from made returning rich_menu_id as id`,
    [storeId, channelId, `เมนู ${++counter}`, labelIds, place, lineId],
  )
  return { id: rows[0]!.id, lineId }
}

/** Puts a menu in use that LINE's simulator has. */
export function lineMenuInUse(
  { store, own }: { store: Pick<TestStore, 'storeId'>; own: RichMenus },
  menu: Omit<MadeMenu, 'lineId'>,
): Promise<{ id: number; lineId: string }> {
  return menuInUse(store, { ...menu, lineId: menuAtLine(own) })
}

/** Creates a menu with a picture in LINE's simulator. Returns LINE's id. */
export function menuAtLine(own: RichMenus): string {
  const size = { width: 2500, height: 843 }
  const lineId = createRichMenu(own, { size, selected: true, name: 'menu', chatBarText: 'เมนู', areas: [] })!
  own.menus.get(lineId)!.image = Buffer.from('picture')
  return lineId
}
