import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { addFriend } from '../../../tools/line/state.ts'
import { newToken } from '../../core/tokens.ts'
import { paintedPicture } from '../broadcasts/picture.testing.ts'
import { testLine } from '../channels/line.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { publicFile, sendingAccount } from './broadcasts.ts'
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

/** The code of a link of a menu. */
export async function menuLink(store: TestStore): Promise<string> {
  const { admin } = await testServer()
  const { id } = await richMenu(store)
  const code = newToken().slice(0, 16)
  await admin.query(
    `insert into rich_menu_link (store_id, code, rich_menu_id, letter, target) values ($1, $2, $3, 'A', 'https://shop.example/a')`,
    [store.storeId, code, id],
  )
  return code
}

/** A menu with a picture, of an account whose friend receives tests. */
export async function triedMenu(store: TestStore): Promise<MadeMenu> {
  const { admin } = await testServer()
  const { state } = await testLine()
  const { channelId, userId } = await sendingAccount(store)
  const account = await admin.query<{ external_id: string }>(
    'select external_id from channel where id = $1 and store_id = $2',
    [channelId, store.storeId],
  )
  addFriend(state.channels.get(account.rows[0]!.external_id)!, { userId })
  const menu = await richMenu(store, { channelId })
  const { body } = await store.upload(richMenus.uploadPicture, 'menu.png', await paintedPicture(2500, 1686))
  await admin.query('update rich_menu set picture = $3 where store_id = $1 and id = $2', [store.storeId, menu.id, body])
  return menu
}
