import { hasCheckDigit } from './citizen-ids.ts'
import { expandNumber, isDigits, isOneDigitRepeated } from './digits.ts'
import { EMPTY, failed, type ReadValue } from './reading.ts'
import { asciiForm } from './thai.ts'

/** Reading of numbers without country code: as Thai, or unchanged if the column is not Thai. */
export type PhoneNumbering = 'thai' | 'unknown'

const LONGEST_CELL = 200
const LABEL = /^(?:โทร(?:ศัพท์)?|เบอร์(?:โทร)?|มือถือ|tel|phone|mobile|mob|[tmp])\s*[.:]?\s*(?=[+(\d])/i
const EXTENSION = /^(.*?\d)\s*(?:ต่อ|กด|extension|ext|press|x|#)\s*[.:]?\s*\d{1,6}$/i
/** The last digits of a range of lines, or an extension. */
const LINE_RANGE = /^(.*\d)\s*(?:-|–|~|ถึง)\s*\d{1,4}$/
const SEVERAL = /[,;/|\n&]|:::|หรือ|และ|\bor\b/
const SEVERAL_JOINED = /^(0[689]\d{8})0[2-9]\d{7,8}$/
const ALLOWED = /^\+?[\d\s()./_'‐-―-]*$/
const PLACEHOLDERS = new Set(['0123456789', '1234567890', '123456789', '12345678', '1234567'])

/**
 * A phone number in E.164, or its bare digits when its country can't be told. Rules of Thai master data (formats.json):
 * - 0[689] and 8 digits is a mobile, 0[23457] and 7 digits a landline; 66..., 660..., 0066... and +660... mean +66...;
 * - a lost leading zero is put back: 9 digits starting 6, 8, 9 and 8 digits starting 2 (note phone_repaired);
 * - of several numbers the first mobile wins, extensions and line ranges such as "02-123-4567-9" are dropped (both noted);
 * - `+` or `00` and 8 to 15 digits of another country stay (ITU-T E.164);
 * - a number that starts like a Thai one (0 and 2 to 9) with another length is a failure: digits are missing;
 * - anything else of 7 to 15 digits, such as "(5) 555-4729", keeps its digits (note phone_country_unknown);
 *   fewer (hot-line numbers among them), more, letters, a citizen id, or a made-up run such as 1111111111 is a failure;
 * - only zeros mean that there is no number.
 * Whether "030-0074321" is a broken Thai number or a sound German one can't be seen from the cell, so the column decides
 * (phoneNumberingOf in column-facts.ts): with numbering 'unknown' only `+` and `00` give a country, 0 and lost zeros
 * are not interpreted, and 7 to 15 digits are kept.
 */
export function readPhone(raw: string, numbering: PhoneNumbering = 'thai'): ReadValue<string> {
  if (numbering === 'thai' && raw.length === 10 && isThaiMobile(raw)) return { value: `+66${raw.slice(1)}` }
  const digits = bareDigits(raw)
  if (digits !== null) {
    const reading = readDigits(digits, false, numbering)
    if ('value' in reading) return reading
  }
  if (raw.length > LONGEST_CELL) return failed('phone_invalid')
  const text = asciiForm(raw).replace(/^'/, '')
  if (text === '') return EMPTY
  const expanded = expandNumber(text)
  if (expanded === 'lost') return failed('digits_lost')
  if (expanded === null) return readTyped(text, numbering)
  const reading = readDigits(expanded, false, numbering)
  return 'failure' in reading || text.endsWith('.0') ? reading : { ...reading, note: 'phone_expanded' }
}

/** Vote of a cell on its column: Thai, foreign, or neither (too short, nearly Thai, no number). */
export function phoneVote(raw: string): 'thai' | 'foreign' | null {
  if (raw.length === 10 && isThaiMobile(raw)) return 'thai'
  const reading = readPhone(raw)
  if ('failure' in reading) return foreignShape(raw) ? 'foreign' : null
  if (reading.value === null) return null
  return reading.value.startsWith('+66') ? 'thai' : 'foreign'
}

/** Thai mobiles that miss or repeat a digit (8, 9 or 11 of them) are no evidence for another country. */
function foreignShape(raw: string): boolean {
  const digits = asciiForm(raw).replace(/\D/g, '')
  return digits.length >= 9 && digits.length <= 15 && /^0[2-57]/.test(digits)
}

function isThaiMobile(text: string): boolean {
  if (text.charCodeAt(0) !== 0x30) return false
  const second = text.charCodeAt(1)
  return (second === 0x36 || second === 0x38 || second === 0x39) && isDigits(text, 2, 10)
}

/** The digits of a text of nothing but ASCII digits, dashes, brackets and blanks: the quick way for most files. */
function bareDigits(raw: string): string | null {
  if (raw.length > 24) return null
  let digits = ''
  let start = 0
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (code >= 0x30 && code <= 0x39) continue
    if (code !== 0x2d && code !== 0x20 && code !== 0x28 && code !== 0x29) return null
    digits += raw.slice(start, i)
    start = i + 1
  }
  digits += raw.slice(start)
  return digits === '' ? null : digits
}

function readTyped(text: string, numbering: PhoneNumbering): ReadValue<string> {
  if (!SEVERAL.test(text)) return readOne(text, numbering)
  if (numbering === 'thai') {
    // "812,345,678" and "081/2345678" are one number.
    const joined = readOne(text.replace(/[,/]/g, ''), numbering)
    if (isThai(joined)) return joined
  }
  const readings = text
    .split(SEVERAL)
    .map((part) => readOne(part.trim(), numbering))
    .filter((reading) => 'value' in reading && reading.value !== null)
  const first = readings.find(isMobile) ?? readings.find(isThai) ?? readings[0]
  return first ? { ...first, note: 'phone_first_of_several' } : failed('phone_invalid')
}

function isThai(reading: ReadValue<string>): boolean {
  return 'value' in reading && reading.value !== null && reading.value.startsWith('+66')
}

function isMobile(reading: ReadValue<string>): boolean {
  return 'value' in reading && reading.value !== null && /^\+66[689]\d{8}$/.test(reading.value)
}

function readOne(written: string, numbering: PhoneNumbering): ReadValue<string> {
  const text = written
    .replace(/\([^()\d+]*\)/g, '')
    .replace(LABEL, '')
    .trim()
  const extension = EXTENSION.exec(text)
  const reading = readPlain(extension ? extension[1]! : text, numbering)
  if (extension) return 'value' in reading ? { ...reading, note: 'phone_extension_dropped' } : reading
  if ('value' in reading || numbering === 'unknown') return reading
  const range = LINE_RANGE.exec(text)
  const first = range && readPlain(range[1]!, numbering)
  if (first && isThai(first)) return { ...first, note: 'phone_extension_dropped' }
  return reading
}

function readPlain(written: string, numbering: PhoneNumbering): ReadValue<string> {
  const text = written.replace(/^\s*\(\s*\+/, '+').replace(/^(\+.*)\(0\)/, '$1')
  if (!ALLOWED.test(text)) return failed('phone_invalid')
  const digits = text.replace(/\D/g, '')
  if (digits === '') return failed('phone_invalid')
  return readDigits(digits, text.startsWith('+'), numbering)
}

function readDigits(digits: string, plus: boolean, numbering: PhoneNumbering): ReadValue<string> {
  if (digits.charCodeAt(0) === 0x30 && isOneDigitRepeated(digits, digits.length)) return EMPTY
  if (plus && digits.charCodeAt(0) !== 0x30) return readInternational(digits)
  if (!plus && digits.startsWith('00') && digits.length >= 10 && digits.charCodeAt(2) !== 0x30) {
    return readInternational(digits.slice(2))
  }
  return numbering === 'thai' ? readThai(digits) : keepDigits(digits)
}

function readInternational(digits: string): ReadValue<string> {
  if (digits.startsWith('66')) {
    const thai = thaiNumber(`0${digits.slice(digits.charCodeAt(2) === 0x30 ? 3 : 2)}`)
    return thai === null ? failed('phone_invalid') : { value: thai }
  }
  return digits.length >= 8 && digits.length <= 15 ? { value: `+${digits}` } : failed('phone_invalid')
}

function readThai(digits: string): ReadValue<string> {
  const national = thaiNumber(digits)
  if (national !== null) return { value: national }
  if (digits.startsWith('66')) {
    const international = readInternational(digits)
    if ('value' in international) return international
  }
  const joined = SEVERAL_JOINED.exec(digits)
  if (joined) return { value: `+66${joined[1]!.slice(1)}`, note: 'phone_first_of_several' }
  if (/^0[2-9]/.test(digits)) return failed('phone_invalid')
  if (/^(?:[689]\d{8}|2\d{7})$/.test(digits) && !isMadeUp(digits)) {
    return { value: `+66${digits}`, note: 'phone_repaired' }
  }
  return keepDigits(digits)
}

function thaiNumber(digits: string): string | null {
  if (digits.length === 10 && isThaiMobile(digits)) return `+66${digits.slice(1)}`
  if (digits.length === 9 && /^0[23457]/.test(digits)) return `+66${digits.slice(1)}`
  return null
}

function keepDigits(digits: string): ReadValue<string> {
  if (digits.length < 7 || digits.length > 15 || isMadeUp(digits)) return failed('phone_invalid')
  if (digits.length === 13 && hasCheckDigit(digits)) return failed('phone_invalid')
  return { value: digits, note: 'phone_country_unknown' }
}

/** Runs that people type to get past a required field. As match keys they would merge strangers. */
function isMadeUp(digits: string): boolean {
  return isOneDigitRepeated(digits, digits.length) || PLACEHOLDERS.has(digits)
}

/** True for filler numbers: 099 999 9999, 081 234 5678. */
export const isFillerPhone = (phone: string): boolean => isPlaceholderPhone(phone) || /^\+66[689]12345678$/.test(phone)

/** True for a number that nobody has, by its shape: one digit repeated (099 999 9999), or digits that rise or fall (098 765 4321). */
export function isPlaceholderPhone(phone: string): boolean {
  const national = phone.replace(/^\+(?:66)?/, '')
  if (isOneDigitRepeated(national, national.length)) return true
  return national.length >= 9 && ['01234567890', '09876543210'].some((run) => run.includes(national))
}
