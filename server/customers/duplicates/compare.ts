import { areTwoNames, comparePlainGivenNames, plainName } from '../../formats/values/given-names.ts'
import { plain, typosBetween } from '../../formats/values/likeness.ts'
import { isWrittenAs } from '../../formats/values/thai-in-latin.ts'
import { thaiSound } from '../../formats/values/thai-sounds.ts'

/** Profile data that the rule compares. */
export interface ComparedPerson {
  id: number
  first_name: string | null
  last_name: string | null
  first_name_en: string | null
  last_name_en: string | null
  birth_date: string | null
  phone: string | null
  email: string | null
  citizen_id: string | null
  line_user_id: string | null
  gender: string | null
  address: string | null
  address_en: string | null
  custom: Record<string, string | number | boolean>
}

/** Similarity of two texts. Akin: a third of the letters differ, or one whole part of a name. Null: one is missing. */
export type Alike = 'same' | 'close' | 'akin' | 'different' | null

/** Share of the longer text's letters that may be mistyped, swapped, missing or added. */
const TYPOS = 0.34
/** In a text shorter than this two slips are another text. */
const SHORTEST_OF_TWO_SLIPS = 6
const SHORTEST_AKIN = 5

/** Similarity of two texts normalized by `plain`: close is one typing error, or two apart. */
export function textsAlike(a: string, b: string): Alike {
  if (a === '' || b === '') return null
  if (a === b) return 'same'
  const longer = Math.max(a.length, b.length)
  const allowed = Math.max(Math.floor(longer * TYPOS), longer >= SHORTEST_AKIN ? 2 : 1)
  if (Math.abs(a.length - b.length) > allowed || lettersApart(a, b) > allowed) return 'different'
  if (digitsOf(a) !== digitsOf(b)) return 'different'
  const typos = typosBetween(a, b)
  if (typos <= 1) return longer > 2 ? 'close' : 'akin'
  if (typos > allowed || isPartReplaced(a, b, typos)) return 'different'
  return typos === 2 && longer >= SHORTEST_OF_TWO_SLIPS ? 'close' : 'akin'
}

/** Minimum typing errors between two texts, because each adds or takes one letter: a fast test that most texts fail. */
function lettersApart(a: string, b: string): number {
  const [ofA, ofB] = [lettersOf(a), lettersOf(b)]
  return Math.max(bitsOf(ofA & ~ofB), bitsOf(ofB & ~ofA))
}

/** One bit for each letter; some letters share one. */
function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters
}

function bitsOf(letters: number): number {
  let bits = 0
  for (let left = letters; left !== 0; left &= left - 1) bits++
  return bits
}

/** Branch 2 and Branch 3 are two; a house number is part of what it is. */
const digitsOf = (text: string) => (mayHaveDigits(text) && /\p{N}/u.test(text) ? text.replace(/\P{N}/gu, '') : '')

/** False for Thai and Latin letters alone. */
function mayHaveDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter < 0x3a || (letter > 0x7f && (letter < 0xe01 || letter > 0xe4e))) return true
  }
  return false
}

/** Share of differing letters between the first and last difference that makes it another part. */
const REPLACED = 0.6

/** True if a whole part of one text is another part in the other, as in branches of a shop (บางนา, บางแค). */
function isPartReplaced(a: string, b: string, typos: number): boolean {
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  let end = 0
  while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [partOfA, partOfB] = [a.length - from - end, b.length - from - end]
  return Math.min(partOfA, partOfB) > 0 && typos >= REPLACED * Math.max(partOfA, partOfB)
}

/** Compares texts of two alphabets by how the Thai one is written in Latin letters. */
function textsOfAnyAlphabet(a: string, b: string): Alike {
  if (a === '' || b === '' || isThai(a) === isThai(b)) return textsAlike(a, b)
  return (isThai(a) ? isWrittenAs(a, b) : isWrittenAs(b, a)) ? 'close' : 'different'
}

/** Last names that sound the same are close. */
function lastNamesAlike(a: string, b: string): Alike {
  const found = textsOfAnyAlphabet(a, b)
  return found !== 'close' &&
    found !== 'same' &&
    found !== null &&
    isThai(a) &&
    isThai(b) &&
    thaiSound(a) === thaiSound(b)
    ? 'close'
    : found
}

const isThai = (text: string) => text.charCodeAt(0) >= 0xe01 && text.charCodeAt(0) <= 0xe4e

