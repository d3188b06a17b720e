import type { dashboard } from '@ruam/contract/reports/dashboard.ts'
import type { Got } from '../../data/api.ts'

export type ShopToday = Got<typeof dashboard.today>

/** Customers who have bought something. */
export const boughtIn = ({ total, lifecycle }: ShopToday): number =>
  total - (lifecycle.find(({ stage }) => stage === 'never')?.people ?? 0)

/** True if no purchase with an amount is known. */
export const isWithoutSales = (today: ShopToday): boolean => !today.hasAmounts || boughtIn(today) === 0

const DAY_MS = 86_400_000

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
