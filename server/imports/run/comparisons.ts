import { daysLikeness } from '../../formats/values/days-likeness.ts'
import type { Likeness } from '../../formats/values/likeness.ts'
import { sexOfTitle } from '../../formats/values/titles.ts'
import { sexOfGivenName } from '../../master-data/thai-names.ts'
import { type RowEntry, valuesWithFurther } from './entry.ts'
import { compareNames, hasEqualCell, hasFirstName, hasUnreadableName } from './name-likeness.ts'
import { keyText } from './plan.ts'
import type { Values } from './planned-field.ts'
import { differ, equal, isCommon, isFillerDay, isThere, type Traits } from './traits.ts'

/** `near`: two known names one letter apart. */
type Level = 'agree' | 'close' | 'near' | 'differ' | 'missing'

/** Comparison of a row with a person whom one of its keys found, by kind of evidence. */
export interface Comparisons {
  /** The key: one that people share, one of the store's own, or that of the state. */
  key: 'shared' | 'code' | 'citizen'
  /** What is known of the key or its value: most rows contradict it, many names share it, or the file itself divides it. */
  trust: 'plain' | 'common' | 'distrusted' | 'divided'
  given: Level
  family: Level
  birth: Level
  /** Ids of which a person has one at a time. */
  ownId: Level
  citizenId: Level
  /** Any id that one person alone has, apart from the key. */
  id: Level
  /** Other phones and e-mails, of the kinds below together. */
  contact: Level
  phone: Level
  email: Level
  /** The sex that titles or genders state. */
  sex: Level
  /** The sex of those who bear the two given names, of names that are near. */
  nameSex: Level
  /** The row is about a woman by its title, and the person is no man by theirs. */
  woman: Level
  /** A name cell that cannot be compared, of the row or the person. */
  unreadable: 'row' | 'person' | 'no'
  /** How much the file's telling columns say: something was compared, the row has a new value, nothing, or there is no such column. */
  told: 'compared' | 'fresh' | 'nothing' | 'no_column'
  /** The given name of one is the surname of the other. */
  reversed: boolean
}

type Person = Pick<RowEntry, 'values' | 'further' | 'made'>

const levels = { same: 'agree', close: 'close', near: 'near', different: 'differ' } as const
const levelOf = (likeness: Likeness): Level => (likeness === null ? 'missing' : levels[likeness])

/** Compares a row with a person. */
export function compareWith(traits: Traits, key: number, row: Values, person: Person): Comparisons {
  const values = valuesWithFurther(row, person)
  const names = compareNames(traits, row, values)
  const birth = birthLevel(traits, row, values)
  const ownId = idLevel(traits.own, row, values)
  const [given, family] = [levelOf(names.given), levelOf(names.family)]
  const contacts = contactLevels(traits, key, row, person)
  const [sexOfRow, sexOfPerson] = [sexOf(traits, row), sexOf(traits, values)]
  const kind = traits.phonesAndEmails.includes(key) ? 'shared' : traits.citizenIds.includes(key) ? 'citizen' : 'code'
  const isCompared = given !== 'missing' || family !== 'missing' || birth !== 'missing' || ownId !== 'missing'
  return {
    key: kind,
    trust: trustOf(traits, key, row),
    given,
    family,
    birth,
    ownId,
    citizenId: idLevel(traits.citizenIds, row, values),
    id: idLevel(
      traits.ids.filter((place) => place !== key),
      row,
      values,
    ),
    ...contacts,
    sex: sexOfRow && sexOfPerson ? (sexOfRow === sexOfPerson ? 'agree' : 'differ') : 'missing',
    nameSex: given === 'near' ? nameSexLevel(traits, row, values) : 'missing',
    woman: sexOfRow === 'female' && sexOfPerson !== 'male' ? 'agree' : 'missing',
    // A text in an unmapped column may be anything: it does not outweigh a code.
    unreadable: kind === 'code' && traits.namesAreUnmapped ? 'no' : unreadableOf(traits, row, values),
    told: isCompared ? 'compared' : toldBy(traits, key, row, person),
    reversed: names.reversed,
  }
}

function trustOf(traits: Traits, key: number, row: Values): Comparisons['trust'] {
  if (traits.divided.size > 0 && traits.divided.has(keyText(row[key]!) ?? '')) return 'divided'
  if (traits.distrusted.has(key)) return 'distrusted'
  return isCommon(traits, row[key]) ? 'common' : 'plain'
}

function idLevel(places: readonly number[], row: Values, person: Values): Level {
  if (places.some((place) => differ(row[place], person[place]))) return 'differ'
  return places.some((place) => equal(row[place], person[place])) ? 'agree' : 'missing'
}

