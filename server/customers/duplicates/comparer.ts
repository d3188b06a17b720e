import { addressWordsOf } from './addresses.ts'
import type { ComparedPerson } from './compare.ts'
import { distinguishingValues, type Told } from './distinguishing-values.ts'
import type { EvidenceContext } from './evidence.ts'
import {
  type KeyBlock,
  type KeyedPerson,
  mergeBlock,
  type StoredBlock,
  slotOf,
  type WrittenBlock,
} from './key-block.ts'
import { KeyGroups } from './key-groups.ts'
import { duplicateKeysOf, sharedHash } from './keys.ts'
import { type Names, PeopleNames } from './people-names.ts'
import { reviewPriority } from './review-priority.ts'
import { likelihoodOf, type Reason } from './rule.ts'
import { nameOf, type ScoredPair, transitivePairs } from './transitive.ts'

/** Facts about a store that weigh what two profiles share, measured in a sample when the whole store is looked through. */
export interface Measures {
  live: number
  telling: [field: string, told: Told][]
  addressWords: { common: [hash: number, bits: number][]; rare: number }
}

export interface Found extends ScoredPair {
  /** See review-priority.ts. */
  gain: number
  reasons: Reason[]
}

/** An open pair that a scan has found before. */
export interface OpenPair extends ScoredPair {
  id: number
  /** True if it follows from two other pairs. */
  linked: boolean
}

/** A profile as the database sends it. */
type PersonRow = [
  ...[id: number, stamp: number, first: string | null, last: string | null, first_en: string | null],
  ...[last_en: string | null, birth_date: string | null, phone: string | null, email: string | null],
  ...[citizen_id: string | null, line_user_id: string | null, gender: string | null],
  ...[address: string | null, address_en: string | null, custom: ComparedPerson['custom']],
]

const personOf = (row: PersonRow): ComparedPerson => ({
  ...{ id: row[0], first_name: row[2], last_name: row[3], first_name_en: row[4], last_name_en: row[5] },
  ...{ birth_date: row[6], phone: row[7], email: row[8], citizen_id: row[9], line_user_id: row[10] },
  ...{ gender: row[11], address: row[12], address_en: row[13], custom: row[14] },
})

/** An open pair as the database sends it. */
export type OpenPairRow = [id: number, low_id: number, high_id: number, score: number, linked: boolean]

const openPairsOf = (pairs: string): OpenPair[] =>
  (JSON.parse(pairs) as OpenPairRow[]).map(([id, low_id, high_id, score, linked]) => ({
    id,
    low_id,
    high_id,
    score,
    linked,
  }))

/** Pairs of one step, and profiles if most have no pair to compare. */
const STEP_PAIRS = 20_000
const STEP_PEOPLE = 65_536
export const STEP_LINKED = 500
/** By itself a pair that follows from two others must not speak against one person more than this. */
const AGAINST = 0.01

interface Pair {
  /** Indexes of two profiles. */
  low: number
  high: number
  /** True if both have one citizen id or LINE id. */
  known: boolean
}

/** The computing part of a scan, for a thread of its own. It waits for nothing, and does not read the database. */
export class Comparer {
  #measures!: Measures
  #context!: EvidenceContext
  #blocks: KeyBlock[] = []
  #groups!: KeyGroups
  #names!: PeopleNames
  /** Names of profiles whose keys were just read. */
  #read = new Map<number, Names>()
  /** In the order of their profiles. */
  #open: OpenPair[] = []
  #step: { pairs: Pair[]; open: OpenPair[] } = { pairs: [], open: [] }
  #linked: { pairs: ScoredPair[]; open: Map<string, OpenPair> } = { pairs: [], open: new Map() }
  #people = new Map<number, ComparedPerson>()

  /** Measures a sample of the store's people. `keys`: fields that are match keys. */
  measure(sample: string, keys: string[], live: number): Measures {
    const people = (JSON.parse(sample) as PersonRow[]).map(personOf)
    const { common, rare } = addressWordsOf(people)
    const rounded = [...common].map(([hash, bits]): [number, number] => [hash, Math.round(bits * 100) / 100])
    return { live, telling: [...distinguishingValues(people, new Set(keys))], addressWords: { common: rounded, rare } }
  }

