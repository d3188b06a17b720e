import type { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { testersOf } from '../../../broadcasts/calls/test-send.ts'
import { ApiError } from '../../../core/api-error.ts'
import { shortText } from '../../../core/clean-text.ts'
import { inStore } from '../../../database/db.ts'
import type { Handler } from '../../../http/handler.ts'
import { actInStore } from '../../accounts/act-in-store.ts'
import { LineError, LineUnreachable } from '../../accounts/line-client.ts'
import { lineAccountById } from '../../accounts/queries.ts'
import { credentialsOf } from '../../accounts/secrets.ts'
import { markMenusDue } from '../due.ts'
import { insertObject } from '../objects.ts'
import { lineMenus } from '../publish/line-calls.ts'
import { isRefusal, objectOf, type Publishing, pictureOf } from '../publish/make.ts'
import { findRichMenu, type RichMenuRow, writtenContent } from '../queries.ts'
import { refuseIncomplete } from './complete.ts'

/** Length of the part of LINE's words that staff see. */
const REASON = 200

/** Shows a menu as it is written to the receivers of tests. The publication takes it away again. */
export const tryOut: Handler<typeof richMenus.tryOut> = async ({ core, storeId, user, request, params: { id } }) => {
  const { row, account, users } = await inStore(core.pool, storeId, async (db) => {
    const found = await findRichMenu(db, storeId, id)
    if (!found) throw new ApiError('not_found')
    await refuseIncomplete(db, storeId, found)
    const testers = await testersOf(db, storeId, found.channel_id)
    if (testers.length === 0) throw new ApiError('broadcast_no_tester')
    return {
      row: found,
      account: await lineAccountById(db, storeId, found.channel_id),
      users: testers.map(({ external_id }) => external_id),
    }
  })
  if (account?.status !== 'active') throw new ApiError('channel_unreachable')
  const line = lineMenus(core, credentialsOf(core, storeId, account))
  let people: number
  try {
    people = await show({ core, storeId, channelId: account.id, line }, row, users)
  } catch (error) {
    if (isRefusal(error)) throw new ApiError('rich_menu_refused', { reason: shortText(error.message, REASON) })
    if (error instanceof LineError || error instanceof LineUnreachable)
      throw new ApiError('channel_unreachable', undefined, { cause: error })
    throw error
  }
  await actInStore({ core, storeId, user, request }, 'rich_menu', (_, act) => act('rich_menu_tried', id))
  return { people }
}

async function show(publishing: Publishing, row: RichMenuRow, users: readonly string[]): Promise<number> {
  const { core, storeId, channelId, line } = publishing
  const content = writtenContent(row)
  const picture = await pictureOf(core, storeId, content.picture!.name)
  if (!picture) throw new ApiError('not_found')
  const lineId = await line.create(await objectOf(publishing, row, 0, content))
  await inStore(core.pool, storeId, async (db) => {
    await insertObject(db, { storeId, channelId }, { lineId, menuId: row.id, version: 0, state: 'trial' })
    // It knows when the trial ends.
    await markMenusDue(db, storeId, channelId)
  })
  await line.upload(lineId, picture)
  let people = 0
  for (const userId of users)
    try {
      await line.linkUser(userId, lineId)
      people++
    } catch (error) {
      // They have left the account meanwhile.
      if (!isRefusal(error)) throw error
    }
  return people
}
