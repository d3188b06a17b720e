/** Millionths of a baht: amounts of files have fewer decimals, and their sums stay exact. */
const SCALE = 1_000_000
const UNITS = BigInt(SCALE)
/** Beyond it a double of millionths is no longer exact; satang still are. */
const EXACT = Number.MAX_SAFE_INTEGER / SCALE

/** Converts an amount to millionths. */
export const millionths = (amount: number): bigint =>
  Math.abs(amount) < EXACT ? BigInt(Math.round(amount * SCALE)) : BigInt(Math.round(amount * 100)) * (UNITS / 100n)

/** Writes millionths as a decimal without trailing zeros. */
export function decimalOf(sum: bigint): string {
  const [whole, rest] = [sum / UNITS, sum % UNITS]
  const digits = (rest < 0n ? -rest : rest).toString().padStart(6, '0').replace(/0+$/, '')
  const sign = sum < 0n && whole === 0n ? '-' : ''
  return digits === '' ? `${whole}` : `${sign}${whole}.${digits}`
}

/** True if two sums are the same to the satang. */
export const sameSatang = (one: bigint, other: bigint): boolean => {
  const apart = one > other ? one - other : other - one
  return apart * 2n < UNITS / 100n
}
