/** Groups of equal cells in a column. */
export interface ValueGroups {
  /** Distinct values; an estimate (within 2 %, rarely 5 %) if `exact` is false. */
  distinct: number
  exact: boolean
  /** Cells of the value that is met most; where not exact, at least so many. */
  largest: number
  /** Cells that say in a word, or in zeros, that there is no value; counted in none of the above. */
  nothing: number
}

/** Maximum values counted exactly; beyond, a sketch estimates their number, and only frequent ones are kept. */
const MOST_COUNTED = 4096
const FIRST_SLOTS = 64
/** Slots of larger columns, small enough for the processor's cache. A value found in 1 of 100 cells is still kept. */
const LATER_SLOTS = 1024
const REGISTERS = 4096

/** Counters of a column while reading: 68 kB while exact, then 12 kB. */
export interface GroupTally {
  /** Open addressing, two numbers a slot, side by side for the processor's cache: a hash, 0 where it is free, and how often it was met. */
  slots: Int32Array
  used: number
  /** A HyperLogLog of all values, from the first time that some are forgotten. */
  sketch: Uint8Array | null
}

export const newGroups = (): GroupTally => ({ slots: new Int32Array(2 * FIRST_SLOTS), used: 0, sketch: null })

/** Counts a value by its hash, which `mixedHash` has made. */
export function noteGroup(tally: GroupTally, hash: number): void {
  const { slots } = tally
  const mask = slots.length - 2
  let at = (hash << 1) & mask
  while (slots[at] !== hash) {
    if (slots[at] === 0) {
      slots[at] = hash
      slots[at + 1] = 1
      if (tally.sketch) noteSketch(tally.sketch, hash)
      if (++tally.used * 4 > mask) makeRoom(tally)
      return
    }
    at = (at + 2) & mask
  }
  slots[at + 1]!++
}

function makeRoom(tally: GroupTally): void {
  const before = tally.slots
  if (!tally.sketch && tally.used < MOST_COUNTED) {
    tally.slots = new Int32Array(before.length * 2)
    tally.used = 0
    fill(tally, before, 0)
    return
  }
  if (!tally.sketch) {
    tally.sketch = new Uint8Array(REGISTERS)
    for (let at = 0; at < before.length; at += 2) if (before[at] !== 0) noteSketch(tally.sketch, before[at]!)
    tally.slots = new Int32Array(2 * LATER_SLOTS)
  }
  // Evicts rare values down to a quarter of the slots; frequent ones return before the end.
  leaving.set(before)
  for (let least = 1, tooMany = true; tooMany; least *= 2) {
    tally.slots.fill(0)
    tally.used = 0
    tooMany = !fill(tally, leaving.subarray(0, before.length), least)
  }
}

/** Reused buffer for evictions, which happen thousands of times per file and would burden the garbage collector. */
const leaving = new Int32Array(4 * MOST_COUNTED)

/** Takes in what was met more than `least` times; false when that is more than a quarter of the room, and where it stops then. */
function fill(tally: GroupTally, before: Int32Array, least: number): boolean {
  const { slots } = tally
  const mask = slots.length - 2
  for (let from = 0; from < before.length; from += 2) {
    if (before[from]! === 0 || before[from + 1]! <= least) continue
    let at = (before[from]! << 1) & mask
    while (slots[at] !== 0) at = (at + 2) & mask
    slots[at] = before[from]!
    slots[at + 1] = before[from + 1]!
    if (++tally.used * 8 > slots.length) return false
  }
  return true
}

function noteSketch(sketch: Uint8Array, hash: number): void {
  const register = hash >>> 20
  const rank = Math.clz32((hash << 12) | 0x800) + 1
  if (rank > sketch[register]!) sketch[register] = rank
}

/** The groups of a column that has so many cells; `nothings`: the hashes of words that say that there is no value. */
export function groupsOf(tally: GroupTally, cells: number, nothings: ReadonlySet<number>): ValueGroups {
  let largest = 0
  let nothing = 0
  let nothingWords = 0
  for (let at = 0; at < tally.slots.length; at += 2) {
    const count = tally.slots[at + 1]!
    if (count > 0 && nothings.has(tally.slots[at]!)) {
      nothing += count
      nothingWords++
    } else if (count > largest) largest = count
  }
  const counted = tally.sketch ? Math.min(estimate(tally.sketch), cells) : tally.used
  return { distinct: Math.max(counted - nothingWords, 0), exact: tally.sketch === null, largest, nothing }
}

function estimate(sketch: Uint8Array): number {
  let sum = 0
  let free = 0
  for (const rank of sketch) {
    sum += 2 ** -rank
    if (rank === 0) free++
  }
  const raw = ((0.7213 / (1 + 1.079 / REGISTERS)) * REGISTERS ** 2) / sum
  return Math.round(raw < 2.5 * REGISTERS && free > 0 ? REGISTERS * Math.log(REGISTERS / free) : raw)
}

export const HASH_START = 0x811c9dc5
/** One step of FNV-1a. */
export const hashStep = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

/** Spreads a hash over all its bits; never 0. */
export function mixedHash(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  mixed ^= mixed >>> 16
  return mixed | 0 || 1
}
