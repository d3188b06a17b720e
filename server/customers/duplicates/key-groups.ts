import { firstOfSlot, type KeyBlock, slotOf, unpackBlock } from './key-block.ts'
import { isContact, isId, isName } from './keys.ts'

/** Maximum profiles that share a key. A value of more, such as a shop's own phone, identifies no one and yields no pairs. */
const MOST_HOLDERS = 20
/** Class of keys with more holders. */
const TOO_MANY = MOST_HOLDERS + 1
/** Class of all other keys, except that names count their holders, and contacts roughly. */
const FEW = 2

/** Numbers of holders of a contact that `evidence.ts` tells apart. */
const classesOfContacts = [6, 3]

/** Class of a key with so many holders. Pairs are compared again when it changes. */
function classOf(key: number, holders: number): number {
  if (holders > MOST_HOLDERS) return TOO_MANY
  if (isName(key)) return Math.max(FEW, holders)
  return (isContact(key) && !isId(key) && classesOfContacts.find((least) => holders >= least)) || FEW
}

interface Partner {
  /** Index of the other profile. */
  index: number
  /** True if both have one citizen id or LINE id. */
  known: boolean
}

const nobody: readonly Partner[] = []

/** Signs of a holder in KeyGroups: this key of the profile is dirty; the last one with the key. */
const [DIRTY, LAST] = [2, 1]

/**
 * All keys of a store, sorted once, so that profiles with one key lie together. A key that is compared for the first time, or whose class
 * of holders has changed since, is dirty: its pairs may have other scores, or be pairs no longer.
 */
export class KeyGroups {
  /** Ids of profiles in their order; the index of a profile is its place here. */
  readonly ids: Float64Array
  /** Keys of profile `n` begin at `begins[n]` and end before `begins[n + 1]`. */
  readonly #begins: Int32Array
  readonly #keys: Int32Array
  readonly #seen: Uint8Array
  readonly #classes: Uint8Array
  /** Holders of the keys, sorted by key: four times the profile, plus DIRTY, plus LAST at the end of the key's group. */
  readonly #holders: Int32Array
  /** Start of the group of each key in `#holders`; -1 if it has no pair to compare. */
  readonly #groups: Int32Array

