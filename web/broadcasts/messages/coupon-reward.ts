import { type CouponReward, couponLimits } from '@ruam/contract/broadcasts/coupons.ts'

/** The rewards of coupons, one choice for each of LINE's kinds and its price. */
export const rewardKinds = [
  ...(['discount_fixed', 'discount_percentage', 'discount_explicit', 'cash_back_fixed'] as const),
  ...(['cash_back_percentage', 'free', 'gift', 'others'] as const),
]
export type RewardKind = (typeof rewardKinds)[number]

const whole = (text: string, least: number, most: number) =>
  /^\d{1,9}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most ? Number(text) : null

/** Returns what a form says, or null while an amount is missing or impossible. */
export function rewardOf(kind: RewardKind, typed: { amount: string; original: string }): CouponReward | null {
  if (kind === 'free' || kind === 'gift' || kind === 'others') return { type: kind }
  const type = kind.startsWith('discount') ? 'discount' : 'cash_back'
  if (kind === 'discount_explicit') {
    const [price, original] = [whole(typed.amount, 0, 100_000_000), whole(typed.original, 1, 100_000_000)]
    return price === null || original === null || price >= original
      ? null
      : { type: 'discount', price: { type: 'explicit', price, original } }
  }
  if (kind.endsWith('percentage')) {
    const percentage = whole(typed.amount, 1, couponLimits.percentage)
    return percentage === null ? null : { type, price: { type: 'percentage', percentage } }
  }
  const amount = whole(typed.amount, 1, 100_000_000)
  return amount === null ? null : { type, price: { type: 'fixed', amount } }
}
