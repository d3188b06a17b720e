import { areTwoNames, plainGivenNamesLikeness, plainName } from '../values/given-names.ts'
import { plain, typosBetween } from '../values/likeness.ts'
import { thaiSound } from '../values/thai-sounds.ts'

/** What the rule looks at of a profile. */
export interface Person {
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

/** How alike two texts are. Akin: about a third of the letters are others, or a whole part of one name is. Null: one is missing. */
export type Alike = 'same' | 'close' | 'akin' | 'different' | null

/** Of the longer text's letters, how many may be mistyped, swapped, missing or added. */
const TYPOS = 0.34
/** In a text shorter than this two slips are another text. */
const SHORTEST_OF_TWO_SLIPS = 6
const SHORTEST_AKIN = 5

/** How alike two texts are, made by `plain`: close is one slip of the hand, or two that lie apart. */
export function textsAlike(a: string, b: string): Alike {
  if (a === '' || b === '') return null
  if (a === b) return 'same'
  const longer = Math.max(a.length, b.length)
  const allowed = Math.max(Math.floor(longer * TYPOS), longer >= SHORTEST_AKIN ? 2 : 1)
  if (Math.abs(a.length - b.length) > allowed) return 'different'
  if (digitsOf(a) !== digitsOf(b)) return 'different'
  const typos = typosBetween(a, b)
  if (typos <= 1) return longer > 2 ? 'close' : 'akin'
  if (typos > allowed || isPartReplaced(a, b, typos)) return 'different'
  return typos === 2 && longer >= SHORTEST_OF_TWO_SLIPS ? 'close' : 'akin'
}

/** Branch 2 and Branch 3 are two; a house number is part of what it is. */
const digitsOf = (text: string) => (/\p{N}/u.test(text) ? text.replace(/\P{N}/gu, '') : '')

/** Of the letters between the first and the last that differ, how many are others where a part stands for another one. */
const REPLACED = 0.6

/** Whether a whole part of one text is another part in the other, as of the branches of a shop (บางนา, บางแค). */
function isPartReplaced(a: string, b: string, typos: number): boolean {
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  let end = 0
  while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [partOfA, partOfB] = [a.length - from - end, b.length - from - end]
  return Math.min(partOfA, partOfB) > 0 && typos >= REPLACED * Math.max(partOfA, partOfB)
}

/** A family name in the spelling of another that sounds the same is close. */
function lastNamesAlike(a: string, b: string): Alike {
  const found = textsAlike(a, b)
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
function firstNamesAlike(a: string, b: string): Alike {
  const found = textsAlike(a, b)
  if (found === null || found === 'same') return found
  const given = plainGivenNamesLikeness(a, b)
  if (given === 'close') return 'close'
  if (found === 'different') return found
  // Two names that people bear may be told apart by a letter or two.
  return areTwoNames(a, b) ? 'different' : 'akin'
}

/** Names of several words (a shop and its branch) are alike as far as the words are that they don't share. */
function byWords(a: string | null, b: string | null, alike: (a: string, b: string) => Alike): Alike {
  const [one, two] = [a ?? '', b ?? '']
  if (!one.includes(' ') && !two.includes(' ')) return alike(plainName(one), plainName(two))
  const whole = alike(plainName(one), plainName(two))
  if (whole === null || whole === 'same') return whole
  const [wordsOfOne, wordsOfTwo] = [one.split(' '), two.split(' ')]
  const [restOfOne, restOfTwo] = [
    wordsOfOne.filter((word) => !wordsOfTwo.includes(word)),
    wordsOfTwo.filter((word) => !wordsOfOne.includes(word)),
  ].map((words) => plain(words.join('')))
  if (restOfOne === '' || restOfTwo === '') return whole === 'close' ? 'close' : 'akin'
  return alike(restOfOne!, restOfTwo!)
}

export interface NamesAlike {
  first: Alike
  last: Alike
}

const worth = { same: 3, close: 2, akin: 0, different: -3 }
const worthOf = ({ first, last }: NamesAlike) => (first ? worth[first] : 0) + (last ? worth[last] : 0)

/** First and last names of either alphabet, also with the two in each other's place: the best of what they can mean. */
export function namesAlike(a: Person, b: Person): NamesAlike {
  let best: NamesAlike = { first: null, last: null }
  for (const [firstA, lastA, firstB, lastB] of [
    [a.first_name, a.last_name, b.first_name, b.last_name],
    [a.first_name_en, a.last_name_en, b.first_name_en, b.last_name_en],
  ] as const) {
    const straight = { first: byWords(firstA, firstB, firstNamesAlike), last: byWords(lastA, lastB, lastNamesAlike) }
    if (straight.first === null && straight.last === null) continue
    const swapped = swappedNames(firstA, lastA, firstB, lastB, straight)
    const found = swapped && worthOf(swapped) > worthOf(straight) ? swapped : straight
    if ((best.first === null && best.last === null) || worthOf(found) > worthOf(best)) best = found
  }
  return best
}

function swappedNames(
  firstA: string | null,
  lastA: string | null,
  firstB: string | null,
  lastB: string | null,
  straight: NamesAlike,
): NamesAlike | null {
  if (firstA === null || lastA === null || firstB === null || lastB === null) return null
  if (straight.first !== 'different' || straight.last !== 'different') return null
  const crossed = [textsAlike(plainName(firstA), plain(lastB)), textsAlike(plain(lastA), plainName(firstB))]
  if (!crossed.includes('same') || !crossed.every((one) => one === 'same' || one === 'close')) return null
  // The same whichever of the two profiles comes first.
  return { first: 'same', last: crossed.includes('close') ? 'close' : 'same' }
}