  begin(measures: Measures): void {
    const { telling, addressWords, live } = measures
    this.#measures = measures
    this.#blocks = []
    this.#context = {
      telling: new Map(telling),
      addressWords: { ...addressWords, common: new Map(addressWords.common) },
      live,
      holders: (kind, a, b) => {
        const key = sharedHash(kind, a, b)
        return key === null ? 0 : this.#groups.holders(this.#groups.indexOf(a.id), key)
      },
    }
  }

  /** Returns the blocks of changed people with their new keys, and without people who are gone. */
  rekey(changed: string, gone: number[], stored: StoredBlock[]): WrittenBlock[] {
    const telling = new Map(this.#measures.telling)
    const keyed = (JSON.parse(changed) as PersonRow[]).map((row): KeyedPerson => {
      this.#read.set(row[0], [row[2], row[3], row[4], row[5]])
      return { id: row[0], stamp: row[1], keys: duplicateKeysOf(personOf(row), telling) }
    })
    const people = Map.groupBy(keyed, ({ id }) => slotOf(id))
    const blocks = new Map(stored.map((block) => [block.slot, block]))
    const absent = new Set(gone)
    return [...new Set([...people.keys(), ...blocks.keys()])].map((slot) =>
      mergeBlock(slot, blocks.get(slot), people.get(slot) ?? [], absent),
    )
  }

  /** Takes all keys of the store, in several parts. */
  load(blocks: KeyBlock[], isFirst: boolean): void {
    if (isFirst) this.#blocks = []
    this.#blocks.push(...blocks)
  }

  /** Sorts the loaded keys. `open`: open pairs, as JSON. */
  group(open: string): void {
    const groups = new KeyGroups(this.#blocks)
    this.#groups = groups
    this.#blocks = []
    this.#names = new PeopleNames(groups.ids.length)
    for (const [id, names] of this.#read) this.#names.add(groups.indexOf(id), names)
    this.#read = new Map()
    this.#open = openPairsOf(open)
  }

  /**
   * Collects the next pairs to compare. Returns the last profile dealt with, null at the end; the numbers of changed profiles and of
   * pairs; and profiles whose names are needed.
   */
  next(after: number): { last: number | null; fresh: number; pairs: number; names: number[] } {
    const groups = this.#groups
    const from = groups.firstFrom(after + 1)
    const pairs: Pair[] = []
    let to = from
    for (; to < groups.ids.length && to - from < STEP_PEOPLE && pairs.length < STEP_PAIRS; to++)
      for (const partner of groups.partnersOf(to)) pairs.push({ low: to, high: partner.index, known: partner.known })
    const last = to < groups.ids.length ? groups.ids[to - 1]! : null
    let fresh = 0
    for (let index = from; index < to; index++) if (groups.isNew(index)) fresh++
    this.#step = { pairs, open: this.#openAfter(after, last ?? Number.POSITIVE_INFINITY) }
    const names = pairs.flatMap(({ low, high }) => [low, high]).filter((index) => !this.#names.has(index))
    return { last, fresh, pairs: pairs.length, names: this.#idsOf(names) }
  }

  /** Open pairs that may be pairs no longer. */
  #openAfter(after: number, last: number): OpenPair[] {
    const isDirty = (id: number) => {
      const index = this.#groups.indexOf(id)
      return index < 0 || this.#groups.isDirty(index)
    }
    const found: OpenPair[] = []
    let at = this.#placeAfter(after)
    for (let pair = this.#open[at]; pair && pair.low_id <= last; pair = this.#open[++at])
      if (isDirty(pair.low_id) || isDirty(pair.high_id)) found.push(pair)
    return found
  }

  /** Place of the first open pair whose lower profile is a later one. */
  #placeAfter(after: number): number {
    let [low, high] = [0, this.#open.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#open[middle]!.low_id <= after) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Leaves out pairs that names rule out. Returns the profiles to read as a whole. */
  filter(names: string): number[] {
    for (const [id, ...known] of JSON.parse(names) as [id: number, ...Names][])
      this.#names.add(this.#groups.indexOf(id), known)
    const mayBeOne = ({ low, high, known }: Pair) => known || !this.#names.areTwo(low, high)
    const pairs = this.#step.pairs.filter(mayBeOne)
    for (const { low_id, high_id } of this.#step.open) {
      const [low, high] = [this.#groups.indexOf(low_id), this.#groups.indexOf(high_id)]
      if (low >= 0 && high >= 0 && this.#groups.share(low, high)) pairs.push({ low, high, known: true })
    }
    this.#step.pairs = pairs
    return this.#idsOf(pairs.flatMap(({ low, high }) => [low, high]))
  }

  #idsOf = (indexes: readonly number[]) => [...new Set(indexes)].map((index) => this.#groups.ids[index]!)

  /** Compares the pairs. Returns those that are likely one person, and the ids of open pairs that are not. */
  compare(people: string): { found: Found[]; outdated: number[] } {
    this.#meet(people)
    const found = new Map<string, Found>()
    for (const { low, high } of this.#step.pairs) {
      const pair = { low_id: this.#groups.ids[low]!, high_id: this.#groups.ids[high]! }
      const likely = this.#likelihoodOf(pair)
      if (likely?.listed) found.set(nameOf(pair), { ...pair, score: likely.score, gain: 0, reasons: likely.reasons })
    }
    const outdated = this.#step.open.filter((pair) => !found.has(nameOf(pair)) && !this.#mayFollow(pair))
    return { found: [...found.values()], outdated: outdated.map(({ id }) => id) }
  }

  #mayFollow = ({ linked, low_id, high_id }: OpenPair) =>
    linked && this.#groups.indexOf(low_id) >= 0 && this.#groups.indexOf(high_id) >= 0

  #meet(people: string): void {
    const rows = JSON.parse(people) as PersonRow[]
    this.#people = new Map(rows.map((row) => [row[0], personOf(row)]))
  }

  #likelihoodOf({ low_id, high_id }: Pick<ScoredPair, 'low_id' | 'high_id'>) {
    const [low, high] = [this.#people.get(low_id), this.#people.get(high_id)]
    return low && high && likelihoodOf(low, high, this.#context)
  }

  /** Adds the gain of pairs that were just found. `totals`: activities of their profiles. */
  weigh(found: Found[], totals: ReadonlyMap<number, number>): Found[] {
    return found.map((pair) => {
      const [low, high] = [this.#people.get(pair.low_id)!, this.#people.get(pair.high_id)!]
      const activities = [totals.get(low.id) ?? 0, totals.get(high.id) ?? 0] as const
      return { ...pair, gain: reviewPriority(pair.score, low, high, activities) }
    })
  }

  /** Infers pairs from all that are open now. Returns the ids of open pairs that follow from no others. */
  link(pairs: string): number[] {
    const open = openPairsOf(pairs)
    const before = new Map(open.filter(({ linked }) => linked).map((pair) => [nameOf(pair), pair]))
    const through = transitivePairs(open.filter(({ linked }) => !linked))
    const isSame = (pair: ScoredPair) => {
      const was = before.get(nameOf(pair))
      const ends = [pair.low_id, pair.high_id].map((id) => this.#groups.indexOf(id))
      return (
        was &&
        Math.fround(was.score) === Math.fround(pair.score) &&
        ends.every((at) => at >= 0 && !this.#groups.isDirty(at))
      )
    }
    this.#linked = { pairs: through.filter((pair) => !isSame(pair)), open: before }
    const names = new Set(through.map(nameOf))
    return [...before].flatMap(([name, { id }]) => (names.has(name) ? [] : [id]))
  }

  /** Profiles of some inferred pairs; none after the last ones. */
  linkedPeople(from: number): number[] {
    return [...new Set(this.#linkedFrom(from).flatMap(({ low_id, high_id }) => [low_id, high_id]))]
  }

  #linkedFrom = (from: number) => this.#linked.pairs.slice(from, from + STEP_LINKED)

  compareLinked(from: number, people: string): { found: Found[]; outdated: number[] } {
    this.#meet(people)
    const found: Found[] = []
    const outdated: number[] = []
    for (const pair of this.#linkedFrom(from)) {
      const own = this.#likelihoodOf(pair)
      const was = this.#linked.open.get(nameOf(pair))
      if (own && own.score >= AGAINST) found.push({ ...pair, gain: 0, reasons: [...own.reasons, 'linked'] })
      else if (was) outdated.push(was.id)
    }
    return { found, outdated }
  }

  /** Ends the comparison: what was seen of the keys of each block that differs, and how many profiles have too common ones. */
  end(): { marks: Pick<KeyBlock, 'slot' | 'seen'>[]; cut: number } {
    let cut = 0
    for (let index = 0; index < this.#groups.ids.length; index++) if (this.#groups.isCut(index)) cut++
    return { marks: this.#groups.marks(), cut }
  }
}
