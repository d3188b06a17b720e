/** Numbers texts in the order in which they are met first. Open addressing over 64 bits of a hash: 12 bytes for each text. */
export class HashIndex {
  private slots: Int32Array
  private readonly high: Int32Array
  private readonly low: Int32Array
  size = 0

  /** `most`: different texts at most. */
  constructor(most: number) {
    this.slots = new Int32Array(1024)
    this.high = new Int32Array(most)
    this.low = new Int32Array(most)
  }

  /** Returns the number of a text from 0, or -1 if it was never added. */
  find(text: string): number {
    hash(text)
    return this.slots[this.slotOf(hashed.high, hashed.low)]! - 1
  }

  /** Returns the number of a text, a new one if it was never added. */
  add(text: string): number {
    hash(text)
    const { high, low } = hashed
    const slot = this.slotOf(high, low)
    const known = this.slots[slot]!
    if (known !== 0) return known - 1
    this.high[this.size] = high
    this.low[this.size] = low
    this.slots[slot] = ++this.size
    if (this.size * 2 > this.slots.length) this.grow()
    return this.size - 1
  }

  private slotOf(high: number, low: number): number {
    const mask = this.slots.length - 1
    for (let at = low & mask; ; at = (at + 1) & mask) {
      const number = this.slots[at]! - 1
      if (number < 0 || (this.high[number] === high && this.low[number] === low)) return at
    }
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2)
    for (let number = 0; number < this.size; number++)
      this.slots[this.slotOf(this.high[number]!, this.low[number]!)] = number + 1
  }
}

/** The latest hash: an object for each text would be most of the work. */
const hashed = { high: 0, low: 0 }

/** Hashes a text to 64 bits: cyrb53 without its last step. */
function hash(text: string): void {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  hashed.high = high | 0
  hashed.low = low | 0
}

/** 32 bits of a text; never 0. */
export function hash32(text: string): number {
  hash(text)
  return hashed.low || 1
}
