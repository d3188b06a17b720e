import { canonicalText } from './thai.ts'

/** A letter in lower case as PostgreSQL writes it: one letter for one. */
function lowerLetter(letter: string): string {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : String.fromCodePoint(lower.codePointAt(0)!)
}

/** A text as rules compare it: canonical, without invisible marks, in lower case. `rule_text` in PostgreSQL returns the same. */
export function comparedText(raw: string): string {
  return Array.from(canonicalText(raw).replaceAll('\u200d', ''), lowerLetter).join('')
}

let written: Map<string, string[]> | undefined

/** Every letter that has this one as its lower case. */
function writtenAs(lower: string): string[] {
  if (!written) {
    written = new Map()
    for (let code = 0; code < 0x1_f000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const letter = String.fromCodePoint(code)
      const low = lowerLetter(letter)
      if (low !== letter) written.set(low, [...(written.get(low) ?? []), letter])
    }
  }
  return [lower, ...(written.get(lower) ?? [])]
}

/** Invisible marks that a typed text may begin with. */
const UNSEEN_FIRST = ['\u206a', '\u206b', '\u206c', '\u206d', '\u206e', '\u206f']

/** Returns the letters a stored text may begin with to match: a cheap first filter. */
export function firstLetters(compared: string): string[] {
  const first = String.fromCodePoint(compared.codePointAt(0)!)
  const base = String.fromCodePoint(first.normalize('NFD').codePointAt(0)!)
  return [...new Set([...writtenAs(first), ...writtenAs(base), ...(first === 'แ' ? ['เ'] : []), ...UNSEEN_FIRST])]
}

/** Letters of a value that are asked for: its ends tell most. */
const AT_EACH_END = 6

/**
 * A pattern that every text fulfils which compares as this one or has it within: letters that it has in this order however it is written,
 * for nothing else is read as they, and none goes. Small letters of Latin may be capitals there. Undefined of a text without any.
 */
export function traceOf(compared: string): string | undefined {
  const letters = compared.match(/[ก-ฮ0-9a-z]/g)
  if (!letters) return undefined
  const told =
    letters.length > 2 * AT_EACH_END ? [...letters.slice(0, AT_EACH_END), ...letters.slice(-AT_EACH_END)] : letters
  return `%${told.join('%')}%`
}

/** True if containment survives normalization: if context does not change its ends. */
export const survivesContainment = (compared: string) =>
  /^[ก-ฮ0-9]$|^[ก-ฮ0-9].*[ก-ฮ0-9]$/s.test(compared) && comparedText(compared) === compared
