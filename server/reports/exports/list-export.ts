import { may } from '@ruam/contract/platform/permissions.ts'
import type { exports } from '@ruam/contract/reports/exports.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { refuseClosedPeople } from '../../broadcasts/audience/closed-target.ts'
import { findBroadcast } from '../../broadcasts/records/queries.ts'
import { isChannel } from '../../channels/accounts/queries.ts'
import type { Context } from '../../http/handler.ts'
import type { NewFile } from './begin.ts'
import { listFiles } from './list-table.ts'

type Asking = Pick<Context<typeof exports.createList>, 'db' | 'storeId' | 'user' | 'body' | 'language' | 'fail'>

/** Validates a requested export of another list. Throws forbidden and range_reversed. */
export async function readListExport({ db, storeId, user, body, language, fail }: Asking): Promise<NewFile> {
  const { type, file_type } = body
  const { right, title } = listFiles[type]
  if (!may(user.rights, right)) throw fail('forbidden', { permission: right })
  const broadcastId = body.filter?.broadcast_id
  const broadcast = broadcastId === undefined ? undefined : await findBroadcast(db, storeId, broadcastId)
  if (broadcastId !== undefined && !broadcast) throw fail('not_found')
  if (broadcast) await refuseClosedPeople(db, storeId, user.rights, broadcast.target)
  const channelId = body.filter?.channel_id
  if (channelId !== undefined && !(await isChannel(db, storeId, channelId))) throw fail('not_found')
  const narrowed = body.filter && (await inInstants(db, storeId, body.filter))
  const { from, to } = narrowed ?? {}
  if (from && to && Date.parse(from) > Date.parse(to)) throw fail('range_reversed')
  return {
    request: { type, file_type, language, ...(narrowed && { narrowed }) },
    rights: [right],
    what: title[language],
  }
}
