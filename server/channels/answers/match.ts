import { comparedText } from '../../formats/values/compared.ts'

/** Characters of a message that are searched for keywords. */
const MOST = 1000
const BLANKS = /\s+/g
/** Letters of scripts that put blanks between words. Thai does not. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u
const MARK = /\p{M}/u

/** Returns a text as keywords are compared: one form of each Thai syllable, lower case, single blanks. */
export const keywordText = (text: string): string =>
  comparedText(text.slice(0, MOST).normalize('NFKC')).replace(BLANKS, ' ').trim()

/** A keyword answer with its variants in `keywordText`. */
export interface Keywords {
  match: 'contains' | 'whole'
  variants: readonly { shown: string; compared: string }[]
}

/** Returns the first variant that a text in `keywordText` has, as staff wrote it, or null. */
export function matchingVariant(text: string, { match, variants }: Keywords): string | null {
  const hit = variants.find(({ compared }) => (match === 'whole' ? text === compared : hasWord(text, compared)))
  return hit?.shown ?? null
}

/** True if a text has a word that ends where the word ends: “hi” is not in “this”, and “ไม” not in “ไม้”. */
function hasWord(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? ''
    const after = text[at + word.length] ?? ''
    if (!MARK.test(after) && !joins(before, word[0]!) && !joins(word.at(-1)!, after)) return true
  }
  return false
}

const joins = (left: string, right: string) => SPACED.test(left) && SPACED.test(right)
