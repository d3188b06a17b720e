import { type Likeness, plain, typosBetween } from './likeness.ts'
import { englishForms, englishNames, thaiBeginnings, thaiEndings, thaiNames } from './name-words.ts'
import { splitName } from './names.ts'
import { isWrittenAs } from './thai-in-latin.ts'
import { openSound, thaiSound } from './thai-sounds.ts'

const isThai = (text: string) => text.charCodeAt(0) >= 0xe01 && text.charCodeAt(0) <= 0xe4e
const TITLE = /^(?:นาย|นาง|คุณ|ดร|เด็ก|[ก-ฮ]+\.|พ\.|พล|ม[\s.]|ว่าที่)/
/** Names of one word are shorter than this. */
const LONGEST = 40

/** A first name as it is compared, without a title that was typed onto it. */
export function plainName(text: string): string {
  const name = TITLE.test(text) ? (splitName(text).first_name ?? text) : text
  return plain(name).slice(0, LONGEST)
}

const groups = new Map<string, Set<number>>()
for (const [place, forms] of englishForms.entries())
  for (const form of forms) groups.set(form, (groups.get(form) ?? new Set()).add(place))
const english = new Set([...englishNames, ...groups.keys()])

// As they sound, for a name is known in whichever spelling.
const beginnings = new Set(thaiBeginnings.map(openSound))
const endings = new Set(thaiEndings.map(thaiSound))
const known = new Set(thaiNames.map(thaiSound))

/** True if a Thai name sounds real: a common one, or a combination of two name parts. */
function isThaiName(sound: string): boolean {
  let found = asked.get(sound)
  if (found === undefined) {
    found = known.has(sound) || isOfTwoMembers(sound)
    if (asked.size >= MOST_ASKED) asked.clear()
    asked.set(sound, found)
  }
  return found
}

const MOST_ASKED = 20_000
const asked = new Map<string, boolean>()

function isOfTwoMembers(sound: string): boolean {
  for (let at = 1; at < sound.length; at++)
    if (beginnings.has(sound.slice(0, at)) && endings.has(sound.slice(at))) return true
  return false
}

const MARK = /[็-๎]/g
const VOWEL_PAIRS = new Set([
  'ิี',
  'ีิ',
  'ุู',
  'ูุ',
  'ึื',
  'ืึ',
  'ีื',
  'ืี',
  'ิึ',
  'ึิ',
  'เแ',
  'แเ',
  'ไใ',
  'ใไ',
  'ิ\u0e31',
  '\u0e31ิ',
  'ี\u0e31',
  '\u0e31ี',
])
const isThaiVowel = (letter: string) => letter >= 'ะ' && letter <= 'ไ'
const isLatinVowel = (letter: string) => 'aeiouy'.includes(letter)

/** The part in which two texts differ: what is left of each without the same beginning and the same end. */
function differenceOf(a: string, b: string) {
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from++
  let [endA, endB] = [a.length, b.length]
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  return {
    of: a.slice(from, endA),
    to: b.slice(from, endB),
    atStart: from === 0,
    atEnd: endA === a.length || endB === b.length,
  }
}

const isSwap = (of: string, to: string) => of.length === 2 && to.length === 2 && of[0] === to[1] && of[1] === to[0]

/** Which of two names is known, if one is: two known ones are not compared by their letters. */
type Known = 'first' | 'second' | 'none'

/** True if two Thai names differ by a typing error. Both without tone marks. */
function isThaiSlip(a: string, b: string, known: Known): boolean {
  const longer = Math.max(a.length, b.length)
  const { of, to, atStart, atEnd } = differenceOf(a, b)
  if (VOWEL_PAIRS.has(of + to) || isSwap(of, to)) return longer >= 4
  const one = of + to
  if (one.length === 1) {
    // A letter typed twice.
    if (besideExtra(a, b).includes(one)) return longer >= 4
    const knownIsLonger = known === (a.length > b.length ? 'first' : 'second')
    if (known !== 'none' && knownIsLonger) return longer >= 5
    // อรุณ and อรุณี, กมล and กมลา are two names.
    if (atEnd && isThaiVowel(one)) return false
    return longer >= (known === 'none' ? 7 : 5) && !atStart
  }
  if (of.length === 1 && to.length === 1) {
    if (known !== 'none') return longer >= 6 || (longer === 5 && !atStart && !atEnd)
    return longer >= 7 && !atStart && !atEnd && isThaiVowel(of) === isThaiVowel(to)
  }
  return longer >= (known === 'none' ? 10 : 9) && !atStart && !atEnd && typosBetween(a, b) <= 2
}

/** Returns the letters around the position where one text has an extra letter. */
function besideExtra(a: string, b: string): string {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  let at = 0
  while (at < shorter.length && shorter[at] === longer[at]) at++
  return `${longer[at - 1] ?? ''}${longer[at + 1] ?? ''}`
}

