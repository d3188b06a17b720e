import { asciiForm, canonicalText } from '../values/thai.ts'

export interface Search {
  words: string[]
  /** How the stored phone may begin, `+66...` and as typed. */
  phones: string[]
  mail: string | null
}

/**
 * What a keyword may mean: words of a name, the beginning of a phone in any way of typing it, the beginning of an e-mail.
 * Thai is compared in its canonical form, as it is stored.
 */
export function readKeyword(keyword: string): Search {
  const text = canonicalText(keyword).toLowerCase()
  const digits = asciiForm(text).replace(/[\s\-().+]/g, '')
  const isPhone = /^\d{4,15}$/.test(digits)
  const isMail = /^[a-z0-9._%+-]{2,}(@[a-z0-9.-]*)?$/.test(text) && !isPhone
  return {
    words: text.includes('@') || isPhone ? [] : text.split(' ').filter(Boolean).slice(0, 8),
    phones: isPhone ? phoneStarts(digits, text.startsWith('+')) : [],
    mail: isMail ? text : null,
  }
}

function phoneStarts(digits: string, international: boolean): string[] {
  if (international) return [`+${digits}`]
  if (digits.startsWith('0')) return [`+66${digits.slice(1)}`, digits]
  if (digits.startsWith('66')) return [`+${digits}`, `+66${digits}`, digits]
  return [`+66${digits}`, digits]
}
