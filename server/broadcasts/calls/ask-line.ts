import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { checkAccount } from '../../channels/accounts/check.ts'
import { troubleOf } from '../../channels/accounts/line-checks.ts'
import { callLine, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { refreshQuota } from '../../channels/accounts/refresh-quota.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { ApiError } from '../../core/api-error.ts'
import { shortText } from '../../core/clean-text.ts'
import { databaseNow } from '../../core/now.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { textsOf } from '../ab-test/texts.ts'
import { findClosedCoupon } from '../coupons/closed-coupons.ts'
import { lineMessages } from '../messages/line-objects.ts'
import type { Written } from '../records/queries.ts'
import { activeAccount } from '../sending/schedule.ts'

/** Has LINE check the messages of a broadcast, and asks for the quota. Throws what LINE refuses, with the field of each message. */
export async function checkWithLine(core: Core, storeId: number, written: Written): Promise<void> {
  const account = await inStore(core.pool, storeId, (db) => activeAccount(db, storeId, written))
  const credentials = credentialsOf(core, storeId, account)
  for (const { messages, path } of textsOf(written))
    try {
      const objects = lineMessages({ ...written, messages }, core.config)
      const closed = await findClosedCoupon(core, credentials, messages, written.send_at)
      const fields = closed ? [closed.field.replace('body.messages', path)] : []
      if (closed) throw new ApiError('coupon_closed', { title: closed.title, fields })
      const kind = isToAll(written.target) ? 'broadcast' : 'multicast'
      await callLine(core, credentials, `/v2/bot/message/validate/${kind}`, { json: { messages: objects } })
    } catch (error) {
      throw await refusal(core, storeId, account.id, error, path)
    }
  const month = lineMonth(written.send_at === null ? new Date(databaseNow()) : new Date(written.send_at))
  try {
    await refreshQuota(core, storeId, account.id, credentials, month)
  } catch (error) {
    // Without an answer the figures that LINE gave last decide.
    if (troubleOf(error) === 'no_answer') throw new ApiError('channel_unreachable', undefined, { cause: error })
  }
}

interface Detail {
  message?: string
  property?: string
}

/** Translates what LINE answered; anything else stays what it is. An account is blamed only if its check says so. */
export async function refusal(
  core: Core,
  storeId: number,
  accountId: number,
  error: unknown,
  /** Path of the messages. */
  at = 'body.messages',
): Promise<unknown> {
  if (error instanceof LineUnreachable) return new ApiError('channel_unreachable', undefined, { cause: error })
  if (!(error instanceof LineError)) return error
  if (error.status === 401 || error.status === 403) {
    await checkAccount(core, storeId, accountId, { kinds: ['keys', 'bot'] })
    const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, accountId))
    if (account?.status !== 'active') return new ApiError('broadcast_account', undefined, { cause: error })
  } else if (error.status !== 400) return new ApiError('channel_unreachable', undefined, { cause: error })
  const details = (Array.isArray(error.details) ? error.details : []) as Detail[]
  const fields = details.flatMap(({ property }) =>
    property ? `${at.replace(/messages$/, '')}${property.replace(/\[(\d+)\]/g, '.$1')}` : [],
  )
  const reason = [error.message, ...details.map(({ message, property }) => `${property ?? ''} ${message ?? ''}`.trim())]
  return new ApiError('broadcast_refused', { reason: shortText(reason.join(' · '), 300), fields }, { cause: error })
}
