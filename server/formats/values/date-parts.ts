import { eraWords, fillers, months } from './date-words.ts'
import { isDigits } from './digits.ts'
import { asciiForm } from './thai.ts'

/**
 * A date as it is written, before anything is decided about its calendar or order. For shape 'numeric' (year last, or two
 * digits everywhere) day and month are the first and second number; the style of the column says whether they change places.
 */
export interface DateParts {
  shape: 'year_first' | 'numeric' | 'named'
  day: number
  month: number
  /** As written: Buddhist, Christian or two digits. */
  year: number
  yearDigits: 2 | 4
  /** Written next to the year. */
  era: 'be' | 'ce' | null
  /** The language of a month in words. */
  monthWord: 'th' | 'en' | null
  /** Milliseconds after midnight; null when no time is written. */
  time: number | null
  /** Minutes east of UTC, null when none is written. */
  offset: number | null
}

const LONGEST_DATE = 60
const NUMERIC = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{4}|\d{1,2})(?:[T ,]\s*(.+))?$/
const SPACED = /^(\d{1,2}) (\d{1,2}) (\d{4})$/
const COMPACT = /^\d{8}$/
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(am|pm|a\.m\.|p\.m\.|น\.?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i
/** Suffix of a written date: an era, a time. */
const REST = /^\s*(?:(b\.?e|a\.?d|c\.?e)\.?)?[\s,]*(?:เวลา\s*)?(\d{1,2}:\d{2}.*|\d{1,2}\.\d{2}\s*น\.?)?$/
const TOKEN = /[\s,./-]*(\d+|\p{L}[\p{L}\p{M}.]*)/uy

/** The parts of a written date, null when it does not read as one. Whether that day exists is not asked here. */
export function dateParts(raw: string): DateParts | null {
  const quick = fixedWidth(raw)
  if (quick !== null) return quick
  if (raw.length < 6 || raw.length > LONGEST_DATE) return null
  const text = asciiForm(raw)
  const leading = leadingDigits(text)
  if (leading === 0) return startsLikeDate(text) ? namedDate(text) : null
  if (leading === 3 || (leading > 4 && leading !== 8)) return null
  return numericDate(text) ?? namedDate(text)
}

/** Digits before the first other character: with 3 or 5 of them nearly every address and code differs from a date. */
function leadingDigits(text: string): number {
  let count = 0
  while (count < text.length && isDigits(text, count, count + 1)) count++
  return count
}

/** A weekday or month comes first. */
function startsLikeDate(text: string): boolean {
  const end = text.search(/[\s\d.,]/)
  const word = text.slice(0, end === -1 ? 0 : end).toLowerCase()
  return months.has(word) || fillers.has(word)
}

/** 31/12/2567 and 2024-12-31, alone or with 23:59[:59[.999]] behind: what nearly every cell of a date column looks like. */
function fixedWidth(text: string): DateParts | null {
  const length = text.length
  if (length !== 10 && length !== 16 && length !== 19 && length !== 23) return null
  let time: number | null = null
  if (length > 10) {
    const gap = text.charCodeAt(10)
    if (gap !== 0x20 && gap !== 0x54) return null
    time = timeOfDay(text)
    if (time === -1) return null
  }
  const yearFirst = isSeparator(text.charCodeAt(4))
  const sign = text.charCodeAt(yearFirst ? 4 : 2)
  if (!isSeparator(sign) || text.charCodeAt(yearFirst ? 7 : 5) !== sign) return null
  const century = two(text, yearFirst ? 0 : 6)
  const rest = two(text, yearFirst ? 2 : 8)
  const month = two(text, yearFirst ? 5 : 3)
  const day = two(text, yearFirst ? 8 : 0)
  if (century < 0 || rest < 0 || month < 0 || day < 0) return null
  return {
    shape: yearFirst ? 'year_first' : 'numeric',
    day,
    month,
    year: century * 100 + rest,
    yearDigits: 4,
    era: null,
    monthWord: null,
    time,
    offset: null,
  }
}

function isSeparator(code: number): boolean {
  return code >= 0x2d && code <= 0x2f
}

function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30
  const ones = text.charCodeAt(at + 1) - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

function timeOfDay(text: string): number {
  const hour = two(text, 11)
  const minute = two(text, 14)
  if (text.charCodeAt(13) !== 0x3a || hour < 0 || hour > 23 || minute < 0 || minute > 59) return -1
  let time = (hour * 60 + minute) * 60_000
  if (text.length >= 19) {
    const second = two(text, 17)
    if (text.charCodeAt(16) !== 0x3a || second < 0 || second > 59) return -1
    time += second * 1000
  }
  if (text.length === 23) {
    if (text.charCodeAt(19) !== 0x2e || !isDigits(text, 20, 23)) return -1
    time += Number(text.slice(20))
  }
  return time
}

function numericDate(text: string): DateParts | null {
  if (COMPACT.test(text)) return compactDate(text)
  const spaced = SPACED.exec(text)
  if (spaced) return parts('numeric', spaced[1]!, spaced[2]!, spaced[3]!, undefined)
  const match = NUMERIC.exec(text)
  if (!match) return null
  const [, first, , second, third, time] = match
  if (first!.length === 4) return third!.length === 4 ? null : parts('year_first', third!, second!, first!, time)
  return first!.length === 3 ? null : parts('numeric', first!, second!, third!, time)
}

/** 19870112, 25300112, or 12012530 when the year can only be at the end. */
function compactDate(text: string): DateParts | null {
  const start = parts('year_first', text.slice(6), text.slice(4, 6), text.slice(0, 4), undefined)
  if (start && isLikelyYear(start.year) && start.month >= 1 && start.month <= 12 && start.day <= 31) return start
  const end = parts('numeric', text.slice(0, 2), text.slice(2, 4), text.slice(4), undefined)
  if (end && isLikelyYear(end.year) && end.month >= 1 && end.month <= 12 && end.day <= 31) return end
  return start && isLikelyYear(start.year) ? start : null
}

function isLikelyYear(year: number): boolean {
  return (year >= 1800 && year < 2200) || (year >= 2400 && year < 2743)
}

/** 12 ม.ค. 2530, 12 มกราคม พ.ศ. 2530, วันจันทร์ที่ 12 มกราคม 2530 เวลา 10.47 น., January 12, 1987, 12-Jan-87. */
function namedDate(typed: string): DateParts | null {
  const text = typed.toLowerCase()
  const numbers: string[] = []
  let month = 0
  let monthPlace = 0
  let era: DateParts['era'] = null
  let monthWord: DateParts['monthWord'] = null
  TOKEN.lastIndex = 0
  while (month === 0 || numbers.length < 2) {
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined) return null
    if (isDigits(token, 0, 1)) {
      if (numbers.push(token) > 2 || token.length === 3 || token.length > 4) return null
      continue
    }
    const word = token.replaceAll('.', '')
    const named = months.get(word)
    if (named !== undefined && month === 0) {
      month = named
      monthPlace = numbers.length
      monthWord = word.charCodeAt(0) < 128 ? 'en' : 'th'
    } else if (eraWords.has(word)) era = eraWords.get(word)!
    else if (!fillers.has(word)) return null
  }
  const rest = REST.exec(text.slice(TOKEN.lastIndex))
  if (!rest || monthPlace === 2) return null
  const [one, other] = [numbers[0]!, numbers[1]!]
  const yearFirst = monthPlace === 1 && one.length === 4
  const time = rest[2]?.replace(/^(\d{1,2})\.(\d{2})/, '$1:$2')
  const found = parts('named', yearFirst ? other : one, String(month), yearFirst ? one : other, time)
  return found && { ...found, monthWord, era: rest[1] ? eraWords.get(rest[1].replaceAll('.', ''))! : era }
}

function parts(
  shape: DateParts['shape'],
  day: string,
  month: string,
  year: string,
  timeText: string | undefined,
): DateParts | null {
  if (day.length > 2 || (year.length !== 2 && year.length !== 4)) return null
  const clock =
    timeText === undefined || timeText.trim() === '' ? { time: null, offset: null } : readTime(timeText.trim())
  if (clock === null) return null
  const yearDigits = year.length === 4 ? 4 : 2
  return {
    shape,
    day: Number(day),
    month: Number(month),
    year: Number(year),
    yearDigits,
    era: null,
    monthWord: null,
    ...clock,
  }
}

function readTime(text: string): { time: number; offset: number | null } | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [, hours, minutes, seconds = '0', fraction = '', mark = '', zone] = match
  const half = mark.replaceAll('.', '').toLowerCase()
  let hour = Number(hours)
  if (half === 'am' || half === 'pm') {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half === 'pm' ? 12 : 0)
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  const time = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds
  return { time, offset: zone === undefined ? null : offsetMinutes(zone) }
}

function offsetMinutes(zone: string): number {
  if (!/\d/.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}
