import { readTap } from '@ruam/contract/channels/rich-menu-tap.ts'
import type { Db } from '../../database/db.ts'

/** Reply that a tap on an area of a menu requests. Other areas request none. */
export type TappedArea = { type: 'answer'; answer_id: number } | { type: 'coupon'; code: string }

/** Returns the area of a menu that a postback names; undefined for other postbacks, and for an area that is gone. */
export async function areaOf(
  db: Db,
  storeId: number,
  channelId: number,
  data: string,
): Promise<TappedArea | undefined> {
  const tap = readTap(data)
  if (!tap) return undefined
  const menu = await db
    .selectFrom('rich_menu')
    .select('areas')
    .where('store_id', '=', storeId)
    .where('channel_id', '=', channelId)
    .where('id', '=', tap.menuId)
    .executeTakeFirst()
  const action = menu?.areas.find(({ letter }) => letter === tap.letter)?.action
  if (action?.type === 'answer' && action.answer_id !== null) return { type: 'answer', answer_id: action.answer_id }
  return action?.type === 'coupon' ? { type: 'coupon', code: action.code } : undefined
}
