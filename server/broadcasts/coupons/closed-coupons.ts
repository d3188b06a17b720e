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

/** Coupons of messages, and of areas of rich messages. */
const couponsIn = (messages: readonly Message[]): { code: string; field: string }[] =>
  messages.flatMap((message, place) => {
    const path = `body.messages.${place}`
    if (message.type === 'coupon') return [{ code: message.coupon_code, field: `${path}.coupon_code` }]
    if (message.type !== 'imagemap') return []
    return message.areas.flatMap(({ type, coupon_code }, index) =>
      type === 'coupon' ? [{ code: coupon_code ?? '', field: `${path}.areas.${index}.coupon_code` }] : [],
    )
  })

/** True if messages hold a coupon, which may be closed until they are sent. */
export const hasCoupons = (messages: readonly Message[]) => couponsIn(messages).length > 0

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
  for (const { code, field } of couponsIn(messages)) {
    const coupon = await fetchCoupon(core, credentials, code)
    if (coupon?.usable && Date.parse(coupon.ends_at) > at) continue
    return { title: coupon?.title ?? code, field }
  }
  return undefined
}
