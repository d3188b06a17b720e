import { MAX_CELL_BYTES } from '@ruam/contract/platform/constants.ts'
import { isPlainText, isVisible } from '@ruam/contract/platform/names.ts'
import type { ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { readBoolean } from './booleans.ts'
import { type Choices, readChoice } from './choices.ts'
import { readCitizenId } from './citizen-ids.ts'
import type { DateStyle } from './date-styles.ts'
import { readDate, readDateTime, readInstant } from './dates.ts'
import { isFillerEmail, readEmail } from './emails.ts'
import { readGender } from './genders.ts'
import { readNumber } from './numbers.ts'
import { isPlaceholderPhone, type PhoneNumbering, readPhone } from './phones.ts'
import { EMPTY, failed, type ReadValue } from './reading.ts'
import { asciiForm, canonicalText, typedText } from './thai.ts'

/** Decisions of a column for its cells. */
export interface ColumnStyle {
  phones: PhoneNumbering
  dates: DateStyle
  /** Dates become instants of this time zone; null: days without a time. */
  timeZone: string | null
  /** True if digits alone may count the time since 1970: never for birth dates. */
  instants?: boolean
  /** The only values of a text. */
  choices?: Choices | undefined
}

const blanks = new Set(['', '-', '--', '–', '—', 'NULL', 'null', '(null)', '\\N', 'N/A', 'n/a', '#N/A', '#NULL!'])

/** Words for "nothing", safe where a text would be a failure. In a text column ไม่มี is an answer (allergies: none). */
export const nothings: ReadonlySet<string> = new Set([
  '',
  'ไม่มี',
  'ไม่มีข้อมูล',
  'ไม่ระบุ',
  'ไม่ทราบ',
  'none',
  'null',
  'nil',
  'nan',
  'na',
  'n/a',
  'unknown',
  'no data',
  '--',
  '—',
  '.',
])

/** Apostrophe that our files put before a text, so that no spreadsheet reads a formula (formats/files/csv-line.ts). */
const GUARDED = /^'+(?:[=+\-@＝＋－＠\t\r\n]|(?:--?|–|—|NULL|null|\(null\)|\\N|N\/A|n\/a|#N\/A|#NULL!)$)/

const APOSTROPHE = 0x27

/** A cell without the apostrophe that our own files put before it. */
export const withoutGuard = (raw: string): string =>
  raw.charCodeAt(0) === APOSTROPHE && GUARDED.test(raw) ? raw.slice(1) : raw

/** Empty text, or what programs write for it. "Null" with one capital is a family name and stays. */
export function isEmptyCell(raw: string): boolean {
  if (raw === '') return true
  const first = raw.charCodeAt(0)
  if (first > 0x5c && first < 0x7f && first !== 0x6e) return false
  if (first >= 0x0e01 && first <= 0x0e5b) return false
  if (first >= 0x2e && first <= 0x5b && first !== 0x4e) return false
  const text = raw.trim()
  return text.length <= 6 && blanks.has(text)
}

/**
 * The one way a cell of a file is read. Value null: the cell is empty, or says so in the words of programs and of people who fill in
 * files. A text comes back without a copy when it is canonical already.
 */
export function readCell(kind: ValueKind, raw: string, column: ColumnStyle): ReadValue {
  if (isTooLong(raw)) return failed('cell_too_long')
  if (isEmptyCell(raw)) return EMPTY
  const reading = readKind(kind, withoutGuard(raw), column)
  if ('failure' in reading) return meansNothing(raw) ? EMPTY : reading
  if (kind === 'phone' && isPlaceholderPhone(String(reading.value))) return failed('phone_placeholder')
  if (kind === 'email' && isFillerEmail(String(reading.value))) return failed('email_placeholder')
  return reading
}

/**
 * Reads a value that a user types or a call sends. Only blank text is empty: NULL, N/A and - are texts, and no phone, number or date. A
 * text stays as it was typed.
 */
export function readTypedValue(kind: ValueKind, raw: string, column: ColumnStyle): ReadValue {
  if (isTooLong(raw)) return failed('cell_too_long')
  if (!isVisible(raw)) return EMPTY
  if (kind === 'text') {
    const text = typedText(raw)
    if (!isPlainText(text)) return failed('text_not_plain')
    return column.choices ? readChoice(column.choices, text) : { value: text }
  }
  const reading = readKind(kind, raw, column)
  return 'value' in reading && reading.value === null && kind !== 'gender' ? failed(unreadable[kind]) : reading
}

/** Failure of a value that consists of decoration only: a dash, a currency. */
const unreadable = {
  phone: 'phone_invalid',
  email: 'email_invalid',
  citizen_id: 'citizen_id_length',
  number: 'number_invalid',
  date: 'date_invalid',
  boolean: 'boolean_invalid',
} as const

function isTooLong(raw: string): boolean {
  return raw.length > MAX_CELL_BYTES / 3 && Buffer.byteLength(raw) > MAX_CELL_BYTES
}

function readKind(kind: ValueKind, raw: string, column: ColumnStyle): ReadValue {
  switch (kind) {
    case 'text': {
      const text = canonicalText(raw)
      if (text === '') return EMPTY
      return column.choices ? readChoice(column.choices, text) : { value: text }
    }
    case 'phone':
      return readPhone(raw, column.phones)
    case 'email':
      return readEmail(raw)
    case 'citizen_id':
      return readCitizenId(raw)
    case 'gender':
      return readGender(raw)
    case 'number':
      return readNumber(raw)
    case 'date': {
      const instant = column.instants ? readInstant(raw, column.dates) : null
      if (instant) return instant
      return column.timeZone === null ? readDate(raw, column.dates) : readDateTime(raw, column.dates, column.timeZone)
    }
    case 'boolean':
      return readBoolean(raw)
  }
}

function meansNothing(raw: string): boolean {
  return raw.length <= 40 && nothings.has(asciiForm(raw).toLowerCase())
}
