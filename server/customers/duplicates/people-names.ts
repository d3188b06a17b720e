import { firstNamesAlike, type Plain, type PlainNames, plainNamesAlike, plainOf } from './compare.ts'
import { areTwo } from './rule.ts'

/** First and last name in Thai, then in Latin letters. */
export type Names = readonly [
  first: string | null,
  last: string | null,
  first_en: string | null,
  last_en: string | null,
]

const OF_ONE = 4
/** Number of a missing name. */
const NONE = 1
/** Compared first names that are remembered: about 40 MB. */
const MOST_COMPARED = 500_000

/** Names of the profiles of a store. They rule out nine of ten pairs, so that few profiles are read as a whole. */
export class PeopleNames {
  readonly #numbers = new Map<string | null, number>([[null, NONE]])
  readonly #plains: (Plain | undefined)[] = [undefined, plainOf(null)]
  readonly #alike = new Map<number, boolean>()
  readonly #texts: (string | null)[] = [null, null]
  /** Four numbers of each profile; 0 if its names are unknown. */
  readonly #ofPeople: Int32Array

  constructor(people: number) {
    this.#ofPeople = new Int32Array(OF_ONE * people)
  }

  has(index: number): boolean {
    return this.#ofPeople[OF_ONE * index] !== 0
  }

  add(index: number, names: Names): void {
    for (const [at, name] of names.entries()) this.#ofPeople[OF_ONE * index + at] = this.#numberOf(name)
  }

  /** True if the names of two profiles alone keep their pair from being listed, or those of one are unknown. */
  areTwo(one: number, other: number): boolean {
    if (!this.has(one) || !this.has(other)) return true
    for (const at of [0, 2])
      if (this.#areAlike(this.#ofPeople[OF_ONE * one + at]!, this.#ofPeople[OF_ONE * other + at]!)) return false
    return areTwo(plainNamesAlike(this.#namesOf(one), this.#namesOf(other)))
  }

  /** True if two first names are there and not different. Many people have the same ones. */
  #areAlike(one: number, other: number): boolean {
    if (one === NONE || other === NONE) return false
    if (one === other) return true
    const key = Math.min(one, other) * 2 ** 26 + Math.max(one, other)
    let alike = this.#alike.get(key)
    if (alike === undefined) {
      const found = firstNamesAlike(this.#plain(one).whole, this.#plain(other).whole)
      alike = found !== 'different' && found !== null
      if (this.#alike.size > MOST_COMPARED) this.#alike.clear()
      this.#alike.set(key, alike)
    }
    return alike
  }

  #numberOf(name: string | null): number {
    let number = this.#numbers.get(name)
    if (number === undefined) {
      number = this.#texts.push(name) - 1
      this.#numbers.set(name, number)
    }
    return number
  }

  #plain(number: number): Plain {
    this.#plains[number] ??= plainOf(this.#texts[number]!)
    return this.#plains[number]
  }

  #plainOf = (at: number) => this.#plain(this.#ofPeople[at]!)

  #namesOf(index: number): PlainNames[] {
    const at = OF_ONE * index
    return [
      { first: this.#plainOf(at), last: this.#plainOf(at + 1) },
      { first: this.#plainOf(at + 2), last: this.#plainOf(at + 3) },
    ]
  }
}
