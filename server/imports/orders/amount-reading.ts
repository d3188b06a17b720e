import { sameSatang } from './money.ts'
import type { OrderSurvey } from './order-survey.ts'

/** Meaning of a column of amounts, decided over all orders of a file. */
export interface AmountReading {
  reading: 'line_amount' | 'order_total'
  /** False if the file does not settle it. */
  sure: boolean
}

const TOTAL_WORDS = /รวม|สุทธิ|บิล|ใบเสร็จ|total|grand|invoice|order (?:value|amount)/i
const LINE_WORDS = /ราคาสินค้า|ต่อหน่วย|ต่อชิ้น|ราคาขาย|line|item|price|unit|subtotal/i

/** Share of orders of several lines whose amounts are all equal, from which on they repeat a total. */
const MOST = 0.8
/** Orders of several lines that settle it without a word in the header. */
const ENOUGH = 3
/** A total grows with the lines of its order; the price of a line does not. */
const GROWS = 1.3

/** Decides one column by its own amounts. `closing`: the sum that a row at the end of the file gives, in millionths. */
export function readingOf(
  survey: OrderSurvey,
  candidate: number,
  header: string,
  closing: bigint | null,
): AmountReading {
  const { several, equal, one, sums } = amountsOf(survey, candidate)
  const asLines = closing !== null && sameSatang(closing, sums.lines)
  const asTotals = closing !== null && sameSatang(closing, sums.totals)
  if (asLines !== asTotals) return { reading: asLines ? 'line_amount' : 'order_total', sure: true }
  if (several.orders === 0) return { reading: 'line_amount', sure: true }
  const share = equal / several.orders
  if (share < MOST) return { reading: 'line_amount', sure: share <= 1 / 2 }
  const saysTotal = TOTAL_WORDS.test(header)
  const saysLine = LINE_WORDS.test(header)
  if (saysTotal !== saysLine)
    return { reading: saysTotal ? 'order_total' : 'line_amount', sure: saysTotal || equal < ENOUGH }
  const grows = one.orders > 0 && several.mean > one.mean * GROWS
  return { reading: equal === 1 ? 'line_amount' : 'order_total', sure: equal >= ENOUGH && grows }
}

function amountsOf(survey: OrderSurvey, candidate: number) {
  const several = { orders: 0, mean: 0 }
  const one = { orders: 0, mean: 0 }
  const sums = { lines: 0n, totals: 0n }
  let equal = 0
  for (let order = 0; order < survey.orders; order++) {
    const total = survey.total(candidate, order)
    sums.lines += survey.lineSum(candidate, order)
    sums.totals += total
    const group = survey.lines[order]! > 1 ? several : one
    group.orders++
    group.mean += Number(total)
    if (group === several && survey.repeats(candidate, order)) equal++
  }
  for (const group of [several, one]) if (group.orders > 0) group.mean /= group.orders
  return { several, one, sums, equal }
}

/** Share of orders of several lines whose line amounts sum up to the total that another column repeats. */
export function sumsUpTo(survey: OrderSurvey, line: number, total: number): { share: number; all: boolean } {
  let orders = 0
  let same = 0
  let others = 0
  for (let order = 0; order < survey.orders; order++) {
    const agrees = sameSatang(survey.lineSum(line, order), survey.total(total, order))
    if (survey.lines[order]! < 2) {
      if (!agrees) others++
      continue
    }
    orders++
    if (agrees && survey.repeats(total, order)) same++
  }
  return { share: orders === 0 ? 0 : same / orders, all: orders > 0 && same === orders && others === 0 }
}

/** Share of orders from which on the lines of one column make up the totals of another. */
export const SUMS_UP = 0.9

/** Sums of all orders in both readings. */
export const sumsOf = (survey: OrderSurvey, candidate: number) => amountsOf(survey, candidate).sums
