import type { Likeness } from './likeness.ts'

/** Difference of a year read in the wrong era. */
const ERA = 543
/** Differences of a year of two digits that is read in another century or era: 30 is 1930, 1987 (2530) or 2030. */
const SHORT_YEARS = [43, 57, 100]
const DAY_MS = 86_400_000

/**
 * Similarity of two days (YYYY-MM-DD). Close: day and month swapped, one wrong digit or two adjacent digits swapped in either era, the next
 * day or year, or a year of the wrong era or century.
 */
export function daysLikeness(a: string | null, b: string | null): Exclude<Likeness, 'near'> {
  if (a === null || b === null || a === '' || b === '') return null
  if (a === b) return 'same'
  return isYearSlip(a, b) || isDigitSlip(a, b) || isNextDay(a, b) ? 'close' : 'different'
}

/** The same day of a year that is confused with the other one; with the year itself and another era, day and month may be swapped. */
function isYearSlip(a: string, b: string): boolean {
  const years = Math.abs(yearOf(a) - yearOf(b))
  if (years === 0 || years === ERA) return sameOrSwapped(a.slice(5), b.slice(5))
  return (years === 1 || SHORT_YEARS.includes(years)) && sameDay(a.slice(5), b.slice(5))
}

const yearOf = (day: string) => Number(day.slice(0, 4))

/** MM-DD. */
const sameOrSwapped = (a: string, b: string) => a === b || `${a.slice(3)}-${a.slice(0, 2)}` === b

/** The last of February of a leap year has no other year. */
const sameDay = (a: string, b: string) => a === b || [a, b].sort().join() === '02-28,02-29'

/** A digit is typed in the year of either era: 1996 and 2006 are 2539 and 2549. */
const isDigitSlip = (a: string, b: string) =>
  isOneSlip(digitsOf(a, 0), digitsOf(b, 0)) || isOneSlip(digitsOf(a, ERA), digitsOf(b, ERA))

const digitsOf = (day: string, era: number) => `${yearOf(day) + era}${day.slice(5, 7)}${day.slice(8)}`

function isOneSlip(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false
  let at = 0
  while (a[at] === b[at]) at++
  if (a.slice(at + 1) === b.slice(at + 1)) return true
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** True if a time zone may have shifted one day to the other. */
const isNextDay = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) === DAY_MS