  constructor(blocks: readonly KeyBlock[]) {
    const parts = blocks.map((block) => ({ ...unpackBlock(block), seen: block.seen }))
    const people = parts.reduce((sum, { ids }) => sum + ids.length, 0)
    const total = parts.reduce((sum, { keys }) => sum + keys.length, 0)
    this.ids = new Float64Array(people)
    this.#begins = new Int32Array(people + 1)
    this.#keys = new Int32Array(total)
    this.#seen = new Uint8Array(total)
    this.#classes = new Uint8Array(total)
    let [person, key] = [0, 0]
    for (const { ids, ends, keys, seen } of parts) {
      this.ids.set(ids, person)
      this.#keys.set(keys, key)
      this.#seen.set(seen, key)
      for (const end of ends) this.#begins[++person] = key + end
      key += keys.length
    }
    const [sorted, places] = sortedKeys(this.#keys)
    this.#holders = new Int32Array(total)
    this.#groups = new Int32Array(total)
    this.#classify(sorted, places)
  }

  #classify(sorted: Int32Array, places: Int32Array): void {
    const [seen, classes, holders, groups] = [this.#seen, this.#classes, this.#holders, this.#groups]
    const owners = this.#owners()
    for (let from = 0, to = 0; from < sorted.length; from = to) {
      const key = sorted[from]!
      while (to < sorted.length && sorted[to] === key) to++
      const kind = classOf(key, to - from)
      let dirty = false
      for (let at = from; at < to; at++) {
        const place = places[at]!
        const isDirty = seen[place] !== kind
        dirty ||= isDirty
        classes[place] = kind
        holders[at] = owners[place]! * 4 + (isDirty ? DIRTY : 0)
      }
      holders[to - 1]! += LAST
      const begin = dirty && kind !== TOO_MANY && to - from > 1 ? from : -1
      for (let at = from; at < to; at++) groups[places[at]!] = begin
    }
  }

  /** Profile of each key. */
  #owners(): Int32Array {
    const owners = new Int32Array(this.#keys.length)
    for (let n = 0; n < this.ids.length; n++) owners.fill(n, this.#begins[n]!, this.#begins[n + 1]!)
    return owners
  }

  /** Index of a profile, or -1. */
  indexOf(id: number): number {
    const at = this.firstFrom(id)
    return this.ids[at] === id ? at : -1
  }

  /** Index of the first profile with this id or a later one. */
  firstFrom(id: number): number {
    let [low, high] = [0, this.ids.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return low
  }

  /** True if a profile was not compared since it was changed, or a key of it has other holders. */
  isDirty(index: number): boolean {
    const [from, to] = [this.#begins[index]!, this.#begins[index + 1]!]
    for (let at = from; at < to; at++) if (this.#seen[at] !== this.#classes[at]) return true
    return from === to
  }

  /** True if a profile was not compared since it was changed. */
  isNew(index: number): boolean {
    const [from, to] = [this.#begins[index]!, this.#begins[index + 1]!]
    for (let at = from; at < to; at++) if (this.#seen[at] !== 0) return false
    return from < to
  }

  /** True if a phone, e-mail or id of a profile is one of too many. */
  isCut(index: number): boolean {
    for (let at = this.#begins[index]!; at < this.#begins[index + 1]!; at++)
      if (this.#classes[at] === TOO_MANY && isContact(this.#keys[at]!)) return true
    return false
  }

  /** Later profiles to compare with one, because they share a dirty key. */
  partnersOf(index: number): readonly Partner[] {
    const holders = this.#holders
    let found: Map<number, boolean> | undefined
    for (let at = this.#begins[index]!; at < this.#begins[index + 1]!; at++) {
      let place = this.#groups[at]!
      if (place < 0) continue
      const dirty = this.#seen[at] !== this.#classes[at] ? DIRTY : 0
      const known = isId(this.#keys[at]!)
      for (let holder = 0; (holder & LAST) === 0; place++) {
        holder = holders[place]!
        const other = holder >> 2
        if (other <= index || ((holder | dirty) & DIRTY) === 0) continue
        found ??= new Map()
        found.set(other, known || found.get(other) === true)
      }
    }
    return found ? [...found].map(([other, known]) => ({ index: other, known })) : nobody
  }

  /** True if two profiles share a key that few have. */
  share(one: number, other: number): boolean {
    const keys = this.#keys.subarray(this.#begins[other]!, this.#begins[other + 1]!)
    for (let at = this.#begins[one]!; at < this.#begins[one + 1]!; at++)
      if (this.#classes[at] !== TOO_MANY && keys.includes(this.#keys[at]!)) return true
    return false
  }

  /** Number of profiles with a key of this one, as far as evidence needs it; 0 if it has no such key. */
  holders(index: number, key: number): number {
    for (let at = this.#begins[index]!; at < this.#begins[index + 1]!; at++)
      if (this.#keys[at] === key) return this.#classes[at]!
    return 0
  }

  /** New `seen` of the blocks in which it changes, once all dirty pairs are compared. */
  marks(): Pick<KeyBlock, 'slot' | 'seen'>[] {
    const marks: Pick<KeyBlock, 'slot' | 'seen'>[] = []
    for (let from = 0; from < this.ids.length; ) {
      const slot = slotOf(this.ids[from]!)
      const to = this.firstFrom(firstOfSlot(slot + 1))
      const span = [this.#begins[from]!, this.#begins[to]!] as const
      const [before, now] = [this.#seen.subarray(...span), this.#classes.subarray(...span)]
      if (before.some((kind, at) => kind !== now[at])) marks.push({ slot, seen: now.slice() })
      from = to
    }
    return marks
  }
}

const DIGIT = 11
/** Returns the keys in ascending order, and the place of each before, by a radix sort. */
function sortedKeys(keys: Int32Array): [sorted: Int32Array, places: Int32Array] {
  const total = keys.length
  let [sorted, places] = [keys.slice(), new Int32Array(total)]
  for (let at = 0; at < total; at++) places[at] = at
  let [nextSorted, nextPlaces] = [new Int32Array(total), new Int32Array(total)]
  for (let shift = 0; shift < 32; shift += DIGIT) {
    const begins = new Int32Array(2 ** DIGIT + 1)
    for (let at = 0; at < total; at++) begins[1 + ((sorted[at]! >>> shift) & (2 ** DIGIT - 1))]!++
    for (let digit = 0; digit < 2 ** DIGIT; digit++) begins[digit + 1]! += begins[digit]!
    for (let at = 0; at < total; at++) {
      const to = begins[(sorted[at]! >>> shift) & (2 ** DIGIT - 1)]!++
      nextSorted[to] = sorted[at]!
      nextPlaces[to] = places[at]!
    }
    ;[sorted, nextSorted] = [nextSorted, sorted]
    ;[places, nextPlaces] = [nextPlaces, places]
  }
  return [sorted, places]
}
