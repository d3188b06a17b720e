import { type TestStore, testServer } from '../store.testing.ts'
import { publicFile } from './broadcasts.ts'
import { officialAccount } from './channels.ts'
import { fresh } from './fresh.ts'

interface MadeMenu {
  id: number
  channel_id: number
  updated_at: string
}

/** A menu that lacks nothing but to be put in use: the default one of a new account, or one of a segment. */
export async function richMenu(
  store: TestStore,
  { channelId, labelIds }: { channelId?: number; labelIds?: readonly number[] } = {},
): Promise<MadeMenu> {
  const { admin } = await testServer()
  const picture = { name: await publicFile(store), file_name: 'menu.png', size: 'large', bytes: 9 }
  const bounds = { x: 0, y: 0, width: 2500, height: 1686 }
  const areas = [{ letter: 'A', ...bounds, label: 'สั่งเลย', action: { type: 'message', text: 'สั่งเลย' } }]
  const { rows } = await admin.query<MadeMenu>(
    `insert into rich_menu (store_id, channel_id, name, chat_bar_text, picture, areas, label_ids, is_default, place)
     select $1, $2, $3, 'เมนู', $4, $5, coalesce($6::int[], '{}'), $6 is null,
       case when $6 is not null then 1 + (select count(*) from rich_menu where store_id = $1 and channel_id = $2) end
     returning id, channel_id, updated_at`,
    [
      store.storeId,
      channelId ?? (await officialAccount(store)),
      fresh('เมนู'),
      JSON.stringify(picture),
      JSON.stringify(areas),
      labelIds ?? null,
    ],
  )
  return rows[0]!
}

/** An account whose last change of the order can be taken back. */
export async function reorderedMenus(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { id, channel_id } = await richMenu(store, { labelIds: [] })
  await admin.query('insert into rich_menu_account (store_id, channel_id, former_order) values ($1, $2, $3)', [
    store.storeId,
    channel_id,
    [id],
  ])
  return channel_id
}
