import type { duplicateReasons } from '@ruam/contract/profile-duplicates.ts'
import { hasCheckDigit } from '../values/citizen-ids.ts'
import { daysLikeness } from '../values/days-likeness.ts'
import { type Likeness, plain } from '../values/likeness.ts'
import { likenessOf, namesLikeness, type Person } from './compare.ts'

export type Reason = (typeof duplicateReasons)[number]

/**
 * Points that a field gives or takes, in bits: each one doubles or halves the odds that two profiles are one person. A field that
 * one of them lacks says nothing.
 */
const points = {
  citizen_id: { same: 14, close: 0, different: -20 },
  line_user_id: { same: 14, close: 0, different: -1 },
  phone: { same: 8, close: 0, different: -1 },
  email: { same: 8, close: 1, different: -1 },
  first_name: { same: 4, close: 3, different: -5 },
  last_name: { same: 4, close: 3, different: -3 },
  birth_date: { same: 6, close: 4, different: -5 },
  gender: { same: 0, close: 0, different: -3 },
} as const

/** What must be gathered for a pair to be more likely one person than two. */
const ENOUGH = 10
/** From here on a pair is listed. */
export const LISTED = 0.5
/** People of one family share phones and addresses: with another first name a pair is never surer than this. */
const OTHER_FIRST_NAME = 0.3
/** Two citizen ids are two people. Only what they share is told, and the pair stands at the end. */
const OTHER_CITIZEN = 0.01
/** The address and the store's own fields together give no more than this, and take no more: they often go with each other. */
const MOST_OF_OTHERS = 12
const LEAST_OF_OTHERS = -8

/** How telling the address and each of the store's own fields is, by field: points when two profiles agree in it, or differ. */
export type Telling = ReadonlyMap<string, Told>
export interface Told {
  gives: number
  takes: number
}

interface Likely {
  /** 0 to 1. */
  score: number
  reasons: Reason[]
  listed: boolean
}

const same = (a: string | null, b: string | null): Likeness =>
  a === null || b === null ? null : a === b ? 'same' : 'different'

/** How likely two profiles are one person, and why. Pure; the same whichever comes first. */
export function likelihoodOf(a: Person, b: Person, telling: Telling): Likely {
  const names = namesLikeness(a, b)
  const likeness = {
    citizen_id: same(a.citizen_id, b.citizen_id),
    line_user_id: same(a.line_user_id, b.line_user_id),
    phone: same(a.phone, b.phone),
    email: mailLikeness(a.email, b.email),
    first_name: names.first,
    last_name: names.last,
    birth_date: daysLikeness(a.birth_date, b.birth_date),
    gender: same(a.gender, b.gender),
  }
  let sum = 0
  for (const [field, found] of Object.entries(likeness)) {
    if (found) sum += points[field as keyof typeof points][found]
  }
  const others = othersOf(a, b, telling)
  sum += Math.max(LEAST_OF_OTHERS, Math.min(MOST_OF_OTHERS, others.sum))
  const known = likeness.citizen_id === 'same' || likeness.line_user_id === 'same'
  const twoCitizens =
    likeness.citizen_id === 'different' && hasCheckDigit(a.citizen_id!) && hasCheckDigit(b.citizen_id!)
  let score = 1 / (1 + 2 ** (ENOUGH - sum))
  if (names.first === 'different' && !known) score = Math.min(score, OTHER_FIRST_NAME)
  if (twoCitizens) score = Math.min(score, OTHER_CITIZEN)
  const alike = (one: Likeness) => one === 'same' || one === 'close'
  const shared: Reason[] = [
    ...(likeness.citizen_id === 'same' ? (['same_citizen_id'] as const) : []),
    ...(likeness.line_user_id === 'same' ? (['same_line'] as const) : []),
    ...(likeness.phone === 'same' ? (['same_phone'] as const) : []),
    ...(likeness.email === 'same' ? (['same_email'] as const) : []),
  ]
  const reasons: Reason[] = [
    ...shared,
    ...(alike(names.first) && names.last !== 'different' ? (['similar_name'] as const) : []),
    ...(alike(likeness.birth_date) ? (['same_birth_date'] as const) : []),
    ...(others.address ? (['same_address'] as const) : []),
  ]
  return { score, reasons, listed: score >= LISTED || shared.length > 0 }
}

function mailLikeness(a: string | null, b: string | null): Likeness {
  if (a === null || b === null || a === b) return same(a, b)
  return a.slice(0, a.indexOf('@')) === b.slice(0, b.indexOf('@')) ? 'close' : 'different'
}

/** A field in which two profiles differ takes this share of what it would have given. */
const TAKEN = 0.35
/** One that is close gives this share. */
const CLOSE = 0.6

/** With another digit it is another house or another number; a letter may be mistyped. */
function textLikeness(a: string, b: string): Likeness {
  const found = likenessOf(a, b)
  return found === 'close' && digitsOf(a) !== digitsOf(b) ? 'different' : found
}

const digitsOf = (text: string) => text.replace(/\P{N}/gu, '')

/** The address and the store's own fields, each by how telling it is. */
function othersOf(a: Person, b: Person, telling: Telling): { sum: number; address: boolean } {
  let sum = 0
  let address = false
  for (const [field, { gives, takes }] of telling) {
    const found = textLikeness(textOf(a, field), textOf(b, field))
    if (found === null) continue
    if (field === 'address' && found !== 'different') address = true
    sum += found === 'same' ? gives : found === 'close' ? gives * CLOSE : -takes
  }
  return { sum, address }
}

/** The value of the address or of one of the store's own fields, as it is compared. */
export function textOf(person: Person, field: string): string {
  if (field === 'address') return plain(person.address ?? person.address_en ?? '')
  const value = person.custom[field]
  // Yes and no say nothing about who somebody is.
  return value === undefined || typeof value === 'boolean' ? '' : plain(String(value))
}

const MOST_TELLING = 5
const LEAST_TELLING = 0.2
/** With fewer values than this nobody can tell how common they are. */
const FEWEST_VALUES = 20

/**
 * How telling each field is, from a sample: the rarer it is that two people agree by chance, the more an agreement gives. `keys`:
 * the fields by which an import tells people apart. Two profiles differ in such a one by their making, so that takes nothing.
 */
export function tellingOf(sample: readonly Person[], keys: ReadonlySet<string>): Telling {
  const fields = new Set(['address', ...sample.flatMap((person) => Object.keys(person.custom))])
  const telling = new Map<string, Told>()
  for (const field of fields) {
    const texts = sample.map((person) => textOf(person, field)).filter((text) => text !== '')
    if (texts.length < FEWEST_VALUES) continue
    const counts = [...Map.groupBy(texts, (text) => text).values()].map((group) => group.length)
    const chance = counts.reduce((sum, count) => sum + (count / texts.length) ** 2, 0)
    const gives = Math.min(MOST_TELLING, -Math.log2(chance) / 2)
    if (gives > LEAST_TELLING) telling.set(field, { gives, takes: keys.has(field) ? 0 : gives * TAKEN })
  }
  return telling
}
