/** A key of a person as it may stand in a file or a search: a phone, an e-mail, a citizen id, a LINE id. */
export interface KeyPattern {
  column: string
  value: string
}

const GAP = '[\\s().-]{0,3}'

/**
 * Finds any of these keys in a text, however it is typed: digits with blanks and hyphens between them, Thai digits, a phone with 0,
 * 66 or nothing before it. PostgreSQL and JavaScript read it alike. Undefined when there is no key.
 */
export function keyPattern(keys: readonly KeyPattern[]): string | undefined {
  const parts = new Set(keys.flatMap(({ column, value }) => partOf(column, value) ?? []))
  return parts.size === 0 ? undefined : [...parts].join('|')
}

/** Texts of which one is in any text that the pattern matches: in its digits alone, or in its lower-case letters. */
export function keyHints(keys: readonly KeyPattern[]): { digits: string[]; letters: string[] } {
  const digits = new Set<string>()
  const letters = new Set<string>()
  for (const key of keys) {
    if (partOf(key.column, key.value) === undefined) continue
    if (isWord(key.column)) letters.add(key.value.toLowerCase())
    else digits.add(digitsOf(key.column, key.value))
  }
  return { digits: [...digits], letters: [...letters] }
}

const isWord = (column: string) => column === 'email' || column === 'line_user_id'

const national = (column: string, value: string) =>
  column === 'phone' && value.startsWith('+66') ? value.slice(3) : value

const digitsOf = (column: string, value: string) => national(column, value).replace(/\D/g, '')

function partOf(column: string, value: string): string | undefined {
  if (column === 'email') return `(?<![\\w.+-])${literal(value)}(?!\\.?[\\w-])`
  if (column === 'line_user_id') return `(?<!\\w)${literal(value)}(?!\\w)`
  const digits = digitsOf(column, value)
  // Shorter numbers would occur in prices.
  if (digits.length < 7) return undefined
  const before =
    column === 'phone' ? `(?:${national(column, value) === value ? '00' : `(?:${typed('66')}|[0๐])`}${GAP})?` : ''
  return `(?<!${DIGIT})${before}${typed(digits)}(?!${DIGIT})`
}

const DIGIT = '[0-9๐-๙]'
const THAI_ZERO = 0x0e50

/** A digit and its Thai form. */
export const digitForms = (digit: string) => [digit, String.fromCharCode(THAI_ZERO + Number(digit))]

/** Characters between two digits of a key, as they are or as JSON escapes them. */
export const GAPS =
  '().-\\ntr \n\t\r\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

const typed = (digits: string) => [...digits].map((digit) => `[${digitForms(digit).join('')}]`).join(GAP)

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
