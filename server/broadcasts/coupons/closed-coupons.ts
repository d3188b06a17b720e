import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import type { LineCore, LineCredentials } from '../../channels/accounts/line-client.ts'
import { databaseNow } from '../../core/now.ts'
import { fetchCoupon } from './line-coupons.ts'

interface ClosedCoupon {
  /** LINE's title, or the id of a coupon that LINE does not have. */
  title: string
  /** Path of the fault. */
  field: string
}

/** True if messages hold a coupon, which may be closed until they are sent. */
export const hasCoupons = (messages: readonly Message[]) => messages.some(({ type }) => type === 'coupon')

/**
 * Asks LINE for the coupons of messages, and returns the first that customers could not use at the time of sending (null: now). LINE sends a
 * closed one without a word.
 */
export async function findClosedCoupon(
  core: LineCore,
  credentials: LineCredentials,
  messages: readonly Message[],
  sendAt: string | null,
): Promise<ClosedCoupon | undefined> {
  const at = sendAt === null ? databaseNow() : Date.parse(sendAt)
  for (const [place, message] of messages.entries()) {
    if (message.type !== 'coupon') continue
    const coupon = await fetchCoupon(core, credentials, message.coupon_code)
    if (coupon?.usable && Date.parse(coupon.ends_at) > at) continue
    return { title: coupon?.title ?? message.coupon_code, field: `body.messages.${place}.coupon_code` }
  }
  return undefined
}
