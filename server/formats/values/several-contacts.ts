import { EMPTY, type ReadValue } from './reading.ts'
import { type ColumnStyle, isEmptyCell, readCell } from './values.ts'

export type ContactKind = 'phone' | 'email'

/** The contact that a profile shows, and the others of the cell. */
type ReadContacts = ReadValue & { further?: readonly string[] }

const SEPARATORS = /[,;/|\n&]|:::|หรือ|และ|\bor\b/
const BETWEEN_EMAILS = /[\s,;|/]+|หรือ|และ/
const EMAILS = /[^\s,;|/]*@[^\s,;|/]*/g
/** Digits among words, as long as a phone. */
const PHONES = /\+?\d[\d\s().-]{7,18}\d/g
const TWO_PHONES = /^(0[689]\d{8})(0[2-9]\d{7,8})$/

/**
 * Reads the phones or the e-mail addresses of a cell. `mixed`: the column feeds both kinds, so the other kind is no failure here.
 */
export function readContacts(kind: ContactKind, raw: string, style: ColumnStyle, mixed: boolean): ReadContacts {
  const text = mixed ? partOf(kind, raw) : raw
  if (mixed && text === '' && !isEmptyCell(raw)) return EMPTY
  const whole = readCell(kind, text, style)
  const [first, ...further] = kind === 'phone' ? phonesIn(text, whole, style) : emailsIn(text, whole, style)
  if (first === undefined) return whole
  return { value: first, ...(further.length > 0 && { further }) }
}

/** Returns what a cell holds of a kind; words beside it count as its phone. */
function partOf(kind: ContactKind, raw: string): string {
  if (kind === 'email') return raw.includes('@') ? raw : ''
  return raw.replace(EMAILS, ' ').replace(/^[\s,;|/]+|[\s,;|/]+$/g, '')
}

/** Returns the phones of a cell with several, or with words around one, the shown one first; none for any other cell. */
function phonesIn(text: string, whole: ReadValue, style: ColumnStyle): string[] {
  if ('failure' in whole) return whole.failure === 'phone_invalid' ? readAll(text.match(PHONES) ?? [], style) : []
  if (whole.note !== 'phone_first_of_several') return []
  const joined = TWO_PHONES.exec(text.replace(/\D/g, ''))
  const parts = SEPARATORS.test(text) ? text.split(SEPARATORS) : (joined?.slice(1) ?? [])
  return [...new Set([String(whole.value), ...readAll(parts, style)])]
}

/** Reads texts as phones whose country is known. */
const readAll = (parts: readonly string[], style: ColumnStyle) =>
  parts.flatMap((part) => {
    const reading = readCell('phone', part.trim(), style)
    return 'value' in reading && String(reading.value).startsWith('+') ? [String(reading.value)] : []
  })

/** Returns all addresses of a cell that is not one address. */
function emailsIn(text: string, whole: ReadValue, style: ColumnStyle): string[] {
  if ('value' in whole || !text.includes('@')) return []
  const found = text.split(BETWEEN_EMAILS).flatMap((part) => {
    const reading = part.includes('@') ? readCell('email', part, style) : EMPTY
    return 'value' in reading && reading.value !== null ? [String(reading.value)] : []
  })
  return [...new Set(found)]
}
