import { EMPTY, failed, type ReadValue } from './reading.ts'
import { asciiForm } from './thai.ts'

/** Beyond this a double no longer keeps every digit. */
const LARGEST = 1e15

const THOUSANDS = /^\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?$/
const GROUPED = /^\d{1,3}(?:([, '’])\d{3}(?:\1\d{3})*)?(?:\.\d*)?$/
/** A point between thousands and a comma before one or two decimals: both together are no guess. */
const REVERSED = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/
const PLAIN = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

/**
 * A number: 1,234.50, Thai digits, ฿ / บาท / THB, the Thai price sign ".-", brackets for negative. Refused, because their
 * value would be a guess: percentages, other currencies, decimal commas without points between thousands.
 */
export function readNumber(raw: string): ReadValue<number> {
  if (isPlainNumber(raw)) return { value: Number(raw) }
  if (THOUSANDS.test(raw)) return { value: Number(raw.replaceAll(',', '')) }
  if (raw.length > 100) return failed('number_invalid')
  let text = asciiForm(raw)
    .replace(/^'/, '')
    .replace(/^(?:฿|thb)\s*|\s*(?:฿|บาท|บ\.|thb)$/i, '')
    .replace(/\.-$/, '')
  if (text === '') return EMPTY
  let sign = 1
  if (text.startsWith('(') && text.endsWith(')')) {
    sign = -1
    text = text.slice(1, -1).trim()
  } else if (text.startsWith('-') || text.startsWith('+')) {
    sign = text.startsWith('-') ? -1 : 1
    text = text.slice(1).trim()
  }
  text = text.replace(/^฿\s*/, '')
  if (REVERSED.test(text)) text = text.replaceAll('.', '').replace(',', '.')
  else if (GROUPED.test(text)) text = text.replace(/[, '’]/g, '')
  if (!PLAIN.test(text)) return failed('number_invalid')
  const value = Number(text)
  if (value > LARGEST) return failed('number_too_large')
  return { value: value === 0 ? 0 : sign * value }
}

/** At most 15 digits with one point and a minus: the common clean case. "-0" is left to the slow way. */
function isPlainNumber(text: string): boolean {
  if (text === '' || text.length > 15) return false
  let points = 0
  for (let i = text.charCodeAt(0) === 0x2d ? 1 : 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x2e) points++
    else if (!(code >= 0x30 && code <= 0x39)) return false
  }
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  return points <= 1 && last !== 0x2e && last !== 0x2d && first !== 0x2e && (first !== 0x2d || /[1-9]/.test(text))
}
