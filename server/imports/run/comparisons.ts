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

type Person = Pick<RowEntry, 'values' | 'further' | 'made'>

const levels = { same: 'agree', close: 'close', near: 'near', different: 'differ' } as const
const levelOf = (likeness: Likeness): Level => (likeness === null ? 'missing' : levels[likeness])

/** Comparison of a row with a person whom one of its keys found, by kind of evidence. Each kind is compared when a rule asks for it. */
export class Comparisons {
  readonly #traits: Traits
  readonly #place: number
  readonly #row: Values
  readonly #person: Person
  readonly #values: Values
  #trust: Comparisons['trust'] | undefined
  #names: ReturnType<typeof compareNames> | undefined
  #birth: Level | undefined
  #contacts: ReturnType<typeof contactLevels> | undefined

  constructor(traits: Traits, place: number, row: Values, person: Person) {
    this.#traits = traits
    this.#place = place
    this.#row = row
    this.#person = person
    this.#values = valuesWithFurther(row, person)
  }

  get #likeness() {
    this.#names ??= compareNames(this.#traits, this.#row, this.#values)
    return this.#names
  }

  get #levels() {
    this.#contacts ??= contactLevels(this.#traits, this.#place, this.#row, this.#person)
    return this.#contacts
  }

  /** The key: one that people share, one of the store's own, or that of the state. */
  get key(): 'shared' | 'code' | 'citizen' {
    if (this.#traits.phonesAndEmails.includes(this.#place)) return 'shared'
    return this.#traits.citizenIds.includes(this.#place) ? 'citizen' : 'code'
  }

  /** What is known of the key or its value: most rows contradict it, many names share it, or the file itself divides it. */
  get trust(): 'plain' | 'common' | 'distrusted' | 'divided' {
    this.#trust ??= trustOf(this.#traits, this.#place, this.#row)
    return this.#trust
  }

  get given(): Level {
    return levelOf(this.#likeness.given)
  }

  get family(): Level {
    return levelOf(this.#likeness.family)
  }

  get birth(): Level {
    this.#birth ??= birthLevel(this.#traits, this.#row, this.#values)
    return this.#birth
  }

  /** Ids of which a person has one at a time. */
  get ownId(): Level {
    return idLevel(this.#traits.own, this.#row, this.#values)
  }

  get citizenId(): Level {
    return idLevel(this.#traits.citizenIds, this.#row, this.#values)
  }

  /** The firm of a row and a customer who both have no given name. */
  get firm(): Level {
    const isNamed = [this.#row, this.#values].some((values) =>
      this.#traits.givenNames.some((place) => isThere(values[place])),
    )
    return isNamed ? 'missing' : idLevel(this.#traits.firms, this.#row, this.#values)
  }

  /** Any id that one person alone has, apart from the key. */
  get id(): Level {
    return idLevel(this.#traits.ids, this.#row, this.#values, this.#place)
  }

  /** Other phones and e-mails, of the kinds below together. */
  get contact(): Level {
    return this.#levels.contact
  }

  get phone(): Level {
    return this.#levels.phone
  }

  get email(): Level {
    return this.#levels.email
  }

  /** The sex that titles or genders state. */
  get sex(): Level {
    const [row, person] = [sexOf(this.#traits, this.#row), sexOf(this.#traits, this.#values)]
    return row && person ? (row === person ? 'agree' : 'differ') : 'missing'
  }

  /** The sex of those who bear the two given names, of names that are near. */
  get nameSex(): Level {
    return this.given === 'near' ? nameSexLevel(this.#traits, this.#row, this.#values) : 'missing'
  }

  /** The row is about a woman by its title, and the person is no man by theirs. */
  get woman(): Level {
    const isWoman = sexOf(this.#traits, this.#row) === 'female' && sexOf(this.#traits, this.#values) !== 'male'
    return isWoman ? 'agree' : 'missing'
  }

  /** A name cell that cannot be compared, of the row or the person, or two names in scripts that cannot be compared. */
  get unreadable(): 'row' | 'person' | 'scripts' | 'no' {
    if (this.#likeness.otherScript) return 'scripts'
    // A text in an unmapped column may be anything: it does not outweigh a code.
    if (this.key === 'code' && this.#traits.namesAreUnmapped) return 'no'
    return unreadableOf(this.#traits, this.#row, this.#values)
  }

  /** How much the file's telling columns say: something was compared, the row has a new value, nothing, or there is no such column. */
  get told(): 'compared' | 'fresh' | 'nothing' | 'no_column' {
    const compared = [this.given, this.family, this.birth, this.ownId]
    if (compared.some((level) => level !== 'missing')) return 'compared'
    return toldBy(this.#traits, this.#place, this.#row, this.#person)
  }

  /** The given name of one is the surname of the other. */
  get reversed(): boolean {
    return this.#likeness.reversed
  }
}

/** Compares a row with a person. */
export const compareWith = (traits: Traits, key: number, row: Values, person: Person): Comparisons =>
  new Comparisons(traits, key, row, person)

function trustOf(traits: Traits, key: number, row: Values): Comparisons['trust'] {
  if (traits.divided.size > 0 && traits.divided.has(keyText(row[key]!) ?? '')) return 'divided'
  if (traits.distrusted.has(key)) return 'distrusted'
  return isCommon(traits, row[key]) ? 'common' : 'plain'
}

/** `except`: a place that is left out. */
function idLevel(places: readonly number[], row: Values, person: Values, except = -1): Level {
  let level: Level = 'missing'
  for (const place of places) {
    if (place === except) continue
    if (differ(row[place], person[place])) return 'differ'
    if (equal(row[place], person[place])) level = 'agree'
  }
  return level
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
