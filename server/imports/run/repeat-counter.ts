/** Numbers of one slot: two parts of a hash, and how often it was met. */
const SLOT = 3

/** Returns how often a hash (in hex) was met before, and counts it. Open addressing: a million rows take 25 MB. */
export function repeatCounter(rows: number): (hash: string) => number {
  const size = 2 ** Math.ceil(Math.log2(rows * 1.5 + 16))
  const slots = new Int32Array(size * SLOT)
  return (hash) => {
    const [high, low] = [Number.parseInt(hash.slice(0, 8), 16) | 0, Number.parseInt(hash.slice(8, 16), 16) | 0]
    let at = high & (size - 1)
    while (slots[at * SLOT + 2] !== 0 && (slots[at * SLOT] !== high || slots[at * SLOT + 1] !== low))
      at = (at + 1) & (size - 1)
    slots[at * SLOT] = high
    slots[at * SLOT + 1] = low
    return slots[at * SLOT + 2]!++
  }
}