/** Given names by their letters, short forms and both alphabets included. */
export function firstNamesAlike(a: string, b: string): Alike {
  const found = textsAlike(a, b)
  if (found === null || found === 'same') return found
  const given = comparePlainGivenNames(a, b)
  if (given === 'close' || (given === 'near' && isThai(a) && thaiSound(a) === thaiSound(b))) return 'close'
  if (found === 'different') return found
  // Two names that people bear may be told apart by a letter or two.
  return areTwoNames(a, b) ? 'different' : 'akin'
}

/** A name as it is compared. */
export interface Plain {
  whole: string
  /** Parts of a compound name; undefined for single names. */
  words: string[] | undefined
}

export interface PlainNames {
  first: Plain
  last: Plain
}

export const plainOf = (name: string | null): Plain => ({
  whole: name === null ? '' : plainName(name),
  words: name?.includes(' ') ? name.split(' ') : undefined,
})

/** A profile is compared with many others. */
const kept = new WeakMap<ComparedPerson, PlainNames[]>()

/** The names of a profile in either alphabet, the Thai ones first. */
export function plainNamesOf(person: ComparedPerson): PlainNames[] {
  let names = kept.get(person)
  if (!names) {
    names = [
      { first: plainOf(person.first_name), last: plainOf(person.last_name) },
      { first: plainOf(person.first_name_en), last: plainOf(person.last_name_en) },
    ]
    kept.set(person, names)
  }
  return names
}

/** Names of several words (a shop and its branch) are alike as far as the words are that they don't share. */
function byWords(a: Plain, b: Plain, alike: (a: string, b: string) => Alike): Alike {
  const whole = alike(a.whole, b.whole)
  if ((!a.words && !b.words) || whole === null || whole === 'same') return whole
  const [wordsOfA, wordsOfB] = [a.words ?? [a.whole], b.words ?? [b.whole]]
  const restOfA = plain(wordsOfA.filter((word) => !wordsOfB.includes(word)).join(''))
  const restOfB = plain(wordsOfB.filter((word) => !wordsOfA.includes(word)).join(''))
  if (restOfA === '' || restOfB === '') return whole === 'close' ? 'close' : 'akin'
  return alike(restOfA, restOfB)
}

export interface NamesAlike {
  first: Alike
  last: Alike
}

const worth = { same: 3, close: 2, akin: 0, different: -3 }
const worthOf = ({ first, last }: NamesAlike) => (first ? worth[first] : 0) + (last ? worth[last] : 0)

export const namesAlike = (a: ComparedPerson, b: ComparedPerson): NamesAlike =>
  plainNamesAlike(plainNamesOf(a), plainNamesOf(b))

/** Best likeness of first and last names within each alphabet, also in swapped order; across alphabets if no name shares one. */
export function plainNamesAlike(ofA: readonly PlainNames[], ofB: readonly PlainNames[]): NamesAlike {
  const within = bestOf(ofA.map((one, index) => [one, ofB[index]!]))
  if (within.first !== null || within.last !== null) return within
  return bestOf(ofA.map((one, index) => [one, ofB[1 - index]!]))
}

function bestOf(pairs: [PlainNames, PlainNames][]): NamesAlike {
  let best: NamesAlike = { first: null, last: null }
  for (const [one, other] of pairs) {
    const straight = {
      first: byWords(one.first, other.first, firstNamesAlike),
      last: byWords(one.last, other.last, lastNamesAlike),
    }
    if (straight.first === null && straight.last === null) continue
    const found =
      (straight.first === 'different' && straight.last === 'different' && swappedNames(one, other)) || straight
    if ((best.first === null && best.last === null) || worthOf(found) > worthOf(best)) best = found
  }
  return best
}

function swappedNames(a: PlainNames, b: PlainNames): NamesAlike | null {
  const crossed = [textsOfAnyAlphabet(a.first.whole, b.last.whole), textsOfAnyAlphabet(a.last.whole, b.first.whole)]
  if (!crossed.every((one) => one === 'same' || one === 'close')) return null
  // Both names misspelled and swapped are two people, unless the alphabet explains the spelling.
  if (!crossed.includes('same') && isThai(a.first.whole) === isThai(b.last.whole)) return null
  // The same whichever of the two profiles comes first.
  return { first: 'same', last: crossed.includes('close') ? 'close' : 'same' }
}
