import { expandNumber, isDigits, isOneDigitRepeated } from './digits.ts'
import { EMPTY, failed, type ReadValue } from './reading.ts'
import { asciiForm } from './thai.ts'

/** The check digit of a 13-digit id: (11 - (sum of d[i] x (13 - i), i = 0..11) mod 11) mod 10. Tax ids of firms use it too. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < 12; i++) sum += (digits.charCodeAt(i) - 0x30) * (13 - i)
  return (11 - (sum % 11)) % 10 === digits.charCodeAt(12) - 0x30
}

/**
 * A Thai citizen id as 13 digits. Separators and Thai digits are understood; 12 digits get their lost zero back when the
 * check digit then fits; ids that are made up but pass the check (0000000000001) are refused; only zeros mean none.
 */
export function readCitizenId(raw: string): ReadValue<string> {
  const digits = raw.length === 13 && isDigits(raw, 0, 13) ? raw : digitsOf(raw)
  if (digits === 'lost') return failed('digits_lost')
  if (digits === '') return EMPTY
  if (digits === null) return failed('citizen_id_length')
  if (isOneDigitRepeated(digits, digits.length) && digits.startsWith('0')) return EMPTY
  if (digits.length === 13) {
    if (!hasCheckDigit(digits)) return failed('citizen_id_check_digit')
    return isMadeUp(digits) ? failed('citizen_id_placeholder') : { value: digits }
  }
  const repaired = `0${digits}`
  if (digits.length !== 12 || !hasCheckDigit(repaired) || isMadeUp(repaired)) return failed('citizen_id_length')
  return { value: repaired, note: 'citizen_id_repaired' }
}

function digitsOf(raw: string): string | 'lost' | null {
  if (raw.length > 100) return null
  const text = asciiForm(raw).replace(/^'/, '')
  const expanded = expandNumber(text)
  if (expanded !== null) return expanded
  const digits = text.replace(/[\s.‐-―_/-]/g, '')
  return digits === '' || isDigits(digits, 0, digits.length) ? digits : null
}

function isMadeUp(digits: string): boolean {
  return isOneDigitRepeated(digits, 12) || digits === '1234567890121'
}