const ranks = { agree: 4, close: 3, near: 2, differ: 1, missing: 0 } as const

/** The mapped birth date decides; of several unmapped ones, the one that agrees best. */
function birthLevel(traits: Traits, row: Values, person: Values): Level {
  const theirs = traits.birthDates.map((place) => person[place]).find((day) => isKnownDay(traits, day))
  if (theirs === undefined) return 'missing'
  const ours = traits.birthDates.map((place) => row[place]).filter((day) => isKnownDay(traits, day))
  if (ours.length === 0 || traits.birthsAreUnmapped)
    ours.push(...traits.unmapped.birthDates.map((place) => row[place]).filter((day) => isKnownDay(traits, day)))
  let best: Level = 'missing'
  for (const day of ours) {
    const level = levelOf(daysLikeness(day, theirs))
    if (ranks[level] > ranks[best]) best = level
  }
  return best
}

const isKnownDay = (traits: Traits, day: Values[number] | undefined): day is string =>
  typeof day === 'string' && day !== '' && !isFillerDay(traits, day)

/**
 * Compares phones and e-mails apart from the key, which is known to agree. Common ones speak for nobody, and a second phone beside the
 * one that a person has says nothing.
 */
function contactLevels(traits: Traits, key: number, row: Values, { values, further }: Person) {
  const found = { phone: 'missing' as Level, email: 'missing' as Level, contact: 'missing' as Level }
  const known = row[key]
  const has = (value: string) =>
    traits.phonesAndEmails.some((place) => values[place] === value) ||
    (further !== null && [...further.values()].some((others) => others.includes(value)))
  const note = (value: string, level: Level) => {
    const kind = value.includes('@') ? 'email' : 'phone'
    if (ranks[level] > ranks[found[kind]]) found[kind] = level
  }
  const compare = (value: Values[number] | undefined, theirs: Values[number] | undefined) => {
    if (typeof value !== 'string' || value === '' || value === known) return
    if (!isCommon(traits, value) && has(value)) note(value, 'agree')
    else if (isThere(theirs) && theirs !== known && theirs !== value) note(value, 'differ')
  }
  for (const place of traits.phonesAndEmails) if (place !== key) compare(row[place], values[place])
  for (const place of traits.unmapped.contacts) {
    const value = row[place]
    if (typeof value !== 'string') continue
    const isEmail = value.includes('@')
    compare(value, traits.phonesAndEmails.map((one) => values[one]).find((one) => String(one ?? '').includes('@') === isEmail && isThere(one))) // biome-ignore format: one search
  }
  found.contact = ranks[found.phone] > ranks[found.email] ? found.phone : found.email
  return found
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

function nameSexLevel({ givenNames }: Traits, row: Values, person: Values): Level {
  const sexes = [row, person].map((values) =>
    givenNames.map((place) => sexOfGivenName(String(values[place] ?? ''))).find((sex) => sex !== null),
  )
  if (!sexes[0] || !sexes[1]) return 'missing'
  return sexes[0] === sexes[1] ? 'agree' : 'differ'
}

function unreadableOf(traits: Traits, row: Values, person: Values): Comparisons['unreadable'] {
  if (hasEqualCell(traits, row, person)) return 'no'
  if (hasUnreadableName(traits, row)) return 'row'
  return hasUnreadableName(stored(traits), person) ? 'person' : 'no'
}

/** People have values of fields alone. */
const stored = ({ names }: Traits) => ({ names, unmapped: { names: [] } })

/** What the telling columns of a row hold when none of it can be compared with the person. */
function toldBy(traits: Traits, key: number, row: Values, { values, made }: Person): Comparisons['told'] {
  const isNamed = hasFirstName(traits, row)
  // All rows of the file under this key have the name of the one that made the person.
  if (traits.namesAreUnmapped && isNamed && !hasFirstName(stored(traits), values))
    return made && !traits.several.has(keyText(row[key]!) ?? '') ? 'compared' : 'nothing'
  if (!traits.tells) return 'no_column'
  // A value that the file divides has been refused before.
  if (traits.within && made) return 'compared'
  const isFresh =
    (!traits.namesAreUnmapped && (isNamed || traits.lastNames.some((place) => isThere(row[place])))) ||
    (!traits.birthsAreUnmapped && traits.birthDates.some((place) => isKnownDay(traits, row[place]))) ||
    traits.own.some((place) => isThere(row[place]))
  return isFresh ? 'fresh' : 'nothing'
}
