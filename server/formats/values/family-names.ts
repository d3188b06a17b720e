import { type Likeness, plain, typosBetween } from './likeness.ts'
import { isWrittenAs } from './thai-in-latin.ts'
import { thaiSound } from './thai-sounds.ts'

const isThai = (text: string) => /^[\u0e00-\u0e7f]/.test(text)
/** A nickname or a remark behind a name. */
const BRACKETS = /\s*[([（].*$/
/** "Ms. J." and "สมชาย ก." say how a name begins, which is too little. */
const INITIAL = /^[เแโไใ]?.\.?$/u

/**
 * Compares two surnames. Close: one letter in five mistyped, one sound, or the Latin spelling of a Thai one. Null if either
 * is missing, or an initial.
 */
export function familyNamesLikeness(a: string, b: string): Likeness {
  const [ours, theirs] = [a, b].map((name) => name.replace(BRACKETS, '').trim())
  if (!ours || !theirs || INITIAL.test(ours) || INITIAL.test(theirs)) return null
  const [one, two] = [plain(ours), plain(theirs)]
  if (one === '' || two === '') return null
  if (one === two) return 'same'
  if (isThai(one) !== isThai(two))
    return (isThai(one) ? isWrittenAs(one, two) : isWrittenAs(two, one)) ? 'close' : 'different'
  if (isThai(one) && thaiSound(one) === thaiSound(two)) return 'close'
  return typosBetween(one, two) * 5 <= Math.max(one.length, two.length) ? 'close' : 'different'
}
