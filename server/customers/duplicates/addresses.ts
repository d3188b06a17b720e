import { type AddressWord, addressWords } from '../../formats/values/address-words.ts'
import { typosBetween } from '../../formats/values/likeness.ts'
import type { ComparedPerson } from './compare.ts'
import { duplicateHash } from './hash.ts'

/** Information of a store's address words, in bits: by hash for words of several addresses, and a default for all others. */
export interface AddressWords {
  common: ReadonlyMap<number, number>
  rare: number
}

/** Bits by which two addresses agree and differ, for house number and place; null if one is missing or they use different alphabets. */
type AddressLikeness = Record<'agree' | 'differ', Record<AddressWord['kind'], number>>

interface Weighed extends AddressWord {
  bits: number
}

/** Maximum bits of one word. */
const MOST_BITS = 8
/** Minimum addresses to measure how common their words are. */
const FEWEST = 20
/** Share of its bits that a misspelled word counts. */
const CLOSE = 0.75
/** Parts of one place are correlated: each further one counts this share of the previous one. */
const GOES_WITH = 0.5

/** Measures the information of each word in a sample: the rarer, the more. Words of a single address are not kept. */
export function addressWordsOf(sample: readonly ComparedPerson[]): AddressWords {
  const addresses = sample.map(wordsOf).filter((words) => words.length > 0)
  if (addresses.length < FEWEST) return { common: new Map(), rare: 0 }
  const counts = new Map<number, number>()
  for (const words of addresses)
    for (const hash of new Set(words.map(({ text }) => duplicateHash(text))))
      counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const rare = Math.min(MOST_BITS, Math.log2(addresses.length))
  const common = new Map<number, number>()
  for (const [hash, count] of counts) {
    const bits = Math.log2(addresses.length / count)
    if (count > 1 && bits < rare) common.set(hash, bits)
  }
  return { common, rare }
}

const isThai = (address: string) => /[ก-ฮ]/.test(address)
const addressOf = (person: ComparedPerson) => person.address ?? person.address_en ?? ''

/** A profile is compared with many others. */
const kept = new WeakMap<ComparedPerson, AddressWord[]>()
const weighed = new WeakMap<ComparedPerson, Weighed[]>()

/** The number of the house that a profile's address begins with. */
export const houseOf = (person: ComparedPerson): string | undefined =>
  wordsOf(person).find(({ text, kind }) => kind === 'door' && /^\d/.test(text))?.text

/** The words of a profile's address, in their order. */
function wordsOf(person: ComparedPerson): AddressWord[] {
  let words = kept.get(person)
  if (!words) {
    words = addressWords(addressOf(person))
    kept.set(person, words)
  }
  return words
}

function weighedOf(person: ComparedPerson, { common, rare }: AddressWords): Weighed[] {
  let words = weighed.get(person)
  if (!words) {
    words = wordsOf(person).map((word) => ({ ...word, bits: common.get(duplicateHash(word.text)) ?? rare }))
    weighed.set(person, words)
  }
  return words
}

/**
 * Compares two addresses word by word: in any order, misspelled, or with blanks added or missing. Words of only one side may be omissions;
 * addresses differ by what both have on their own.
 */
export function addressesAlike(a: ComparedPerson, b: ComparedPerson, telling: AddressWords): AddressLikeness | null {
  // The same whichever of the two profiles comes first.
  const [one, other] = addressOf(a) <= addressOf(b) ? [a, b] : [b, a]
  const agreed: Weighed[] = []
  let [ofOne, ofOther] = [weighedOf(one, telling), weighedOf(other, telling)]
  if (ofOne.length === 0 || ofOther.length === 0 || isThai(addressOf(a)) !== isThai(addressOf(b))) return null
  const texts = new Set(ofOne.map(({ text }) => text))
  const shared = new Set(ofOther.filter(({ text }) => texts.has(text)).map(({ text }) => text))
  agreed.push(...ofOne.filter(({ text }) => shared.has(text)))
  ofOne = ofOne.filter(({ text }) => !shared.has(text))
  ofOther = ofOther.filter(({ text }) => !shared.has(text))
  ofOne = withoutClose(ofOne, ofOther, agreed)
  ofOther = withoutClose(ofOther, ofOne, agreed)
  const least = (kind: AddressWord['kind']) => Math.min(saidBy(ofOne, kind), saidBy(ofOther, kind))
  return {
    agree: { door: saidBy(agreed, 'door'), place: saidBy(agreed, 'place') },
    differ: { door: least('door'), place: least('place') },
  }
}

/** Filters words without a close match, alone or joined with their neighbour; matched words go to `agreed`. */
function withoutClose(words: Weighed[], others: Weighed[], agreed: Weighed[]): Weighed[] {
  return words.filter((word) => {
    let at = others.findIndex((other) => isClose(word, other))
    let many = 1
    if (at < 0 && word.kind === 'place') {
      at = others.findIndex((other, place) => isGlued(word, other, others[place + 1]))
      many = 2
    }
    if (at < 0) return true
    const taken = others.splice(at, many)
    agreed.push({ ...word, bits: CLOSE * Math.min(word.bits, ...taken.map(({ bits }) => bits)) })
    return false
  })
}

const SHORTEST_CLOSE = 4
const SHORTEST_OF_TWO_SLIPS = 8
/** In a shorter number, a typing error yields a neighbour's house. */
const SHORTEST_DOOR = 3

function isClose(a: Weighed, b: Weighed): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'place') return areTextsClose(a.text, b.text)
  return Math.min(a.text.length, b.text.length) >= SHORTEST_DOOR && typosBetween(a.text, b.text) === 1
}

/** True for one typing error, or two in a long word. */
function areTextsClose(a: string, b: string): boolean {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  const allowed = shorter < SHORTEST_CLOSE ? 0 : shorter < SHORTEST_OF_TWO_SLIPS ? 1 : 2
  return longer - shorter <= allowed && typosBetween(a, b) <= allowed
}

const isGlued = (word: Weighed, first: Weighed, second: Weighed | undefined) =>
  first.kind === 'place' && second?.kind === 'place' && areTextsClose(word.text, first.text + second.text)

/** Sums the bits of words of one kind. */
function saidBy(words: readonly Weighed[], kind: AddressWord['kind']): number {
  const bits = words.flatMap((word) => (word.kind === kind ? [word.bits] : [])).sort((a, b) => b - a)
  return bits.reduce((sum, one, place) => sum + one * GOES_WITH ** place, 0)
}
