import { plainName } from '../values/given-names.ts'
import { type Likeness, plain, typosBetween } from '../values/likeness.ts'

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

/** Of the longer text's letters, how many may be mistyped, swapped, missing or added. */
const TYPOS = 0.34

export function likenessOf(a: string, b: string): Likeness {
  if (a === '' || b === '') return null
  if (a === b) return 'same'
  const longer = Math.max(a.length, b.length)
  const allowed = Math.floor(longer * TYPOS)
  if (Math.abs(a.length - b.length) > allowed) return 'different'
  return typosBetween(a, b) <= allowed ? 'close' : 'different'
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
    const [fa, la, fb, lb] = [plainName(firstA ?? ''), plain(lastA ?? ''), plainName(firstB ?? ''), plain(lastB ?? '')]
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
