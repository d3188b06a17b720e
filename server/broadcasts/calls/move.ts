import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { refuseInSandbox } from '../../access/stores/sandbox.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Context } from '../../http/handler.ts'
import { type BroadcastRow, isVersion, saveDraft } from '../records/queries.ts'
import { stateError } from '../records/state-error.ts'
import { cancel } from '../sending/actions.ts'
import { requestApproval, scheduleBroadcast } from '../sending/schedule.ts'
import { countOrRefuse, requestToAll } from '../sending/to-all.ts'
import { settingsOf } from '../settings/queries.ts'
import { checkWithLine } from './ask-line.ts'
import { writing } from './in-transaction.ts'
import { answerOf, existing, locked } from './read.ts'
import { refuseClosedParts, refuseIncomplete, withSent } from './written.ts'

/** True for a broadcast that will be sent unless a person acts, or waits for an approval. */
const isAsked = ({ status, sub_status }: BroadcastRow) => status === 'pending' || sub_status === 'awaiting_approval'

/** Throws unless a broadcast is a draft, or scheduled and not begun. */
function refuseBegun(row: BroadcastRow): void {
  const isScheduled = row.status === 'pending' && row.sub_status === 'scheduled' && row.frozen_at === null
  if (row.status !== 'draft' && !isScheduled) throw stateError(row)
}

/** Moves a broadcast to another time, in one transaction: if it cannot be sent then, it stays where it was. */
export async function moveBroadcast(context: Context<typeof broadcasts.move>) {
  const { core, storeId, user, params, body, request, fail, stale } = context
  const { id } = params
  if (Date.parse(body.send_at) <= databaseNow()) throw fail('broadcast_past')
  const moved = async (db: Db, row: BroadcastRow) => {
    const time_zone = row.time_zone ?? (await timeZoneOf(db, storeId))
    return withSent(row, { schedule: { type: 'at', send_at: body.send_at, time_zone } })
  }
  const before = await inStore(core.pool, storeId, async (db) => {
    const row = await existing(db, storeId, id)
    refuseBegun(row)
    if (!isAsked(row)) return null
    if (!may(user.rights, 'cdp-core.broadcast.send')) throw fail('forbidden', { permission: 'cdp-core.broadcast.send' })
    await refuseInSandbox(db, storeId)
    await refuseClosedParts(db, storeId, user.rights, row)
    return moved(db, row)
  })
  if (before) {
    refuseIncomplete(before)
    await checkWithLine(core, storeId, before)
  }
  const counted = before && isToAll(before.target) ? await countOrRefuse(core, storeId, before) : null
  return writing({ core, storeId, user, request }, 'broadcast_moved', async (db, act) => {
    const row = await locked(db, storeId, id)
    refuseBegun(row)
    if (!(await isVersion(db, storeId, id, body.origin_time))) throw stale(await answerOf(core, db, storeId, user, id))
    // Another state has conditions that were not checked.
    if (isAsked(row) !== (before !== null)) throw new ApiError('broadcast_state')
    if (row.status === 'pending') await cancel(db, storeId, row)
    const { updated_at: seen } = await locked(db, storeId, id)
    if (!(await saveDraft(db, storeId, user.id, { id, seen }, await moved(db, row))))
      throw stale(await answerOf(core, db, storeId, user, id))
    if (before) {
      const draft = await locked(db, storeId, id)
      const { approval } = await settingsOf(db, storeId)
      if (counted) await requestToAll(db, storeId, draft, { counted, withdrawn: 'before' })
      else await (approval ? requestApproval(db, storeId, draft) : scheduleBroadcast(core, db, storeId, draft))
    }
    await act(id, { send_at: body.send_at })
    return answerOf(core, db, storeId, user, id)
  })
}
