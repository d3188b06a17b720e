import { asciiForm, canonicalText } from '../values/thai.ts'

export interface Search {
  words: string[]
  /** How the stored phone may begin, `+66...` and as typed. */
  phones: string[]
  mail: string | null
}

/** What people put between the digits of a phone; an import takes the same. */
const SEPARATORS = /[\s()./_'‐-―-]/g

/**
 * What a keyword may mean: words of a name, the beginning of a phone in any way of typing it, the beginning of an e-mail.
 * Thai is compared in its canonical form, as it is stored.
 */
export function readKeyword(keyword: string): Search {
  const text = canonicalText(keyword).toLowerCase()
  const typed = asciiForm(text).replace(SEPARATORS, '')
  const isPhone = /^\+?\d{4,15}$/.test(typed)
  const isMail = /^[a-z0-9._%+-]{2,}(@[a-z0-9.-]*)?$/.test(text) && !isPhone
  return {
    words: isMail && text.includes('@') ? [] : text.split(/\s/).filter(Boolean).slice(0, 8),
    phones: isPhone ? phoneStarts(typed) : [],
    mail: isMail ? text : null,
  }
}

function phoneStarts(typed: string): string[] {
  const digits = typed.replace(/^(\+|00)/, '')
  // +66 (0)81...: the zero of the country's own numbers is left out after its code.
  const withCode = `+${digits.replace(/^660/, '66')}`
  if (digits !== typed) return [withCode]
  if (digits.startsWith('0')) return [`+66${digits.slice(1)}`, digits]
  return digits.startsWith('66') ? [withCode, `+66${digits}`, digits] : [`+66${digits}`, digits]
}
