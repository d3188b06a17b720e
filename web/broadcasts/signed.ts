import { formatPrice } from '../data/format.ts'

/** Returns a difference with its sign, `+18.30` or `−5.00`. */
export const signed = (difference: number) => `${difference > 0 ? '+' : ''}${formatPrice(difference)}`

/** Returns a share in percent with one decimal. */
export const percentOf = (part: number, whole: number) => `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)}%`

/** Returns a large sum rounded to two digits: more would claim what a range does not know. */
export function roughly(sum: number): number {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.abs(sum) || 1)) - 1, 0)
  return Math.round(sum / step) * step
}
