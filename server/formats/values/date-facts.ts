import { type DateParts, dateParts } from './date-parts.ts'
import { canonicalText } from './thai.ts'

/** Counts about the date formats of a column. Plain JSON: it can be stored and summed. */
export interface DateFacts {
  /** Cells that read as a date, impossible days included. */
  dates: number
  /** Four-digit years of 2400 to 2742, or พ.ศ. next to the year. */
  be: number
  ce: number
  twoDigitYears: number
  /** Two-digit years with an English month: 12-Jan-87, as spreadsheets write it, is never Buddhist by default. */
  twoDigitEnglish: number
  /** Two-digit years with a Thai month, which are never Christian by default. */
  twoDigitThai: number
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
  /** Days since 1900 as spreadsheets count them, stored as numbers. */
  serials: number
  /** Times in the last minute of a day. */
  lastMinute: number
  /** Times with an offset from UTC that are not midnight. */
  zoned: number
  /** Their minutes of the day in UTC, the first MAX_MINUTES different ones. */
  minutes: Record<string, number>
  /** Cells by Christian year, among the four-digit years that are not Buddhist; 9999 for those from 2200 on. */
  years: Record<string, number>
  /** Cells by year of two digits. */
  shortYears: Record<string, number>
  /** The last day that the column may mean, as YYYYMMDD; 0 if none. */
  latest: number
  /** Cells that show a question, as they are written. */
  examples: Record<DateExample, string[]>
}

type DateExample =
  | 'day_first'
  | 'month_first'
  | 'either_order'
  | 'short_year'
  | 'year'
  | 'earliest'
  | 'latest'
  | 'last_minute'

/** A cell's example per question: three are shown side by side. */
const MAX_EXAMPLES = 3
const MAX_EXAMPLE_LENGTH = 40
/** Different minutes that are counted: a time zone with summer time has two. */
const MAX_MINUTES = 8
const LAST_MINUTE = (24 * 60 - 1) * 60_000
/** The year that stands for all years after it. */
const FAR_YEAR = 9999
/** Difference of the Buddhist and the Christian year. */
export const ERA = 543

const noExamples = (): DateFacts['examples'] => ({
  day_first: [],
  month_first: [],
  either_order: [],
  short_year: [],
  year: [],
  earliest: [],
  latest: [],
  last_minute: [],
})

/** Returns the facts of a column without dates. */
export function noDates(): DateFacts {
  return {
    dates: 0,
    be: 0,
    ce: 0,
    twoDigitYears: 0,
    twoDigitEnglish: 0,
    twoDigitThai: 0,
    dayFirst: 0,
    monthFirst: 0,
    yearFirst: 0,
    eitherOrder: 0,
    timed: 0,
    serials: 0,
    lastMinute: 0,
    zoned: 0,
    minutes: {},
    years: {},
    shortYears: {},
    latest: 0,
    examples: noExamples(),
  }
}

/**
 * Counts one cell, or `cells` equal ones; text that is no date changes nothing. Returns true if such a day may exist, in either
 * order: 21000001 reads as a date of the year 2100 and is none.
 */
export function noteDate(facts: DateFacts, raw: string, cells = 1): boolean {
  const parts = dateParts(raw)
  if (parts === null || isNothing(parts) || !isLikelyYear(parts)) return false
  facts.dates += cells
  if (parts.time) noteTime(facts, parts, raw, cells)
  if (parts.yearDigits === 2) noteShortYear(facts, parts, raw, cells)
  else noteYear(facts, parts, raw, cells)
  const { day, month } = parts
  const yearFirst = parts.shape === 'numeric' && parts.yearDigits === 2 && day > 31
  if (parts.shape === 'numeric') {
    if (yearFirst) facts.yearFirst += cells
    else if (day > 12 && month <= 12) {
      facts.dayFirst += cells
      noteExample(facts.examples.day_first, raw)
    } else if (month > 12 && day <= 12) {
      facts.monthFirst += cells
      noteExample(facts.examples.month_first, raw)
    } else if (day !== month) {
      facts.eitherOrder += cells
      noteExample(facts.examples.either_order, raw)
    }
  }
  if (day < 1 || month < 1) return false
  return yearFirst || (Math.min(day, month) <= 12 && Math.max(day, month) <= 31)
}

function noteTime(facts: DateFacts, { time, offset }: DateParts, raw: string, cells: number): void {
  facts.timed += cells
  if (offset !== null) {
    facts.zoned += cells
    const minute = Math.floor(time! / 60_000 - offset + 2880) % 1440
    const known = facts.minutes[minute]
    if (known !== undefined || Object.keys(facts.minutes).length < MAX_MINUTES)
      facts.minutes[minute] = (known ?? 0) + cells
  } else if (time! >= LAST_MINUTE) {
    facts.lastMinute += cells
    noteExample(facts.examples.last_minute, raw)
  }
}

