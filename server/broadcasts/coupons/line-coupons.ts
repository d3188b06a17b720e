import type { Coupon, CouponReward, NewCoupon } from '@ruam/contract/broadcasts/coupons.ts'
import { couponLimits } from '@ruam/contract/broadcasts/coupons.ts'
import { z } from 'zod'
import {
  callLine,
  fetchLine,
  type LineCore,
  type LineCredentials,
  LineError,
} from '../../channels/accounts/line-client.ts'
import { databaseNow } from '../../core/now.ts'
import { outsideId, outsideText } from '../../core/outside-text.ts'

/** Coupons a page, and pages that are read. */
const PAGE = 100
const MAX_PAGES = 5

const CouponIdOfLine = outsideId(100)

const Listed = z.object({
  items: z.array(z.object({ couponId: CouponIdOfLine, title: outsideText(couponLimits.title) })).max(PAGE),
  next: outsideId(2000).optional(),
})

/** Seconds since 1970. */
const Seconds = z.int().min(0).max(253_402_300_799)

const Detail = z.object({
  couponId: CouponIdOfLine,
  title: outsideText(couponLimits.title),
  status: z.enum(['DRAFT', 'RUNNING', 'CLOSED']),
  startTimestamp: Seconds,
  endTimestamp: Seconds,
  description: outsideText(couponLimits.description).optional(),
  usageCondition: outsideText(couponLimits.usageCondition).optional(),
})

const statuses = { DRAFT: 'draft', RUNNING: 'running', CLOSED: 'closed' } as const

/** Returns the running coupons of an account, the newest as LINE orders them. */
export async function listCoupons(core: LineCore, credentials: LineCredentials) {
  const all: { id: string; title: string }[] = []
  let next: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({ status: 'RUNNING', limit: String(PAGE), ...(next && { start: next }) })
    const { items, next: following } = await fetchLine(core, credentials, `/v2/bot/coupon?${query}`, Listed)
    all.push(...items.map(({ couponId, title }) => ({ id: couponId, title })))
    if (!following) break
    next = following
  }
  return all
}

/** Returns a coupon, or undefined if LINE has none with this id. */
export async function fetchCoupon(
  core: LineCore,
  credentials: LineCredentials,
  id: string,
): Promise<Coupon | undefined> {
  try {
    const found = await fetchLine(core, credentials, `/v2/bot/coupon/${encodeURIComponent(id)}`, Detail)
    const { status, startTimestamp, endTimestamp } = found
    return {
      id: found.couponId,
      title: found.title,
      status: statuses[status],
      starts_at: timeOf(startTimestamp),
      ends_at: timeOf(endTimestamp),
      description: found.description ?? '',
      usage_condition: found.usageCondition ?? '',
      usable: status === 'RUNNING' && endTimestamp * 1000 > databaseNow(),
    }
  } catch (error) {
    // LINE refuses an id of another form.
    if (error instanceof LineError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1000)

/** LINE's names of time zones; a store of another one has its coupons in Thailand's. */
const zones = {
  'Asia/Bangkok': 'ASIA_BANGKOK',
  'Asia/Ho_Chi_Minh': 'ASIA_BANGKOK',
  'Asia/Rangoon': 'ASIA_RANGOON',
  'Asia/Yangon': 'ASIA_RANGOON',
  'Asia/Taipei': 'ASIA_TAIPEI',
  'Asia/Tokyo': 'ASIA_TOKYO',
} as const

/** Creates a coupon. Returns its id. */
export async function createCoupon(
  core: LineCore,
  credentials: LineCredentials,
  coupon: NewCoupon,
  timeZone: string,
): Promise<string> {
  const json = {
    title: coupon.title,
    ...(coupon.description && { description: coupon.description }),
    ...(coupon.usage_condition && { usageCondition: coupon.usage_condition }),
    ...(coupon.code && { couponCode: coupon.code }),
    startTimestamp: secondsOf(coupon.starts_at),
    endTimestamp: secondsOf(coupon.ends_at),
    reward: rewardOf(coupon.reward),
    visibility: coupon.visibility === 'public' ? 'PUBLIC' : 'UNLISTED',
    maxUseCountPerTicket: coupon.once ? 1 : -1,
    acquisitionCondition: { type: 'normal' },
    timezone: zones[timeZone as keyof typeof zones] ?? zones['Asia/Bangkok'],
  }
  const Created = z.object({ couponId: CouponIdOfLine })
  return (await fetchLine(core, credentials, '/v2/bot/coupon', Created, { json })).couponId
}

function rewardOf(reward: CouponReward): object {
  if (reward.type === 'discount') return { type: 'discount', priceInfo: priceOf(reward.price) }
  if (reward.type === 'cash_back') return { type: 'cashBack', priceInfo: priceOf(reward.price) }
  return { type: reward.type }
}

function priceOf(price: Extract<CouponReward, { type: 'discount' }>['price']): object {
  if (price.type === 'fixed') return { type: 'fixed', fixedAmount: price.amount }
  if (price.type === 'percentage') return price
  return { type: 'explicit', priceAfterDiscount: price.price, originalPrice: price.original }
}

/** Closes a coupon. Returns false if LINE has none with this id; one that is closed already stays so. */
export async function closeCoupon(core: LineCore, credentials: LineCredentials, id: string): Promise<boolean> {
  try {
    await callLine(core, credentials, `/v2/bot/coupon/${encodeURIComponent(id)}/close`, { method: 'PUT' })
    return true
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    if (error.status === 410) return true
    if (error.status === 404) return false
    throw error
  }
}
