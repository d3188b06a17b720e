import { splitName } from '../values/names.ts'

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

/** How two values stand to each other; null when one of them is missing. */
export type Likeness = 'same' | 'close' | 'different' | null

/** Words of an address may be many; what is compared is bounded. */
const LONGEST = 60
/** Of the longer text's letters, how many may be mistyped, swapped, missing or added. */
const TYPOS = 0.34

/** A text as it is compared: letters and digits alone, in lower case. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .slice(0, LONGEST)

/** A first name without a title that was typed onto it. */
export const plainName = (text: string | null) =>
  text === null ? '' : plain(/^[\u0e00-\u0e7f]/.test(text) ? (splitName(text).first_name ?? text) : text)

export function likenessOf(a: string, b: string): Likeness {
  if (a === '' || b === '') return null
  if (a === b) return 'same'
  const longer = Math.max(a.length, b.length)
  const allowed = Math.floor(longer * TYPOS)
  if (Math.abs(a.length - b.length) > allowed) return 'different'
  return typosBetween(a, b) <= allowed ? 'close' : 'different'
}

/** How many letters are mistyped, missing, added, or swapped with their neighbour (optimal string alignment). */
export function typosBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const now = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, now[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      now.push(least)
    }
    before = last
    last = now
  }
  return last[b.length]!
}

/** Days are close when one digit is mistyped, two neighbours are swapped, or day and month are. */
export function daysLikeness(a: string | null, b: string | null): Likeness {
  if (a === null || b === null) return null
  if (a === b) return 'same'
  if (`${a.slice(0, 4)}-${a.slice(8)}-${a.slice(5, 7)}` === b) return 'close'
  return typosBetween(a.replaceAll('-', ''), b.replaceAll('-', '')) <= 1 ? 'close' : 'different'
}

interface Names {
  first: Likeness
  last: Likeness
}

const worth = { same: 2, close: 1, different: -2 }
const worthOf = ({ first, last }: Names) => (first ? worth[first] : 0) + (last ? worth[last] : 0)

/** First and last names of either alphabet, also with the two in each other's place: the best of what they can mean. */
export function namesLikeness(a: Person, b: Person): Names {
  const pairs = [
    [a.first_name, a.last_name, b.first_name, b.last_name],
    [a.first_name_en, a.last_name_en, b.first_name_en, b.last_name_en],
  ] as const
  const all = pairs.flatMap(([firstA, lastA, firstB, lastB]) => {
    const [fa, la, fb, lb] = [plainName(firstA), plain(lastA ?? ''), plainName(firstB), plain(lastB ?? '')]
    const straight = { first: likenessOf(fa, fb), last: likenessOf(la, lb) }
    const crossed = [likenessOf(fa, lb), likenessOf(la, fb)]
    const swapped = crossed.includes('same') && crossed.every((one) => one === 'same' || one === 'close')
    // The same whichever of the two profiles comes first.
    const asSwapped: Names = { first: 'same', last: crossed.includes('close') ? 'close' : 'same' }
    return swapped && worthOf(asSwapped) > worthOf(straight) ? [asSwapped] : [straight]
  })
  const known = all.filter((names) => !isEmpty(names))
  return known.reduce((best, next) => (worthOf(next) > worthOf(best) ? next : best), known[0] ?? nameless)
}

const nameless: Names = { first: null, last: null }

const isEmpty = ({ first, last }: Names) => first === null && last === null
