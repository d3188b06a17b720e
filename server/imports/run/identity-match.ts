import { daysLikeness } from '../../formats/values/days-likeness.ts'
import { isFillerEmail } from '../../formats/values/emails.ts'
import { isFillerPhone } from '../../formats/values/phones.ts'
import { sexOfTitle } from '../../formats/values/titles.ts'
import { compareNames, hasFirstName, hasUnreadableName, type NameFields, type NameLikeness } from './name-likeness.ts'
import type { PlannedField, Values } from './planned-field.ts'

/** Indexes in a plan's fields of what tells people apart, apart from the key that found them. */
export interface Traits {
  names: NameFields[]
  givenNames: number[]
  lastNames: number[]
  birthDates: number[]
  /** Values that only one person has: equal ones speak for the same person. */
  ids: number[]
  /** Ids of which a person has one at a time: different ones speak against. */
  own: number[]
  citizenIds: number[]
  phonesAndEmails: number[]
  titles: number[]
  genders: number[]
  /** Names are read from a column that feeds no field, so nothing is stored that later rows can be compared with. */
  namesAreUnmapped: boolean
  /** Days that stand for an unknown birth date in this file or store. */
  fillerDays: ReadonlySet<string>
  /** Phones and e-mails that stand under many names in this file, or are made up. */
  commonContacts: ReadonlySet<string>
  /** Keys whose values contradict the people they find in most rows of the file. */
  distrusted: ReadonlySet<number>
}

/** Comparison of a row with a stored person. */
export type IdentityVerdict = 'agrees' | 'silent' | 'against'

const sharedColumns = new Set(['phone', 'email'])

/** True if people share a key: phones and e-mails are shared in families and shops, others are personal. */
export const isShared = ({ field }: Pick<PlannedField, 'field'>) => sharedColumns.has(field.column ?? '')

const NONE: ReadonlySet<string> = new Set()

export function traitsOf(fields: readonly PlannedField[], keys: readonly number[]): Traits {
  const places = (...columns: string[]) =>
    fields.flatMap(({ field }, place) => (field.column && columns.includes(field.column) ? [place] : []))
  const personal = keys.filter((key) => !isShared(fields[key]!))
  const [given, givenEn] = [places('first_name')[0], places('first_name_en')[0]]
  const [family, familyEn] = [places('last_name')[0], places('last_name_en')[0]]
  const names = [
    { given, family },
    { given: givenEn, family: familyEn },
  ]
  return {
    names: names.filter((name) => name.given !== undefined || name.family !== undefined),
    givenNames: places('first_name', 'first_name_en'),
    lastNames: places('last_name', 'last_name_en'),
    birthDates: places('birth_date'),
    ids: [...new Set([...places('citizen_id', 'line_user_id'), ...personal])],
    own: [...new Set([...places('citizen_id'), ...personal])],
    citizenIds: places('citizen_id'),
    phonesAndEmails: places(...sharedColumns),
    titles: places('prefix_name'),
    genders: places('gender'),
    namesAreUnmapped: fields.some(({ field, evidence }) => evidence === true && field.column === 'first_name'),
    fillerDays: NONE,
    commonContacts: NONE,
    distrusted: new Set(),
  }
}

/**
 * Returns whether a person found by a shared key can be the person of the row (decision 20). An own id decides. Then a birth date or
 * a given name that differs speaks against, whatever else agrees; a surname that differs does unless a woman may have married.
 */
export function verdictByShared(traits: Traits, key: number, row: Values, person: Values): IdentityVerdict {
  if (traits.own.some((place) => differ(row[place], person[place]))) return 'against'
  if (traits.citizenIds.some((place) => equal(row[place], person[place]))) return 'agrees'
  const birth = birthLikeness(traits, row, person)
  const names = compareNames(traits.names, row, person)
  if (birth === 'different' || names.given === 'different') return 'against'
  if (traits.distrusted.has(key)) return isCertain(traits, key, names, row, person) ? 'agrees' : 'against'
  if (traits.ids.some((place) => equal(row[place], person[place]))) return 'agrees'
  const proven = birth === 'same' || sharedBesides(traits, key, row, person) > 0
  if (isCommon(traits, row[key])) {
    const sameName = names.given === 'same' && names.family === 'same'
    return sameName || (proven && names.given !== null) ? 'agrees' : 'against'
  }
  if (names.family === 'different') return proven || mayHaveMarried(traits, key, row, person) ? 'agrees' : 'against'
  if (names.given !== null) return haveOtherSexes(traits, row, person) && names.family === null ? 'against' : 'agrees'
  if (proven) return birth === 'same' ? 'agrees' : 'silent'
  return hasNoName(traits, row, person) || contactsDiffer(traits, key, row, person) ? 'against' : 'silent'
}

/**
 * Returns whether a person found by an own id can't be the person of the row all the same. A citizen id gives way when a name or the
 * birth date differs, so does one thing more, and nothing agrees. Any other id, which a branch may give out a second time, gives way
 * to a given name that differs, and to a surname or birth date unless something agrees.
 */
export function contradictsId(traits: Traits, key: number, row: Values, person: Values): boolean {
  return traits.citizenIds.includes(key)
    ? contradictsCitizenId(traits, key, row, person)
    : contradictsCode(traits, key, row, person)
}

