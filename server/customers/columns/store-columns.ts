import { type Bits, noBits } from './bits.ts'
import { ValueColumn } from './value-column.ts'

/** Bits of a profile's state. */
const LIVE = 1
const RESTRICTED = 2

/** Profiles in the order of their ids, and their values by field. */
export interface PeopleRows {
  ids: Float64Array
  states: Uint8Array
  /** Microseconds of `updated_at`, which a double holds exactly. */
  changed: Float64Array
  values: ReadonlyMap<number, readonly string[]>
}

/** The profiles of a store in columns: their ids in order, states, times and the values of some fields. */
export class StoreColumns {
  size = 0
  ids = new Float64Array(0)
  states = new Uint8Array(0)
  changed = new Float64Array(0)
  readonly columns: ReadonlyMap<number, ValueColumn>
  /** Every change before this time is in the columns. */
  settled: string
  /** Results of `live`, by its argument, until something is written. */
  readonly #live = new Map<boolean, Bits>()
  #liveCount: number | undefined

  /** `versions`: by field, of those whose values are stored. */
  constructor(versions: ReadonlyMap<number, string>, settled: string) {
    this.columns = new Map([...versions].map(([id, version]) => [id, new ValueColumn(version)]))
    this.settled = settled
  }

  /** The same profiles without some fields. */
  without(fields: { has(field: number): boolean }): StoreColumns {
    const less = new StoreColumns(new Map(), this.settled)
    const columns = new Map([...this.columns].filter(([id]) => !fields.has(id)))
    return Object.assign(less, { size: this.size, ids: this.ids, states: this.states, changed: this.changed, columns })
  }

  /** Writes rows over those with their ids, and adds the others. */
  write(rows: PeopleRows): void {
    const { ids } = rows
    if (ids.length === 0) return
    this.#live.clear()
    this.#liveCount = undefined
    let added = 0
    for (const id of ids) if (this.positionOf(id) < 0) added++
    if (added > 0) this.#makeRoom(ids, added)
    const positions = ids.map((id) => this.positionOf(id))
    for (let n = 0; n < ids.length; n++) {
      this.states[positions[n]!] = rows.states[n]!
      this.changed[positions[n]!] = rows.changed[n]!
    }
    for (const [field, column] of this.columns) {
      const values = rows.values.get(field)!
      const { codes } = column
      for (let n = 0; n < ids.length; n++) codes[positions[n]!] = column.code(values[n]!)
    }
  }

  /** Position of an id; negative if there is none. */
  positionOf(id: number): number {
    const { ids } = this
    let [low, high] = [0, this.size - 1]
    if (high < 0 || id > ids[high]!) return -1
    // Ids of one store mostly follow each other.
    const near = id - (ids[0] ?? 0)
    if (near >= 0 && near <= high && ids[near] === id) return near
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = ids[middle]!
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  get liveCount(): number {
    if (this.#liveCount !== undefined) return this.#liveCount
    let count = 0
    for (let n = 0; n < this.size; n++) count += this.states[n]! & LIVE
    this.#liveCount = count
    return count
  }

  /** Live profiles, which must not be written; `unrestricted`: without those whose processing is restricted. */
  live(unrestricted: boolean): Bits {
    const known = this.#live.get(unrestricted)
    if (known) return known
    const bits = noBits(this.size)
    this.#live.set(unrestricted, bits)
    const mask = unrestricted ? LIVE | RESTRICTED : LIVE
    for (let n = 0; n < this.size; n++) if ((this.states[n]! & mask) === LIVE) bits[n >>> 5]! |= 1 << (n & 31)
    return bits
  }

  /** Profiles of these ids, those that there are. */
  bitsOf(ids: readonly number[]): Bits {
    const bits = noBits(this.size)
    for (const id of ids) {
      const at = this.positionOf(id)
      if (at >= 0) bits[at >>> 5]! |= 1 << (at & 31)
    }
    return bits
  }

  /** Inserts ids that are missing, in order. Most are the latest ones: then only the ends of the arrays are written. */
  #makeRoom(ids: Float64Array, added: number): void {
    const size = this.size + added
    const fresh = ids.filter((id) => this.positionOf(id) < 0)
    if (size > this.ids.length) this.#grow(Math.ceil(size * 1.1))
    const arrays = [this.ids, this.states, this.changed, ...[...this.columns.values()].map(({ codes }) => codes)]
    let [from, to] = [this.size - 1, size - 1]
    for (let n = fresh.length - 1; n >= 0; n--) {
      const start = from
      while (from >= 0 && this.ids[from]! > fresh[n]!) from--
      const moved = start - from
      if (moved > 0) for (const array of arrays) array.copyWithin(to - moved + 1, from + 1, start + 1)
      to -= moved
      this.ids[to--] = fresh[n]!
    }
    this.size = size
  }

  #grow(length: number): void {
    const grown = <T extends Float64Array | Uint8Array | Uint32Array>(array: T, wider: T): T => {
      wider.set(array as never)
      return wider
    }
    this.ids = grown(this.ids, new Float64Array(length))
    this.states = grown(this.states, new Uint8Array(length))
    this.changed = grown(this.changed, new Float64Array(length))
    for (const column of this.columns.values()) column.codes = grown(column.codes, new Uint32Array(length))
  }

  /** Bytes in memory, about. */
  get bytes(): number {
    let bytes = this.ids.length * (17 + 4 * this.columns.size)
    for (const { values } of this.columns.values()) bytes += values.length * 100
    return bytes
  }
}