const alikeInLatin = ['ckq', 'szx', 'vw', 'bp', 'dt', 'fp', 'gj', 'mn', 'lr', 'iy']
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const besideKeys = new Set(
  rows.flatMap((row) => [...row].slice(1).flatMap((key, at) => [row[at] + key, key + row[at]])),
)
const areAlike = (a: string, b: string) =>
  (isLatinVowel(a) && isLatinVowel(b)) ||
  besideKeys.has(a + b) ||
  alikeInLatin.some((set) => set.includes(a) && set.includes(b))

function isLatinSlip(a: string, b: string, known: Known): boolean {
  const longer = Math.max(a.length, b.length)
  const { of, to, atStart, atEnd } = differenceOf(a, b)
  const oneKnown = known !== 'none'
  if (isSwap(of, to)) return longer >= 5
  const one = of + to
  if (one.length === 1) {
    if (besideExtra(a, b).includes(one)) return longer >= 4
    const knownIsLonger = known === (a.length > b.length ? 'first' : 'second')
    if (oneKnown && knownIsLonger) return longer >= 5
    // Paul and Paula, Julia and Julian, Jane and Janet are two names.
    if (atEnd) return !isLatinVowel(one) && one !== 'n' && longer >= 6
    return longer >= (oneKnown && !atStart ? 5 : 7)
  }
  if (of.length === 1 && to.length === 1) {
    if (oneKnown) return longer >= (atStart ? 6 : 5) && !(atEnd && isLatinVowel(to) && isLatinVowel(of))
    return longer >= 7 && !atStart && !atEnd && areAlike(of, to)
  }
  return longer >= (oneKnown ? 8 : 11) && !atStart && !atEnd && typosBetween(a, b) <= 2
}

const whichOf = (first: boolean, second: boolean): Known => (first ? 'first' : second ? 'second' : 'none')

/** Neighbours in each other's place, or nothing but marks: no two names differ by that alone. */
function isSwapped(a: string, b: string): boolean {
  const { of, to } = differenceOf(a, b)
  return a.length >= 5 && (a === b || isSwap(of, to))
}

function thaiLikeness(a: string, b: string): Likeness {
  const [soundA, soundB] = [thaiSound(a), thaiSound(b)]
  // ปู and ปู่ are two names; of longer ones a tone mark is a way to spell.
  if (soundA === soundB)
    return soundA.length >= 3 || a.replace(MARK, '') !== b.replace(MARK, '') ? 'close' : 'different'
  const [baseA, baseB] = [a.replace(MARK, ''), b.replace(MARK, '')]
  if (isSwapped(baseA, baseB)) return 'close'
  const [knownA, knownB] = [isThaiName(soundA), isThaiName(soundB)]
  if (knownA && knownB) return 'different'
  return isThaiSlip(baseA, baseB, whichOf(knownA, knownB)) ? 'close' : 'different'
}

function latinLikeness(a: string, b: string): Likeness {
  const [groupsA, groupsB] = [groups.get(a), groups.get(b)]
  if (groupsA && groupsB) for (const group of groupsA) if (groupsB.has(group)) return 'close'
  const [knownA, knownB] = [english.has(a), english.has(b)]
  if (knownA && knownB) return 'different'
  return isLatinSlip(a, b, whichOf(knownA, knownB)) ? 'close' : 'different'
}

/**
 * Similarity of given names. Close: spelling variants (ณัฐพงษ์, นัฐพงศ์), one typing error, known short forms (Bob, Robert), or a
 * transliteration (สมชาย, Somchai). Two real names are different, however similar (ธนพร, ธนพล). Null if one is empty.
 */
export function compareGivenNames(a: string, b: string): Likeness {
  if (a === b) return a === '' ? null : 'same'
  return comparePlainGivenNames(plainName(a), plainName(b))
}

/** The same of names that `plainName` has made. */
export function comparePlainGivenNames(a: string, b: string): Likeness {
  if (a === '' || b === '') return null
  if (a === b) return 'same'
  const [thaiA, thaiB] = [isThai(a), isThai(b)]
  if (thaiA !== thaiB) return (thaiA ? isWrittenAs(a, b) : isWrittenAs(b, a)) ? 'close' : 'different'
  return thaiA ? thaiLikeness(a, b) : latinLikeness(a, b)
}

/** True if both are real names, so that neither is a typing error of the other. As normalized by `plainName`. */
export function areTwoNames(a: string, b: string): boolean {
  if (isThai(a) !== isThai(b)) return false
  return isThai(a) ? isThaiName(thaiSound(a)) && isThaiName(thaiSound(b)) : english.has(a) && english.has(b)
}
