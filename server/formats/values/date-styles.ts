import { type DateParts, dateParts } from './date-parts.ts'

/** Counts about the date formats of a column. Plain numbers: they can be stored and summed. */
export interface DateFacts {
  /** Cells that read as a date, impossible days included. */
  dates: number
  /** Four-digit years of 2400 to 2742, or พ.ศ. next to the year. */
  be: number
  ce: number
  twoDigitYears: number
  /** Two-digit years with an English month: 12-Jan-87, as spreadsheets write it, is never Buddhist by default. */
  twoDigitEnglish: number
  /** Numeric dates whose first number is over 12 and whose second is not. */
  dayFirst: number
  /** Numeric dates whose second number is over 12 and whose first is not. */
  monthFirst: number
  /** Two-digit dates whose first number is over 31. */
  yearFirst: number
  /** Numeric dates that could be day first or month first. */
  eitherOrder: number
  /** Dates with a time of day other than midnight. */
  timed: number
}

export interface DateStyle {
  /** The calendar of most four-digit years. A single four-digit year speaks for itself: 2400 to 2742 is always Buddhist. */
  era: 'be' | 'ce'
  /** For numeric dates without a leading four-digit year. */
  order: 'dmy' | 'mdy' | 'ymd'
  twoDigitYears: 'be' | 'ce'
  /** The latest year (CE) that a two-digit year can mean. */
  latestYear: number
  /** The column holds times of day. */
  timed: boolean
  /** Ambiguities to ask a person about. */
  unsure: ('order' | 'two_digit_years')[]
}

export function noDates(): DateFacts {
  return {
    dates: 0,
    be: 0,
    ce: 0,
    twoDigitYears: 0,
    twoDigitEnglish: 0,
    dayFirst: 0,
    monthFirst: 0,
    yearFirst: 0,
    eitherOrder: 0,
    timed: 0,
  }
}

/**
 * Counts one cell in, or `cells` that hold the same. Anything may be passed; what does not read as a date changes nothing. Answers
 * whether there could be such a day, in either order: 21000001 reads as a date of the year 2100 and is none.
 */
export function noteDate(facts: DateFacts, raw: string, cells = 1): boolean {
  const parts = dateParts(raw)
  if (parts === null || christianYear(parts, undecided) === null) return false
  facts.dates += cells
  if (parts.time) facts.timed += cells
  if (parts.yearDigits === 2) {
    facts.twoDigitYears += cells
    if (parts.monthWord === 'en') facts.twoDigitEnglish += cells
  }
  if (parts.era === 'be' || isBuddhist(parts)) facts.be += cells
  else if (parts.yearDigits === 4) facts.ce += cells
  const { day, month } = parts
  if (parts.shape === 'numeric') {
    if (parts.yearDigits === 2 && day > 31) facts.yearFirst += cells
    else if (day > 12 && month <= 12) facts.dayFirst += cells
    else if (month > 12 && day <= 12) facts.monthFirst += cells
    else if (day !== month) facts.eitherOrder += cells
  }
  if (day < 1 || month < 1) return false
  const yearFirst = parts.shape === 'numeric' && parts.yearDigits === 2 && day > 31
  return yearFirst || (Math.min(day, month) <= 12 && Math.max(day, month) <= 31)
}

/**
 * Date style of a column. Day first, unless more cells exclude that than exclude month first. Two-digit years are Buddhist, unless
 * four-digit years are not or months are English. `thisYear` (CE) must be the same for all batches of a run.
 */
export function dateStyleOf(facts: DateFacts, thisYear: number): DateStyle {
  const unsure: DateStyle['unsure'] = []
  if (facts.eitherOrder > 0 && facts.dayFirst + facts.monthFirst + facts.yearFirst === 0) unsure.push('order')
  if (facts.twoDigitYears > 0) unsure.push('two_digit_years')
  const era = facts.be >= facts.ce ? 'be' : 'ce'
  return {
    era,
    order: orderOf(facts),
    twoDigitYears: facts.be + facts.ce > 0 ? era : facts.twoDigitEnglish * 2 > facts.twoDigitYears ? 'ce' : 'be',
    latestYear: thisYear,
    timed: facts.timed > 0,
    unsure,
  }
}

function orderOf({ dayFirst, monthFirst, yearFirst }: DateFacts): DateStyle['order'] {
  if (yearFirst > dayFirst && yearFirst > monthFirst) return 'ymd'
  return monthFirst > dayFirst ? 'mdy' : 'dmy'
}

type YearRules = Pick<DateStyle, 'twoDigitYears' | 'latestYear'>
const undecided: YearRules = { twoDigitYears: 'be', latestYear: 9999 }

/**
 * The year in the Christian calendar, null when no reading makes sense (1 to 1799, 2200 to 2399). 543 is taken off before
 * a date is built, so that 29/02/2567 is 29 February 2024.
 */
export function christianYear(parts: DateParts, rules: YearRules): number | null {
  const { year } = parts
  if (parts.yearDigits === 2) {
    const buddhist = (parts.era ?? rules.twoDigitYears) === 'be'
    const late = buddhist ? 2500 - 543 + year : 2000 + year
    return late > rules.latestYear ? late - 100 : late
  }
  if (parts.era === 'be') return year >= 2400 ? year - 543 : null
  if (parts.era === null && isBuddhist(parts)) return year - 543
  return (year >= 1800 && year < 2200) || year >= 2743 ? year : null
}

function isBuddhist({ yearDigits, year, era }: DateParts): boolean {
  return yearDigits === 4 && era !== 'ce' && year >= 2400 && year <= 2742
}
