import { richMenuFaults } from '@ruam/contract/channels/rich-menu-faults.ts'
import { retainMedia } from '../../../broadcasts/media/queries.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Db } from '../../../database/db.ts'
import { isMyDataOn } from '../../accounts/my-data-address.ts'
import { listAnswers } from '../../answers/queries.ts'
import { listRichMenus, type RichMenuRow, writtenContent } from '../queries.ts'

/** Throws rich_menu_incomplete, with each field, if a menu cannot be used as it is written. */
export async function refuseIncomplete(db: Db, storeId: number, row: RichMenuRow): Promise<void> {
  const content = writtenContent(row)
  const my_data = await isMyDataOn(db, storeId)
  const faults = richMenuFaults({ ...content, is_default: row.is_default, my_data }).map(({ path }) => `body.${path}`)
  const menus = await listRichMenus(db, storeId, row.channel_id)
  for (const [index, { action }] of content.areas.entries())
    if (action?.type === 'menu' && !menus.some(({ id }) => id === action.rich_menu_id && id !== row.id))
      faults.push(`body.areas.${index}.action.rich_menu_id`)
  const answers = await listAnswers(db, storeId, row.channel_id)
  for (const [index, { action }] of content.areas.entries())
    if (action?.type === 'answer' && !answers.some(({ id }) => id === action.answer_id))
      faults.push(`body.areas.${index}.action.answer_id`)
  if (content.picture && (await retainMedia(db, storeId, [content.picture.name])).length === 0)
    faults.push('body.picture')
  if (faults.length > 0) throw new ApiError('rich_menu_incomplete', { fields: faults })
}
