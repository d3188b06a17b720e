import { type DateFacts, ERA, isBuddhist } from './date-facts.ts'
import type { DateParts } from './date-parts.ts'
import {
  type DatePurpose,
  type DateShift,
  doubtOf,
  latestShortYear,
  RECENT_YEAR,
  type YearDoubt,
} from './year-doubts.ts'

/** A person's answers to what a column leaves open. */
export interface DateAnswers {
  date_order: 'dmy' | 'mdy' | 'ymd' | null
  two_digit_years: 'be' | 'ce' | null
  /** Absent in mappings of older versions. */
  date_shift?: DateShift | null | undefined
}

export interface DateStyle {
  purpose: DatePurpose
  /** The calendar of most four-digit years. A single four-digit year speaks for itself: 2400 to 2742 is always Buddhist. */
  era: 'be' | 'ce'
  /** For numeric dates without a leading four-digit year. */
  order: 'dmy' | 'mdy' | 'ymd'
  /** The column has both orders: a cell that allows one alone is read in it. `open`: the other cells are empty until an answer. */
  mixed: 'open' | 'answered' | null
  /** `open`: empty until an answer. */
  twoDigitYears: 'be' | 'ce' | 'open'
  /** The latest year (CE) that a two-digit year can mean. */
  latestYear: number
  /** The first and last possible day, as YYYYMMDD. */
  earliestDay: number
  latestDay: number
  /** The column holds times of day. */
  timed: boolean
  /** All times with an offset are one: midnight of some time zone, so that the day is the nearest. */
  sameMinute: boolean
  /** Numbers are days since 1900. */
  serials: boolean
  doubt: YearDoubt | null
  /** The answer to the doubt, or a repair that needs none. */
  shift: DateShift | null
  /** Ambiguities to ask a person about. */
  unsure: DateQuestion[]
}

export type DateQuestion = 'order' | 'two_digit_years' | 'shift'

/** Share of dates in the other order, of those that show one, up to which they are typing errors. */
const SLIPS = 0.001
/** Share of cells with one time, from which it is no time of day. */
const SAME_MINUTE = 0.95
/** Share of serials among dates and serials, from which they are meant as dates. */
const SERIALS = 0.05
const BIRTH_YEARS = 110
/** 31 December 9999: no limit, in a form that JSON keeps. */
const LAST_DAY = 99_991_231

/**
 * Date style of a column, decided by all of its cells and by what its field may hold. Day first, unless more cells exclude that than
 * exclude month first. `today` (YYYY-MM-DD, UTC) must be the same for all batches of a run.
 */
export function dateStyleOf(facts: DateFacts, today: string, purpose: DatePurpose = 'any'): DateStyle {
  const thisYear = Number(today.slice(0, 4))
  const unsure: DateQuestion[] = []
  const mixed = isMixed(facts)
  // Years of the Buddhist era are written day first.
  const isThai = facts.be > 0 && facts.ce === 0
  const openOrder = facts.dayFirst + facts.monthFirst + facts.yearFirst === 0 && !isThai
  if (facts.eitherOrder > 0 && (openOrder || mixed)) unsure.push('order')
  const era = facts.be >= facts.ce ? 'be' : 'ce'
  const latestDay = purpose === 'any' ? LAST_DAY : dayAfter(today)
  const { doubt, shift } = doubtOf(facts, purpose, thisYear, latestDay)
  const short = twoDigitYearsOf(facts, purpose, thisYear, doubt?.kind === 'all')
  if (short.asks) unsure.push('two_digit_years')
  if (doubt) unsure.push('shift')
  return {
    purpose,
    era,
    order: orderOf(facts),
    mixed: mixed ? 'open' : null,
    twoDigitYears: short.era,
    latestYear: thisYear,
    earliestDay: purpose === 'birth' ? (thisYear - BIRTH_YEARS) * 10_000 : 0,
    latestDay,
    timed: facts.timed > 0,
    sameMinute: purpose === 'birth' && hasSameMinute(facts),
    serials: facts.serials > 0 && facts.serials >= (facts.dates + facts.serials) * SERIALS,
    doubt,
    shift,
    unsure,
  }
}

