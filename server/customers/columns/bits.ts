/** A bit for each profile of a store, by its position. */
export type Bits = Uint32Array

export const noBits = (size: number): Bits => new Uint32Array(Math.ceil(size / 32))

/** Combines bits in place of the first. */
export function joinBits(into: Bits, by: 'and' | 'or', bits: Bits): Bits {
  if (by === 'and') for (let n = 0; n < into.length; n++) into[n]! &= bits[n]!
  else for (let n = 0; n < into.length; n++) into[n]! |= bits[n]!
  return into
}

/** Inverts bits, those beyond the last profile included. */
export function invertBits(bits: Bits): Bits {
  for (let n = 0; n < bits.length; n++) bits[n] = ~bits[n]!
  return bits
}

/** Number of bits that are set in both. */
export function countBits(bits: Bits, among: Bits): number {
  let count = 0
  for (let n = 0; n < bits.length; n++) {
    let word = bits[n]! & among[n]!
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Calls `each` with the positions of bits that are set in both, the last first, until it returns false. */
export function lastBits(bits: Bits, among: Bits, each: (position: number) => boolean): void {
  for (let n = bits.length - 1; n >= 0; n--) {
    let word = bits[n]! & among[n]!
    while (word !== 0) {
      const bit = 31 - Math.clz32(word)
      if (!each(n * 32 + bit)) return
      word &= ~(1 << bit)
    }
  }
}
