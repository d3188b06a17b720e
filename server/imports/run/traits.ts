import { isFillerEmail } from '../../formats/values/emails.ts'
import { isFillerPhone } from '../../formats/values/phones.ts'
import type { NameFields } from './name-likeness.ts'
import type { PlannedField, Values } from './planned-field.ts'

/** Indexes in a row's values of columns that feed no field. They lie behind those of the plan's fields, and no person has them. */
export interface UnmappedTraits {
  names: NameFields[]
  birthDates: number[]
  contacts: number[]
}

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
  /** Names of firms, which are customers without a name of their own. */
  firms: number[]
  unmapped: UnmappedTraits
  /** Names are read from columns that feed no field, so nothing is stored that later rows can be compared with. */
  namesAreUnmapped: boolean
  birthsAreUnmapped: boolean
  /** True if a column of the file could tell people apart: a shared key alone then matches nobody. */
  tells: boolean
  /** True if a column is compared within the file alone, since the person who imports may not see its field. */
  within: boolean
  /** Days that stand for an unknown birth date in this file or store. */
  fillerDays: ReadonlySet<string>
  /** Phones and e-mails that stand under many names in this file, or are made up. */
  commonContacts: ReadonlySet<string>
  /** Values of keys under which a column that is compared within the file alone has several values. */
  divided: ReadonlySet<string>
  /** Values of shared keys under which unmapped names differ in the file: people whom it makes have no stored names. */
  several: ReadonlySet<string>
  /** Keys whose values contradict the people they find in most rows of the file. */
  distrusted: ReadonlySet<number>
}

const sharedColumns = new Set(['phone', 'email'])

/** True if people share a key: phones and e-mails are shared in families and shops, others are personal. */
export const isShared = ({ field }: Pick<PlannedField, 'field'>) => sharedColumns.has(field.column ?? '')

const NONE: ReadonlySet<string> = new Set()
const noUnmapped: UnmappedTraits = { names: [], birthDates: [], contacts: [] }

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
  const isUnmapped = (place: number | undefined) => place !== undefined && fields[place]!.evidence === true
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
    firms: places('company'),
    unmapped: noUnmapped,
    namesAreUnmapped: isUnmapped(given),
    birthsAreUnmapped: isUnmapped(places('birth_date')[0]),
    tells: false,
    within: false,
    fillerDays: NONE,
    commonContacts: NONE,
    divided: NONE,
    several: NONE,
    distrusted: new Set(),
  }
}

type Value = Values[number] | undefined

export const isThere = (value: Value): value is NonNullable<Value> =>
  value !== null && value !== undefined && value !== ''
export const equal = (a: Value, b: Value) => isThere(a) && a === b
export const differ = (a: Value, b: Value) => isThere(a) && isThere(b) && a !== b

export const isCommon = ({ commonContacts }: Pick<Traits, 'commonContacts'>, value: Value) =>
  typeof value === 'string' && (commonContacts.has(value) || isFillerPhone(value) || isFillerEmail(value))

/** True for a day that stands for an unknown birth date: programs write the first of January. */
export const isFillerDay = ({ fillerDays }: Pick<Traits, 'fillerDays'>, day: string) =>
  day.endsWith('-01-01') || fillerDays.has(day)
