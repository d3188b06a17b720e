import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { type DateFacts, noDates } from '../values/date-facts.ts'
import { dateStyleOf } from '../values/date-styles.ts'
import type { PhoneNumbering } from '../values/phones.ts'
import type { ColumnStyle } from '../values/values.ts'
import type { DatePurpose } from '../values/year-doubts.ts'
import type { ValueGroups } from './value-groups.ts'

/**
 * Facts about the cells of one column, collected while loading. A cell may count several times (0 is a number and a boolean). Plain JSON.
 */
export interface ColumnFacts {
  /** Cells that are not empty, without masked ones. */
  filled: number
  /** Cells that hide their value, counted nowhere else; the first of them. */
  masked: number
  maskedSample: string | null
  /** Cells with a letter that could not be read. */
  broken: number
  /** Empty cells of a formula whose result the file does not hold. */
  formulas: number
  /** Characters of the longest cell. */
  longest: number
  /** The first distinct values, at most 5, cut to 100 characters. */
  samples: string[]
  emails: number
  thaiPhones: number
  foreignPhones: number
  /** Cells with a clear phone number among words. */
  phonesInWords: number
  /** 13 digits with a right check digit, typed in any way. */
  citizenIds: number
  lineUserIds: number
  numbers: number
  /** Whole numbers that would lose a leading zero or digits past the 15th. */
  codes: number
  booleans: number
  /** Booleans written 0 or 1. */
  zeroOrOne: number
  dates: DateFacts
  /** Dates of which there could be such a day; some of `dates` are none, such as 21000001. */
  days: number
  /** The first year of two digits; null if there is none, or in files loaded by an older version. */
  shortYear: number | null
  /** Among `thaiPhones`: with a restored leading zero. */
  repairedPhones: number
  /** Among `citizenIds`: with a leading 0, as tax ids of firms. */
  firmIds: number
  /** Numbers written as money is: with two decimals, with commas between thousands, or with a currency. */
  amounts: number
  /** Five digits that could be a Thai postcode, of which nearly all end in 0. */
  postcodes: number
  /** Cells of letters alone. */
  words: number
  /** Among `words`: with a title, separated or not. */
  titles: number
  /** Among `words`: a title and a name, or several words. */
  wholeNames: number
  /** Among `words`: with a last name; null in files loaded by an older version. */
  lastNames: number | null
  run: RunFacts
  /** Days 16 to 110 years before the file was loaded. */
  aged: number
  names: NameFacts
  /** Null where it was not measured: files that were loaded by an older version, and the first rows of one. */
  groups: ValueGroups | null
}

/** Sequence of digit cells, ignoring separators. */
interface RunFacts {
  cells: number
  /** Distance of the greatest from the least: neither is stored, because they are personal. */
  span: number
  /** Cells that are greater than the one before, and those of them that are greater by one. */
  rising: number
  steps: number
  /** Digits of the shortest and the longest cell. */
  shortest: number
  longest: number
  /** Distinct first four digits among numbers of seven or more digits, without leading zeros. */
  heads: number
}

/** Names among a sample of the cells, from all parts of the column. */
export interface NameFacts {
  /** Cells that were looked at. */
  looked: number
  /** With a title before a name. */
  titled: number
  /** With a listed given name, Thai or English. */
  given: number
  /** Cells of one word that is a listed family name and no given name. */
  family: number
  /** Short names that families use. */
  nicknames: number
  /** Two to four words of Latin letters alone. */
  several: number
  /** In another script than Thai or Latin. */
  foreign: number
  /** Letters that were lost on the way: ???? and the like. */
  lost: number
}

const noNames = (): NameFacts => ({
  looked: 0,
  titled: 0,
  given: 0,
  family: 0,
  nicknames: 0,
  several: 0,
  foreign: 0,
  lost: 0,
})

export function noFacts(): ColumnFacts {
  return {
    filled: 0,
    masked: 0,
    maskedSample: null,
    broken: 0,
    formulas: 0,
    longest: 0,
    samples: [],
    emails: 0,
    thaiPhones: 0,
    foreignPhones: 0,
    phonesInWords: 0,
    citizenIds: 0,
    lineUserIds: 0,
    numbers: 0,
    codes: 0,
    booleans: 0,
    zeroOrOne: 0,
    dates: noDates(),
    days: 0,
    shortYear: null,
    repairedPhones: 0,
    firmIds: 0,
    amounts: 0,
    postcodes: 0,
    words: 0,
    titles: 0,
    wholeNames: 0,
    lastNames: 0,
    run: { cells: 0, span: 0, rising: 0, steps: 0, shortest: 0, longest: 0, heads: 0 },
    aged: 0,
    names: noNames(),
    groups: null,
  }
}

/** Reads the column's numbers as Thai phones if at least a third are. */
function phoneNumberingOf({ thaiPhones, foreignPhones }: ColumnFacts): PhoneNumbering {
  return foreignPhones > 2 * thaiPhones ? 'unknown' : 'thai'
}

/**
 * The style that every cell of the column is read in. `today` (YYYY-MM-DD) settles two-digit years and must not change within a
 * run; dayOnly for fields that are days by nature, such as a birth date.
 */
export function columnStyleOf(
  facts: ColumnFacts,
  options: { timeZone: string; today: string; dayOnly: boolean; purpose?: DatePurpose },
): ColumnStyle {
  const dates = dateStyleOf(facts.dates, options.today, options.purpose)
  return {
    phones: phoneNumberingOf(facts),
    dates,
    timeZone: dates.timed && !options.dayOnly ? options.timeZone : null,
    instants: !options.dayOnly,
  }
}

/** A few mistyped cells don't change what a column is. */
const MOST = 0.95

/**
 * The type that a new custom field of this column would get. Boolean only when every cell is yes or no in words: 0 and 1
 * alone are a Number, because a count that happens to be small would fail the next file at its first 2. Codes with
 * leading zeros, phones and citizen ids stay String.
 */
export function guessDataType(facts: ColumnFacts): DataType {
  const { filled } = facts
  if (filled === 0) return 'String'
  if (facts.booleans === filled && facts.zeroOrOne < filled) return 'Boolean'
  if (facts.days >= filled * MOST) return 'Date'
  if (facts.codes > 0 || facts.citizenIds >= filled / 2) return 'String'
  return facts.numbers >= filled * MOST ? 'Number' : 'String'
}
