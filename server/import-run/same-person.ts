import { daysLikeness } from '../values/days-likeness.ts'
import { givenNamesLikeness } from '../values/given-names.ts'
import { plain, typosBetween } from '../values/likeness.ts'
import { splitName } from '../values/names.ts'
import type { PlannedField, Values } from './planned-field.ts'

/** Places in a plan's fields of what tells people apart, beside the key that found them. */
export interface Traits {
  givenNames: number[]
  lastNames: number[]
  birthDates: number[]
  /** Values that only one person has: equal ones speak for the same person. */
  ids: number[]
  /** Those of the ids of which a person has one at a time: different ones speak against. */
  own: number[]
  phonesAndEmails: number[]
  titles: number[]
}

/** What a row and a stored person say of each other. */
export type Verdict = 'agrees' | 'silent' | 'against'

const sharedColumns = new Set(['phone', 'email'])

/** Whether people share a key: phones and e-mails go around in families and shops, any other belongs to one person. */
export const isShared = ({ field }: Pick<PlannedField, 'field'>) => sharedColumns.has(field.column ?? '')

export function traitsOf(fields: readonly PlannedField[], keys: readonly number[]): Traits {
  const places = (...columns: string[]) =>
    fields.flatMap(({ field }, place) => (field.column && columns.includes(field.column) ? [place] : []))
  const personal = keys.filter((key) => !isShared(fields[key]!))
  return {
    givenNames: places('first_name', 'first_name_en'),
    lastNames: places('last_name', 'last_name_en'),
    birthDates: places('birth_date'),
    ids: [...new Set([...places('citizen_id', 'line_user_id'), ...personal])],
    own: [...new Set([...places('citizen_id'), ...personal])],
    phonesAndEmails: places(...sharedColumns),
    titles: places('prefix_name'),
  }
}

/**
 * Whether somebody found by a shared key can be the person of the row. An id of their own decides; else a birth date that differs
 * speaks against, a given name that is alike or an equal birth date for it, and a given name far apart against; where there is
 * nothing else, not even the phone beside the e-mail, another surname does (decision 20).
 */
export function verdictByShared(traits: Traits, row: Values, person: Values): Verdict {
  if (traits.own.some((place) => differ(row[place], person[place]))) return 'against'
  if (traits.ids.some((place) => equal(row[place], person[place]))) return 'agrees'
  const birth = birthLikeness(traits, row, person)
  if (birth === 'different') return 'against'
  const given = givenLikeness(traits, row, person)
  if (given === 'same' || given === 'close' || birth === 'same') return 'agrees'
  if (given === 'different') return 'against'
  if (sharedValues(traits, row, person) > 1) return 'silent'
  return haveOtherSurnames(traits, row, person) ? 'against' : 'silent'
}

/**
 * Whether somebody found by an id of their own can't be the person of the row all the same: the given name or the birth date
 * differs, so does one thing more, and nothing agrees. A number that was given to somebody new looks like this.
 */
export function contradictsId(traits: Traits, row: Values, person: Values): boolean {
  const birth = birthLikeness(traits, row, person)
  if (birth === 'same' || birth === 'close') return false
  const given = givenLikeness(traits, row, person)
  if (given === 'same' || given === 'close') return false
  if (given !== 'different' && birth !== 'different') return false
  const others = traits.phonesAndEmails
  if ([...others, ...traits.lastNames].some((place) => equal(row[place], person[place]))) return false
  const more = others.filter((place) => differ(row[place], person[place])).length
  return more + (given === 'different' && birth === 'different' ? 1 : 0) > 0
}

type Value = Values[number] | undefined

const isThere = (value: Value) => value !== null && value !== undefined && value !== ''
export const equal = (a: Value, b: Value) => isThere(a) && a === b
export const differ = (a: Value, b: Value) => isThere(a) && isThere(b) && a !== b

/** The first of January is what systems write for a birth date that nobody knows: it says nothing. */
const isFiller = (day: string) => day.endsWith('-01-01')

export function birthLikeness({ birthDates }: Traits, row: Values, person: Values): ReturnType<typeof daysLikeness> {
  for (const place of birthDates) {
    const [ours, theirs] = [row[place], person[place]]
    if (typeof ours !== 'string' || typeof theirs !== 'string' || isFiller(ours) || isFiller(theirs)) continue
    const likeness = daysLikeness(ours, theirs)
    return likeness === 'different' && isNextDay(ours, theirs) ? 'close' : likeness
  }
  return null
}

const DAY_MS = 86_400_000

/** Whether a program may have written one day for the other: by another time zone. */
const isNextDay = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) === DAY_MS

/** The best of what the given names of either alphabet say. */
export function givenLikeness(
  { givenNames }: Traits,
  row: Values,
  person: Values,
): ReturnType<typeof givenNamesLikeness> {
  if (givenNames.some((place) => equal(row[place], person[place]))) return 'same'
  let best: ReturnType<typeof givenNamesLikeness> = null
  for (const ours of givenNames) {
    for (const theirs of givenNames) {
      const [a, b] = [givenName(row[ours]), givenName(person[theirs])]
      if (a === null || b === null) continue
      const likeness = givenNamesLikeness(a, b)
      if (likeness === 'same' || likeness === 'close') return likeness
      best ??= likeness
    }
  }
  return best
}

const sharedValues = ({ phonesAndEmails }: Traits, row: Values, person: Values) =>
  phonesAndEmails.filter((place) => equal(row[place], person[place])).length

/** Whether the surnames that can be compared are all far apart: those in one alphabet. */
export function haveOtherSurnames({ lastNames }: Traits, row: Values, person: Values): boolean {
  const pairs = lastNames.flatMap((place) => {
    const [ours, theirs] = [row[place], person[place]]
    const there = typeof ours === 'string' && typeof theirs === 'string' && isThai(ours) === isThai(theirs)
    return there ? [[plain(ours), plain(theirs)] as const] : []
  })
  return pairs.length > 0 && pairs.every(([a, b]) => typosBetween(a, b) * 3 > Math.max(a.length, b.length))
}

const isThai = (text: string) => /^[\u0e00-\u0e7f]/.test(text)

/** The given name of a cell that may hold more than one; an initial says nothing. */
function givenName(value: Value): string | null {
  if (typeof value !== 'string') return null
  const name = value.includes(' ') ? (splitName(value).first_name ?? '') : value
  return /^.\.?$/u.test(name) ? null : name
}
