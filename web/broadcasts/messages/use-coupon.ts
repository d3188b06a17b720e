import { coupons } from '@ruam/contract/broadcasts/coupons.ts'
import { useRead } from '../../data/api.ts'
import type { Broadcast } from '../broadcast.ts'

/** Milliseconds for which LINE's answer is kept, so that no letter asks again. */
const STALE_MS = 60_000

/** Reads a coupon of the account that sends, once both are chosen. */
export function useCoupon(channel: Broadcast['channel'], couponId: string) {
  return useRead(
    coupons.get,
    { params: { channelId: channel?.channelId ?? 0, couponId } },
    { enabled: channel !== null && /^[A-Za-z0-9_-]{1,100}$/.test(couponId), staleTime: STALE_MS },
  )
}
