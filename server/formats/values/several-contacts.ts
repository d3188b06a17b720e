import { isFillerEmail, readEmail } from './emails.ts'
import { phonesAmongWords, wordsAroundEmails } from './phone-words.ts'
import { EMPTY, type ReadValue } from './reading.ts'
import { type ColumnStyle, isEmptyCell, readCell } from './values.ts'

export type ContactKind = 'phone' | 'email'

/** The contact that a profile shows, the others of the cell, and the words beside them. */
type ReadContacts = ReadValue & { further?: readonly string[]; words?: string | undefined }

const SEPARATORS = /[,;/|\n&]|:::/
const BETWEEN_EMAILS = /[\s,;|/]+|หรือ|และ/
const EMAILS = /[^\s,;|/]*@[^\s,;|/]*/g
const TWO_PHONES = /^(0[689]\d{8})(0[2-9]\d{7,8})$/
/** Longest number with separators but no words. */
const PLAIN_LENGTH = 12
/** Signs of a cell that holds more than digits and their separators. */
const WORDS = /[^\d\s+().'‐-―-]/

/**
 * Reads the phones or the e-mail addresses of a cell. `mixed`: the column feeds both kinds, so the other kind is no failure here.
 */
export function readContacts(kind: ContactKind, raw: string, style: ColumnStyle, mixed: boolean): ReadContacts {
  const text = mixed ? partOf(kind, raw) : raw
  if (mixed && text === '' && !isEmptyCell(raw)) return EMPTY
  const whole = readCell(kind, text, style)
  return kind === 'phone' ? phonesIn(text, whole, style) : emailsIn(text, whole)
}

/** Returns what a cell holds of a kind; words beside it count as its phone. */
function partOf(kind: ContactKind, raw: string): string {
  if (kind === 'email') return raw.includes('@') ? raw : ''
  return raw.replace(EMAILS, ' ').replace(/^[\s,;|/]+|[\s,;|/]+$/g, '')
}

/** Returns the phones of a cell, the shown one first. Numbers among words count if they are clear. */
function phonesIn(text: string, whole: ReadValue, style: ColumnStyle): ReadContacts {
  if ('value' in whole && (whole.value === null || (text.length <= PLAIN_LENGTH && !whole.note))) return whole
  if ('failure' in whole && whole.failure !== 'phone_invalid') return whole
  if (WORDS.test(text) || 'failure' in whole || whole.note === 'phone_extension_dropped') {
    const { phones, words } = phonesAmongWords(text, style.phones)
    if (phones.length > 0) return contactsOf(phones, words)
  }
  if ('failure' in whole || whole.note !== 'phone_first_of_several') return whole
  const joined = TWO_PHONES.exec(text.replace(/\D/g, ''))
  const parts = SEPARATORS.test(text) ? text.split(SEPARATORS) : (joined?.slice(1) ?? [])
  return contactsOf([...new Set([String(whole.value), ...readAll(parts, style)])])
}

const contactsOf = ([value, ...further]: string[], words = ''): ReadContacts => ({
  value: value ?? null,
  ...(further.length > 0 && { further }),
  ...(words !== '' && { words }),
})

/** Reads texts as phones whose country is known. */
const readAll = (parts: readonly string[], style: ColumnStyle) =>
  parts.flatMap((part) => {
    const reading = readCell('phone', part.trim(), style)
    return 'value' in reading && String(reading.value).startsWith('+') ? [String(reading.value)] : []
  })

/** Returns all addresses of a cell that is not one address. */
function emailsIn(text: string, whole: ReadValue): ReadContacts {
  if ('value' in whole || !text.includes('@')) return whole
  const found = emailsOf(text)
  return found.length > 0 ? contactsOf(found, wordsAroundEmails(text)) : whole
}

/** Returns the addresses among the words of a cell, each once. */
export function emailsOf(text: string): string[] {
  const found = text.split(BETWEEN_EMAILS).flatMap((part) => {
    const reading = part.includes('@') ? readEmail(part) : EMPTY
    return 'value' in reading && reading.value !== null && !isFillerEmail(reading.value) ? [reading.value] : []
  })
  return [...new Set(found)]
}
