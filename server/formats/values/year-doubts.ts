import { type DateFacts, ERA } from './date-facts.ts'

/** What a date means limits it: births lie 0 to 110 years back, activities not after today. */
export type DatePurpose = 'birth' | 'activity' | 'any'

/** Answers about years or days that cannot be right as they are written. */
export type DateShift = 'none' | 'empty' | 'earlier' | 'later' | 'all' | 'century' | 'next_day'

/** Years of a column that cannot all be right as they are written. */
export interface YearDoubt {
  /**
   * `all`: every four-digit Christian year. `old`: activities of years that are recent with two Buddhist digits. `late`: days after
   * today. `midnight`: times in the last minute of a day.
   */
  kind: 'all' | 'old' | 'late' | 'midnight'
  /** The first year after a gap; null without one. */
  split: number | null
  /** Cells in doubt, as far as they were counted. */
  cells: number
}

/** Dates of fewer cells show no gap. */
const ENOUGH = 10
/** Years without a birth between two groups: more than between parents and children. */
const GAP = 30
/** Share of a group, and of very old people, from which it is no chance. */
const GROUP = 0.1
const LEAST = 3
/** Share of births after today from which they are no typing errors. */
const SYSTEMATIC = 0.01
const OLD = 85
const OLDEST = 110
/** From then on shops have their purchases in a computer. */
export const RECENT_YEAR = 1990

/** The year of two digits, the latest up to `latestYear`. */
export function latestShortYear(short: number, era: 'be' | 'ce', latestYear: number): number {
  const late = era === 'be' ? 2500 - ERA + short : 2000 + short
  return late > latestYear ? late - 100 : late
}

/** Returns the doubt about a column's years, or the repair that needs no question. */
export function doubtOf(
  facts: DateFacts,
  purpose: DatePurpose,
  thisYear: number,
  latestDay: number,
): { doubt: YearDoubt | null; shift: DateShift | null } {
  if (purpose === 'any') return { doubt: null, shift: null }
  const years = Object.entries(facts.years ?? {})
    .map(([year, count]) => ({ year: Number(year), count }))
    .filter(({ year }) => year >= thisYear - OLDEST)
  const late = years.filter(({ year }) => year > thisYear)
  const lateCells = sum(late) || Number((facts.latest ?? 0) > latestDay)
  const asked = (kind: YearDoubt['kind'], cells: number, split: number | null = null) => ({
    doubt: { kind, split, cells },
    shift: null,
  })
  if (purpose === 'activity') {
    const old = years.filter(({ year }) => isCompleted(year, thisYear))
    if (sum(old) * 2 >= sum(years) && old.length > 0 && lateCells === 0) return { doubt: null, shift: 'all' }
    if (old.length > 0) return asked('old', sum(old) + lateCells)
    return lateCells > 0 ? asked('late', lateCells) : { doubt: null, shift: null }
  }
  // One year ahead alone is a filler, and no group.
  const split = gapOf(years.filter(({ year }) => year < 2200 && (year <= thisYear || late.length > 1)))
  const aged = sum(years.filter(({ year }) => year <= thisYear - OLD))
  const isMany = (cells: number) => cells >= Math.max(LEAST, sum(years) * GROUP) && sum(years) >= ENOUGH
  const systematic = late.length > 1 && sum(late) > sum(years) * SYSTEMATIC
  if (split !== null || isMany(aged) || systematic) return asked('all', sum(years), split)
  if (lateCells > 0) return asked('late', lateCells)
  const { lastMinute = 0 } = facts
  return lastMinute > 0 && lastMinute * 2 >= facts.dates ? asked('midnight', lastMinute) : { doubt: null, shift: null }
}

/** True for a year that Excel made of two Buddhist digits: 1968 of 68, which means 2025. */
export function isCompleted(year: number, thisYear: number): boolean {
  return year < RECENT_YEAR && latestShortYear(year % 100, 'be', thisYear) >= RECENT_YEAR
}

interface YearCount {
  year: number
  count: number
}

const sum = (years: readonly YearCount[]) => years.reduce((total, { count }) => total + count, 0)

/** Returns the first year after the longest gap between two groups of births; null without such a gap. */
function gapOf(years: readonly YearCount[]): number | null {
  const sorted = years.toSorted((a, b) => a.year - b.year)
  const total = sum(sorted)
  const least = Math.max(LEAST, total * GROUP)
  if (total < ENOUGH) return null
  let before = 0
  let split: number | null = null
  let longest = GAP
  for (const [place, { year, count }] of sorted.entries()) {
    const gap = place === 0 ? 0 : year - sorted[place - 1]!.year
    if (gap > longest && before >= least && total - before >= least) {
      longest = gap
      split = year
    }
    before += count
  }
  return split
}

/** Returns the year that a doubtful one means by a person's answer. `isLate`: the day lies after the last possible one. */
export function shiftedYear(
  year: number,
  shift: DateShift,
  split: number | null,
  thisYear: number,
  isLate: boolean,
): number {
  switch (shift) {
    case 'all':
      return latestShortYear(year % 100, 'be', thisYear)
    case 'earlier':
      return split !== null && year < split ? year + 57 : year
    case 'later':
      return split !== null && year >= split ? year - 43 : year
    case 'century':
      return isLate ? year - 100 : year
    default:
      return year
  }
}
