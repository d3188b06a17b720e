// Values that a marketplace or a bank hides in its files: `ม****น`, `******12`, `08x-xxx-1234`, `a***@gmail.com`. They say nothing.

const STAR = '[*＊✱•●∙]'
const ANY_STAR = new RegExp(STAR)
const TWO_STARS = new RegExp(`${STAR}{2}`)
/** Digits with stars, or stars alone that are too many for a rating. */
const STARRED_DIGITS = new RegExp(`^(?=.*${STAR}{2})(?:[\\d\\s()+./-]|${STAR})*\\d(?:[\\d\\s()+./-]|${STAR})*$`)
const STARS_ALONE = new RegExp(`^${STAR}{6,}$`)
/** Stars on both sides decorate a word: **VIP**. */
const DECORATED = new RegExp(`^(${STAR}+)[^*＊✱•●∙]+\\1$`)
/** Stars in place of most of a name. */
const LEAST_HIDDEN = 1 / 3
/** An x for each hidden digit. */
const CROSSED = /^(?=(?:\D*[\dxX]){7})(?=[^xX]*[xX](?:[^xX]*[xX]){2})[\dxX+() .-]+$/
const LONGEST = 100

/** True for a value whose letters or digits are hidden, so that it says nothing about its person. */
export function isMasked(raw: string): boolean {
  if (raw.length < 3 || raw.length > LONGEST) return false
  const text = raw.trim()
  if (!ANY_STAR.test(text)) return CROSSED.test(text)
  if (!TWO_STARS.test(text)) return false
  if (text.includes('@') || STARRED_DIGITS.test(text) || STARS_ALONE.test(text)) return true
  const words = text.split(/\s+/)
  return words.some((word) => isHiddenWord(word, words.length > 1))
}

function isHiddenWord(word: string, amongOthers: boolean): boolean {
  if (!TWO_STARS.test(word) || DECORATED.test(word)) return false
  const stars = [...word].filter((letter) => ANY_STAR.test(letter)).length
  // A few stars alone beside a name may rate it.
  if (stars === word.length) return amongOthers && stars > 3
  return stars >= word.length * LEAST_HIDDEN
}