function noteShortYear(facts: DateFacts, { year, era, monthWord }: DateParts, raw: string, cells: number): void {
  facts.twoDigitYears += cells
  if (monthWord === 'en') facts.twoDigitEnglish += cells
  if (monthWord === 'th') facts.twoDigitThai += cells
  if (era === 'be') facts.be += cells
  if (era !== null) return
  facts.shortYears[year] = (facts.shortYears[year] ?? 0) + cells
  noteExample(facts.examples.short_year, raw)
}

function noteYear(facts: DateFacts, parts: DateParts, raw: string, cells: number): void {
  const isBe = parts.era === 'be' || isBuddhist(parts)
  const year = isBe ? parts.year - ERA : parts.year
  if (isBe) facts.be += cells
  else {
    facts.ce += cells
    noteChristianYear(facts, year, raw, cells)
  }
  noteLatest(facts, year, parts, raw)
}

function noteChristianYear(facts: DateFacts, year: number, raw: string, cells: number): void {
  const counted = year >= 2200 ? FAR_YEAR : year
  const known = facts.years[counted]
  facts.years[counted] = (known ?? 0) + cells
  if (known !== undefined) return
  noteExample(facts.examples.year, raw)
  // Years come in any order, and each once: a walk over all of them is rare.
  if (Object.keys(facts.years).every((one) => Number(one) >= counted)) facts.examples.earliest = [exampleOf(raw)]
}

/** Notes the last day, by the earlier reading of a cell that has two. */
function noteLatest(facts: DateFacts, year: number, { shape, day, month }: DateParts, raw: string): void {
  if (year * 10_000 + 1231 <= facts.latest) return
  const swaps = shape === 'numeric' && day <= 12 && (month > 12 || day < month)
  const last = year * 10_000 + (swaps ? day * 100 + month : month * 100 + day)
  if (last <= facts.latest) return
  facts.latest = last
  facts.examples.latest = [exampleOf(raw)]
}

/** Serials of 1910 to 2100, and of Buddhist years typed into a Christian calendar. */
export const isSerial = (number: number): boolean =>
  (number >= 3654 && number < 73_051) || (number >= 182_623 && number < 307_794)

/** Days from the serial 0 to 1 January 1970. */
const EPOCH_SERIAL = 25_569

/** Counts a number that a spreadsheet may have stored for a date. From five digits on: fewer are any number. */
export function noteSerial(facts: DateFacts, raw: string, number: number): void {
  if (number < 10_000 || !isSerial(number)) return
  facts.serials++
  const date = serialDate(number)
  const year = date.getUTCFullYear()
  if (year < 2400) noteChristianYear(facts, year, raw, 1)
  const parts = { shape: 'named', day: date.getUTCDate(), month: date.getUTCMonth() + 1 } as DateParts
  noteLatest(facts, year < 2400 ? year : year - ERA, parts, raw)
}

/** Returns the day and time of a serial, to the second. */
export const serialDate = (serial: number): Date => new Date(Math.round((serial - EPOCH_SERIAL) * 86_400) * 1000)

function noteExample(examples: string[], raw: string): void {
  if (examples.length >= MAX_EXAMPLES) return
  const example = exampleOf(raw)
  if (!examples.includes(example)) examples.push(example)
}

const exampleOf = (raw: string) => canonicalText(raw.slice(0, MAX_EXAMPLE_LENGTH))

/** True for a year that some reading makes sense of: not 1 to 1799, nor 2200 to 2399. */
function isLikelyYear({ year, yearDigits, era }: DateParts): boolean {
  if (yearDigits === 2) return true
  if (era === 'be') return year >= 2400
  return (year >= 1800 && year < 2200) || year >= 2400
}

/** Zeros, and the days from which programs count: 0 January 1900, 30 December 1899. */
export function isNothing({ year, yearDigits, month, day }: DateParts): boolean {
  if (day > 1 && month > 1) return year === 1899 && (day === 30 || month === 30) && (day === 12 || month === 12)
  if (day === 0 || month === 0) return day + month === 0 || year === 1900 || year === 0
  return yearDigits === 4 && year <= 1 && day + month === 2
}

/** True if the year can only be Buddhist, even of a date cell that a file of an older version calls Christian. */
export function isBuddhist({ yearDigits, year }: DateParts): boolean {
  return yearDigits === 4 && year >= 2400 && year <= 2742
}
