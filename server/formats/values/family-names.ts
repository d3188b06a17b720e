import { isFamilyName } from '../../master-data/thai-names.ts'
import { type Likeness, plain, typosBetween } from './likeness.ts'
import { isWrittenAs } from './thai-in-latin.ts'
import { thaiSound } from './thai-sounds.ts'

const isThai = (text: string) => /^[\u0e00-\u0e7f]/.test(text)
/** A nickname or a remark behind a name. */
const BRACKETS = /\s*[([（].*$/
/** "Ms. J." and "สมชาย ก." say how a name begins, which is too little. */
const INITIAL = /^[เแโไใ]?.\.?$/u

/**
 * Compares two surnames. Close: one letter in five mistyped, one sound, the end cut off, or the Latin spelling of a Thai one; near: both
 * are listed all the same, or short and one letter apart. Null if either is missing, or an initial.
 */
export function familyNamesLikeness(a: string, b: string): Likeness {
  const ours = a.replace(BRACKETS, '').trim()
  const theirs = a === b ? ours : b.replace(BRACKETS, '').trim()
  if (!ours || !theirs || INITIAL.test(ours) || INITIAL.test(theirs)) return null
  const one = plain(ours)
  const two = a === b ? one : plain(theirs)
  if (one === '' || two === '') return null
  if (one === two) return 'same'
  if (isThai(one) !== isThai(two))
    return (isThai(one) ? isWrittenAs(one, two) : isWrittenAs(two, one)) ? 'close' : 'different'
  if (isMisspelled(one, two) || isCutOff(one, two)) return isFamilyName(ours) && isFamilyName(theirs) ? 'near' : 'close'
  return typosBetween(one, two) === 1 ? 'near' : 'different'
}

/** A till's field may be shorter than the name. */
const SHORTEST_CUT = 5

function isCutOff(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= SHORTEST_CUT && long.startsWith(short)
}

function isMisspelled(a: string, b: string): boolean {
  if (isThai(a) && thaiSound(a) === thaiSound(b)) return true
  return typosBetween(a, b) * 5 <= Math.max(a.length, b.length)
}
