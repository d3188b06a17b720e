import { coupons } from '@ruam/contract/broadcasts/coupons.ts'
import { useRead } from '../../data/api.ts'
import type { Broadcast } from '../broadcast.ts'

/** Milliseconds: LINE is asked again when a draft is opened later, not with each letter. */
const STALE_MS = 60_000

/** Reads a coupon of the account that sends. Nothing is asked before both are chosen. */
export function useCoupon(channel: Broadcast['channel'], couponId: string) {
  return useRead(
    coupons.get,
    { params: { channelId: channel?.channelId ?? 0, couponId } },
    { enabled: channel !== null && /^[A-Za-z0-9_-]{1,100}$/.test(couponId), staleTime: STALE_MS },
  )
}