/** Returns the style with a person's answers, which come before what the cells seem to say. */
export function answeredDates(style: DateStyle, answers: DateAnswers): DateStyle {
  const { date_order, two_digit_years, date_shift = null } = answers
  if (date_order === null && two_digit_years === null && date_shift === null) return style
  const shift = style.doubt === null ? style.shift : (date_shift ?? style.shift)
  const implied = style.twoDigitYears === 'open' && shift === 'all' ? 'be' : style.twoDigitYears
  return {
    ...style,
    order: date_order ?? style.order,
    mixed: style.mixed && date_order !== null ? 'answered' : style.mixed,
    twoDigitYears: two_digit_years ?? implied,
    shift,
    // Appointments lie ahead; births never do.
    latestDay: style.purpose === 'activity' && (date_shift ?? shift) === 'none' ? LAST_DAY : style.latestDay,
  }
}

/** Tomorrow in UTC: today in any time zone. */
function dayAfter(today: string): number {
  const day = new Date(Date.parse(today) + 86_400_000).toISOString()
  return Number(day.slice(0, 10).replaceAll('-', ''))
}

/** True if the column has dates that only day first allows, and others that only month first does. */
function isMixed({ dayFirst, monthFirst }: DateFacts): boolean {
  return Math.min(dayFirst, monthFirst) > (dayFirst + monthFirst) * SLIPS
}

function orderOf({ dayFirst, monthFirst, yearFirst }: DateFacts): DateStyle['order'] {
  if (yearFirst > dayFirst && yearFirst > monthFirst) return 'ymd'
  return monthFirst > dayFirst ? 'mdy' : 'dmy'
}

function hasSameMinute({ zoned, minutes = {} }: DateFacts): boolean {
  const counts = Object.values(minutes).sort((a, b) => b - a)
  // A zone with summer time has two midnights.
  return zoned > 0 && (counts[0] ?? 0) + (counts[1] ?? 0) >= zoned * SAME_MINUTE
}

/** Age from which many customers are a sign of a wrong reading. */
const OLD = 85
/** How many times more of the wrong signs one reading must have. */
const CLEARLY = 5

/**
 * The calendar of two-digit years. Buddhist if nothing else is known, as in Thailand; for births and activities the years themselves
 * decide, by ages and by recent years.
 */
function twoDigitYearsOf(
  facts: DateFacts,
  purpose: DatePurpose,
  thisYear: number,
  doubtful: boolean,
): { era: DateStyle['twoDigitYears']; asks: boolean } {
  const { be, ce, twoDigitYears, twoDigitEnglish, twoDigitThai = 0, shortYears = {} } = facts
  const counts = Object.entries(shortYears).map(([year, count]) => [Number(year), count] as const)
  const english = twoDigitEnglish * 2 > twoDigitYears
  const said = be + ce > 0 ? (be >= ce ? 'be' : 'ce') : english ? 'ce' : twoDigitThai > 0 ? 'be' : null
  const asks = twoDigitYears > 0
  // Files of an older version have no years.
  if (purpose === 'any' || counts.length === 0) return { era: said ?? 'be', asks }
  if (doubtful) return { era: 'open', asks: false }
  const signs = (era: 'be' | 'ce') =>
    counts.reduce((sum, [short, count]) => {
      const year = latestShortYear(short, era, thisYear)
      const fits = purpose === 'birth' ? thisYear - year < OLD : year >= RECENT_YEAR
      return fits ? sum : sum + count
    }, 0)
  const [wrongBe, wrongCe] = [signs('be'), signs('ce')]
  const seen =
    wrongCe >= CLEARLY * wrongBe && wrongCe > 0 ? 'be' : wrongBe >= CLEARLY * wrongCe && wrongBe > 0 ? 'ce' : null
  if (seen !== null && (said === null || said === seen)) return { era: seen, asks: false }
  return { era: seen === null && said !== null ? said : 'open', asks }
}

type YearRules = Pick<DateStyle, 'twoDigitYears' | 'latestYear'>

/**
 * The year in the Christian calendar, null when no reading makes sense (1 to 1799, 2200 to 2399). 543 is taken off before
 * a date is built, so that 29/02/2567 is 29 February 2024.
 */
export function christianYear(parts: DateParts, rules: YearRules): number | null {
  const { year } = parts
  if (parts.yearDigits === 2) {
    const era = parts.era ?? rules.twoDigitYears
    return era === 'open' ? null : latestShortYear(year, era, rules.latestYear)
  }
  if (parts.era === 'be') return year >= 2400 ? year - ERA : null
  if (isBuddhist(parts)) return year - ERA
  return (year >= 1800 && year < 2200) || year >= 2743 ? year : null
}
