import { domainToASCII } from 'node:url'
import { isOneDigitRepeated } from './digits.ts'
import { EMPTY, failed, type ReadValue } from './reading.ts'
import { asciiForm } from './thai.ts'

/** An address as people use them, lower case. RFC 5321 lengths; quoted local parts and comments are not for people. */
const ADDRESS =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

const LONGEST_ADDRESS = 254

/**
 * An e-mail address in lower case. Blanks around it, invisible marks, full-width letters, `mailto:` and angle brackets
 * are cleaned away; blanks inside, two @, an incomplete domain or Thai letters before the @ are failures. A domain in
 * Thai letters is kept in its ASCII form (IDNA).
 */
export function readEmail(raw: string): ReadValue<string> {
  if (raw.length <= LONGEST_ADDRESS && ADDRESS.test(raw)) return { value: raw }
  if (raw.length > LONGEST_ADDRESS + 50) return failed('email_invalid')
  const text = asciiForm(raw)
    .toLowerCase()
    .replace(/^mailto:/, '')
    .replace(/^<([^<>]*)>$/, '$1')
    .trim()
  if (text === '') return EMPTY
  const at = text.lastIndexOf('@')
  if (at < 1) return failed('email_invalid')
  const address = /[^\0-\x7f]/.test(text) ? `${text.slice(0, at)}@${domainToASCII(text.slice(at + 1))}` : text
  if (address.length > LONGEST_ADDRESS || !ADDRESS.test(address)) return failed('email_invalid')
  return { value: address }
}

/**
 * Words before the @ that name nobody, without separators and up to two digits behind them: guest01, no-reply. A longer number may be
 * one customer's own.
 */
const NOBODY =
  /^(?:(?:no|donot)(?:reply|e?mail|ne|name|data|t?give)?|guests?|test(?:er|ing)?|customers?|walkin|anonymous|unknown|dummy|fake|abc|na|nil|null|none|notprovided)$/

/** True for filler addresses, by the part before the @: words for nobody, or one character repeated. */
export function isFillerEmail(email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@'))
  if (!/[a-z0-9]/.test(local) || (local.length > 1 && isOneDigitRepeated(local, local.length))) return true
  return NOBODY.test(local.replace(/[._+-]/g, '').replace(/(?<!\d)\d{1,2}$/, ''))
}
