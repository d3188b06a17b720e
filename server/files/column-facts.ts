import type { DataType } from '@ruam/contract/system-fields.ts'
import { isBooleanWord } from '../values/booleans.ts'
import { readCitizenId } from '../values/citizen-ids.ts'
import { type DateFacts, dateStyleOf, noDates, noteDate } from '../values/date-styles.ts'
import { readEmail } from '../values/emails.ts'
import { readNumber } from '../values/numbers.ts'
import { type PhoneNumbering, phoneVote } from '../values/phones.ts'
import { canonicalText } from '../values/thai.ts'
import { type ColumnStyle, isEmptyCell } from '../values/values.ts'

/**
 * What the cells of one column look like, gathered while the file is loaded. One cell may count in several ways (0 is a
 * number and a boolean). Plain JSON.
 */
export interface ColumnFacts {
  /** Cells that are not empty. */
  filled: number
  /** Characters of the longest cell. */
  longest: number
  /** The first distinct values, at most 5, cut to 100 characters. */
  samples: string[]
  emails: number
  thaiPhones: number
  foreignPhones: number
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
}

const MAX_SAMPLES = 5
const SAMPLE_LENGTH = 100
/** Longer cells are texts. */
const LONGEST_VALUE = 64
const LINE_USER_ID = /^U[0-9a-f]{32}$/

const DIGIT = 1
const LETTER = 2
const AT = 4
/** - . ( ) + space: between the digits of phones and ids. */
const GAP = 8
const SLASH = 16
const COMMA = 32
/** Thai digits. */
const WIDE = 64
const BAHT = 128
const OTHER = 256
const NUMBER_SIGNS = DIGIT | GAP | COMMA | WIDE | BAHT

const classes = new Uint16Array(128).fill(OTHER)
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code)
  if (/\d/.test(character)) classes[code] = DIGIT
  else if (/[a-z]/i.test(character)) classes[code] = LETTER
  else if (character === '@') classes[code] = AT
  else if ('-.()+ '.includes(character)) classes[code] = GAP
  else if (character === '/') classes[code] = SLASH
  else if (character === ',') classes[code] = COMMA
}

export function noFacts(): ColumnFacts {
  return {
    filled: 0,
    longest: 0,
    samples: [],
    emails: 0,
    thaiPhones: 0,
    foreignPhones: 0,
    citizenIds: 0,
    lineUserIds: 0,
    numbers: 0,
    codes: 0,
    booleans: 0,
    zeroOrOne: 0,
    dates: noDates(),
  }
}

/** Counts one cell of the column in. */
export function noteCell(facts: ColumnFacts, raw: string): void {
  if (isEmptyCell(raw)) return
  facts.filled++
  if (raw.length > facts.longest) facts.longest = raw.length
  if (facts.samples.length < MAX_SAMPLES) noteSample(facts.samples, raw)
  if (raw.length > LONGEST_VALUE) return

  let seen = 0
  let digits = 0
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    const kind = code < 128 ? classes[code]! : wideClass(code)
    seen |= kind
    digits += kind & DIGIT
  }
  if ((seen & AT) !== 0) {
    if ('value' in readEmail(raw)) facts.emails++
    return
  }
  if (raw.length <= 6) noteBoolean(facts, raw)
  if (digits === 0) return
  if (seen === DIGIT) noteWholeNumber(facts, raw)
  else if (((seen & ~NUMBER_SIGNS) === 0 || raw.endsWith('บาท')) && isNumber(raw)) {
    facts.numbers++
    if ((seen & (COMMA | BAHT)) !== 0 || raw.includes('.')) return
  }
  noteLookalikes(facts, raw, seen, digits)
}

function wideClass(code: number): number {
  if (code >= 0x0e50 && code <= 0x0e59) return WIDE | DIGIT
  if (code === 0x0e3f) return BAHT
  return code >= 0x0e01 && code <= 0x0e5b ? LETTER : OTHER
}

function noteSample(samples: string[], raw: string): void {
  const sample = sampleText(raw)
  if (!samples.includes(sample)) samples.push(sample)
}

/** A cell as it would stand among the samples. */
export function sampleText(raw: string): string {
  // Without half of a letter at the cut: jsonb would refuse it.
  return canonicalText(raw.slice(0, SAMPLE_LENGTH).replace(/[\ud800-\udbff]$/, ''))
}

function noteBoolean(facts: ColumnFacts, raw: string): void {
  if (!isBooleanWord(raw)) return
  facts.booleans++
  if (raw === '0' || raw === '1') facts.zeroOrOne++
}

function isNumber(raw: string): boolean {
  const reading = readNumber(raw)
  return 'value' in reading && reading.value !== null
}

function noteWholeNumber(facts: ColumnFacts, raw: string): void {
  if (raw.length <= 15) facts.numbers++
  if (raw.length > 15 || (raw.length > 1 && raw.startsWith('0'))) facts.codes++
}

function noteLookalikes(facts: ColumnFacts, raw: string, seen: number, digits: number): void {
  if (raw.length === 33 && LINE_USER_ID.test(raw)) {
    facts.lineUserIds++
    return
  }
  const typedDigits = (seen & ~(DIGIT | GAP | WIDE)) === 0
  if (typedDigits && digits >= 7 && (digits <= 12 || raw.includes('+'))) {
    const vote = phoneVote(raw)
    if (vote === 'thai') facts.thaiPhones++
    else if (vote === 'foreign') facts.foreignPhones++
  }
  if (typedDigits && digits === 13) {
    const reading = readCitizenId(raw)
    if ('value' in reading && reading.value !== null) facts.citizenIds++
  }
  if (seen !== DIGIT || digits === 8) noteDate(facts.dates, raw)
}

/** How the column's phone numbers are taken: not as Thai ones when fewer than a third of them are. */
export function phoneNumberingOf({ thaiPhones, foreignPhones }: ColumnFacts): PhoneNumbering {
  return foreignPhones > 2 * thaiPhones ? 'unknown' : 'thai'
}

/**
 * The style that every cell of the column is read in. `thisYear` (CE) settles two-digit years and must not change within a
 * run; dayOnly for fields that are days by nature, such as a birth date.
 */
export function columnStyleOf(
  facts: ColumnFacts,
  options: { timeZone: string; thisYear: number; dayOnly: boolean },
): ColumnStyle {
  const dates = dateStyleOf(facts.dates, options.thisYear)
  return {
    phones: phoneNumberingOf(facts),
    dates,
    timeZone: dates.timed && !options.dayOnly ? options.timeZone : null,
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
  if (facts.dates.dates >= filled * MOST) return 'Date'
  if (facts.codes > 0 || facts.citizenIds >= filled / 2) return 'String'
  return facts.numbers >= filled * MOST ? 'Number' : 'String'
}
