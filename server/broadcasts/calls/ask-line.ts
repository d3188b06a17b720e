import { callLine, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { refreshQuota } from '../../channels/accounts/refresh-quota.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { ApiError } from '../../core/api-error.ts'
import { shortText } from '../../core/clean-text.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { lineMessages } from '../messages/line-objects.ts'
import type { Written } from '../records/queries.ts'
import { activeAccount } from '../sending/schedule.ts'

/** Has LINE check the messages of a broadcast, and asks for the quota. Throws what LINE refuses, with the field of each message. */
export async function checkWithLine(core: Core, storeId: number, written: Written): Promise<void> {
  const account = await inStore(core.pool, storeId, (db) => activeAccount(db, storeId, written))
  const credentials = credentialsOf(core, storeId, account)
  try {
    const messages = lineMessages(written, core.config)
    await callLine(core, credentials, '/v2/bot/message/validate/multicast', { json: { messages } })
    const month = lineMonth(written.send_at === null ? new Date() : new Date(written.send_at))
    await refreshQuota(core, storeId, account.id, credentials, month)
  } catch (error) {
    throw refusal(error)
  }
}

interface Detail {
  message?: string
  property?: string
}

/** Translates what LINE answered; anything else stays what it is. */
export function refusal(error: unknown): unknown {
  if (error instanceof LineUnreachable) return new ApiError('channel_unreachable', undefined, { cause: error })
  if (!(error instanceof LineError)) return error
  if (error.status === 401 || error.status === 403)
    return new ApiError('broadcast_account', undefined, { cause: error })
  if (error.status !== 400) return new ApiError('channel_unreachable', undefined, { cause: error })
  const details = (Array.isArray(error.details) ? error.details : []) as Detail[]
  const fields = details.flatMap(({ property }) => (property ? `body.${property.replace(/\[(\d+)\]/g, '.$1')}` : []))
  const reason = [error.message, ...details.map(({ message, property }) => `${property ?? ''} ${message ?? ''}`.trim())]
  return new ApiError('broadcast_refused', { reason: shortText(reason.join(' · '), 300), fields }, { cause: error })
}
