import { z } from 'zod'
import { IdText, Moment, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** LINE's limits of a coupon. */
export const couponLimits = { title: 60, description: 1000, usageCondition: 100, code: 100, percentage: 99 } as const

/** Baht that a coupon takes off or gives back: LINE takes any whole number. */
const MAX_AMOUNT = 100_000_000

const Amount = z.int().min(1).max(MAX_AMOUNT)
const Percentage = z.int().min(1).max(couponLimits.percentage)
const fixed = z.strictObject({ type: z.literal('fixed'), amount: Amount })
const percentage = z.strictObject({ type: z.literal('percentage'), percentage: Percentage })
/** A price instead of another one. */
const explicit = z.strictObject({
  type: z.literal('explicit'),
  price: z.int().min(0).max(MAX_AMOUNT),
  original: Amount,
})

/** The reward of a coupon, in LINE's kinds. */
const Reward = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('discount'), price: z.discriminatedUnion('type', [fixed, percentage, explicit]) }),
  z.strictObject({ type: z.literal('cash_back'), price: z.discriminatedUnion('type', [fixed, percentage]) }),
  z.strictObject({ type: z.literal('free') }),
  z.strictObject({ type: z.literal('gift') }),
  z.strictObject({ type: z.literal('others') }),
])
export type CouponReward = z.infer<typeof Reward>

/** An id that LINE gave. */
const CouponId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)
const byAccount = z.strictObject({ channel_id: IdText })
const byCoupon = z.strictObject({ channel_id: IdText, coupon_id: CouponId })

const Coupon = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['draft', 'running', 'closed']),
  starts_at: Time,
  ends_at: Time,
  description: z.string(),
  usage_condition: z.string(),
  /** True if messages may hold it now: it is running, and has not ended. */
  usable: z.boolean(),
})
export type Coupon = z.infer<typeof Coupon>

const newCoupon = z
  .strictObject({
    title: Text(couponLimits.title)
      .transform((text) => text.trim())
      .refine((text) => text !== ''),
    description: Text(couponLimits.description).default(''),
    usage_condition: Text(couponLimits.usageCondition).default(''),
    /** Shown to the customer at the counter; empty: none. */
    code: Text(couponLimits.code).default(''),
    starts_at: Moment,
    ends_at: Moment,
    reward: Reward,
    /** `public`: also in the account's own list of coupons. */
    visibility: z.enum(['unlisted', 'public']).default('unlisted'),
    /** False: a customer may use it again and again. */
    once: z.boolean().default(true),
  })
  .superRefine(({ starts_at, ends_at, reward }, { addIssue }) => {
    if (Date.parse(ends_at) <= Date.parse(starts_at))
      addIssue({ code: 'custom', path: ['ends_at'], message: 'is not after its start' })
    const { price } = reward as { price?: { type: string; price?: number; original?: number } }
    if (price?.type === 'explicit' && price.price! >= price.original!)
      addIssue({ code: 'custom', path: ['reward', 'price', 'price'], message: 'is no lower price' })
  })
export type NewCoupon = z.infer<typeof newCoupon>

const read = 'cdp-core.setting-line.read'
const atLine = ['broadcast_account', 'coupon_refused', 'channel_unreachable'] as const

/** Coupons of a LINE account. LINE keeps them: each call asks LINE. */
export const coupons = feature({
  /** Running coupons, up to 500. */
  list: {
    method: 'GET',
    path: '/broadcast/coupon/{channel_id}',
    summary: ['อ่านรายการคูปองของ LINE', 'List the coupons of a LINE account'],
    permission: read,
    transaction: false,
    limit: 'search',
    params: byAccount,
    response: z.object({ results: z.array(Coupon.pick({ id: true, title: true })) }),
    errors: [...atLine],
  },
  get: {
    method: 'GET',
    path: '/broadcast/coupon/{channel_id}/{coupon_id}',
    summary: ['อ่านคูปองของ LINE', 'Read a coupon of a LINE account'],
    permission: read,
    transaction: false,
    limit: 'search',
    params: byCoupon,
    response: Coupon,
    errors: [...atLine],
  },
  create: {
    method: 'POST',
    path: '/broadcast/coupon/{channel_id}',
    summary: ['สร้างคูปองใน LINE', 'Create a coupon in a LINE account'],
    permission: 'cdp-core.broadcast.send',
    audit: 'coupon_created',
    transaction: false,
    params: byAccount,
    body: newCoupon,
    response: Coupon,
    errors: [...atLine],
  },
  /** Ends a coupon for good: customers who have it cannot use it any more. */
  close: {
    method: 'POST',
    path: '/broadcast/coupon/{channel_id}/{coupon_id}/close',
    summary: ['ปิดคูปองของ LINE', 'Close a coupon of a LINE account'],
    permission: 'cdp-core.broadcast.send',
    audit: 'coupon_closed',
    transaction: false,
    params: byCoupon,
    errors: [...atLine],
  },
})
