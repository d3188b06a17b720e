import type { Db } from '../../database/db.ts'

/** What a tap on an area of a menu asks the account for. Other areas ask for nothing that a reply could bring. */
export type TappedArea = { type: 'answer'; answer_id: number } | { type: 'coupon'; code: string }

/** Returns the area of a menu that a postback names; undefined for other postbacks. */
export async function areaOf(
  _db: Db,
  _storeId: number,
  _channelId: number,
  _data: string,
): Promise<TappedArea | undefined> {
  return undefined
}