function contradictsCode(traits: Traits, key: number, row: Values, person: Values): boolean {
  if (traits.citizenIds.some((place) => equal(row[place], person[place]))) return false
  const birth = birthLikeness(traits, row, person)
  const { given, family } = compareNames(traits.names, row, person)
  if (given === 'different') return true
  if (traits.distrusted.has(key)) return !isCertain(traits, key, { given, family }, row, person)
  if (birth === 'same' || birth === 'close' || sharedBesides(traits, key, row, person) > 0) return false
  if (family === 'different') return true
  if (birth === 'different') return given === null || family === null
  return given === null && family === null && hasUnreadableName(traits.names, row)
}

function contradictsCitizenId(traits: Traits, key: number, row: Values, person: Values): boolean {
  const birth = birthLikeness(traits, row, person)
  if (birth === 'same' || birth === 'close') return false
  const { given, family } = compareNames(traits.names, row, person)
  if (given === 'same' || given === 'close') return false
  if (given !== 'different' && birth !== 'different') return false
  if (family === 'same' || sharedBesides(traits, key, row, person) > 0) return false
  const more = traits.phonesAndEmails.filter((place) => differ(row[place], person[place])).length
  return more + (given === 'different' && birth === 'different' ? 1 : 0) > 0
}

/** True if both names and a birth date or another contact agree: enough for a key that most rows contradict. */
function isCertain(
  traits: Traits,
  key: number,
  { given, family }: Pick<NameLikeness, 'given' | 'family'>,
  row: Values,
  person: Values,
) {
  const agree = (likeness: NameLikeness['given']) => likeness === 'same' || likeness === 'close'
  const more = birthLikeness(traits, row, person) === 'same' || sharedBesides(traits, key, row, person) > 0
  return more && agree(given) && agree(family)
}

type Value = Values[number] | undefined

const isThere = (value: Value) => value !== null && value !== undefined && value !== ''
export const equal = (a: Value, b: Value) => isThere(a) && a === b
export const differ = (a: Value, b: Value) => isThere(a) && isThere(b) && a !== b

export const isCommon = ({ commonContacts }: Traits, value: Value) =>
  typeof value === 'string' && (commonContacts.has(value) || isFillerPhone(value) || isFillerEmail(value))

/** Programs write the first of January for an unknown birth date. */
const isFiller = ({ fillerDays }: Traits, day: string) => day.endsWith('-01-01') || fillerDays.has(day)

export function birthLikeness(traits: Traits, row: Values, person: Values): ReturnType<typeof daysLikeness> {
  for (const place of traits.birthDates) {
    const [ours, theirs] = [row[place], person[place]]
    if (typeof ours !== 'string' || typeof theirs !== 'string') continue
    if (isFiller(traits, ours) || isFiller(traits, theirs)) continue
    const likeness = daysLikeness(ours, theirs)
    return likeness === 'different' && isNextDay(ours, theirs) ? 'close' : likeness
  }
  return null
}

const DAY_MS = 86_400_000

/** True if time zones may have shifted one day to the other. */
const isNextDay = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) === DAY_MS

export const namesOfBoth = ({ names }: Traits, row: Values, person: Values): NameLikeness =>
  compareNames(names, row, person)

/**
 * Counts phones and e-mails that are equal, without common ones. Not the key: it is known to agree, and may be a further contact that
 * the person's values do not hold.
 */
const sharedBesides = (traits: Traits, key: number, row: Values, person: Values) =>
  traits.phonesAndEmails.filter(
    (place) => place !== key && equal(row[place], person[place]) && !isCommon(traits, row[place]),
  ).length

const contactsDiffer = ({ phonesAndEmails }: Traits, key: number, row: Values, person: Values) =>
  phonesAndEmails.some((place) => place !== key && differ(row[place], person[place]))

/** True if the names of a file with names cannot be compared. */
export function hasNoName({ names, namesAreUnmapped }: Traits, row: Values, person: Values): boolean {
  if (names.some(({ given }) => given !== undefined && equal(row[given], person[given]))) return false
  if (hasUnreadableName(names, row) || hasUnreadableName(names, person)) return true
  return namesAreUnmapped && hasFirstName(names, row) && !hasFirstName(names, person)
}

/** The sex that a title or a gender states; null if neither does. */
function sexOf({ titles, genders }: Traits, values: Values): 'male' | 'female' | null {
  for (const place of titles) {
    const sex = sexOfTitle(values[place])
    if (sex) return sex
  }
  const gender = genders.map((place) => values[place]).find((value) => value === 'male' || value === 'female')
  return (gender as 'male' | 'female' | undefined) ?? null
}

export function haveOtherSexes(traits: Traits, row: Values, person: Values): boolean {
  return differ(sexOf(traits, row), sexOf(traits, person))
}

/** A woman has another surname after a wedding, but no other e-mail. The row itself must be about a woman. */
function mayHaveMarried(traits: Traits, key: number, row: Values, person: Values): boolean {
  const isWoman = sexOf(traits, row) === 'female' && sexOf(traits, person) !== 'male'
  return isWoman && !contactsDiffer(traits, key, row, person)
}
