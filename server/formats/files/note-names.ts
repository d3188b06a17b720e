import { isFamilyName, isGivenName } from '../../master-data/thai-names.ts'
import { areTwoNames } from '../values/given-names.ts'
import { readName, titleWords } from '../values/names.ts'
import { isNickname } from '../values/nicknames.ts'
import { isReadableName } from '../values/placeholder-names.ts'
import type { NameFacts } from './column-facts.ts'

/** Longer cells are texts. */
const LONGEST_NAME = 64
const LATIN_WORDS = /^[a-zà-ÿ.’'-]+(?: +[a-zà-ÿ.’'-]+){1,3}$/i
const OTHER_SCRIPT = /^(?![^\p{L}]*[\u0e00-\u0e7fa-z])[^\d]*\p{L}/iu
const LOST = /\?{2}|\ufffd/
const LATIN = /^[a-z]+$/i

/** Counts what one cell holds of a person's name. */
export function noteNames(facts: NameFacts, raw: string): void {
  facts.looked++
  const text = raw.trim()
  if (text.length > LONGEST_NAME) return
  if (LOST.test(text)) facts.lost++
  if (!/\p{L}/u.test(text)) return
  if (OTHER_SCRIPT.test(text)) {
    facts.foreign++
    return
  }
  if (LATIN_WORDS.test(text)) facts.several++
  const { prefix, first_name: given, last_name: family } = readName(text)
  if (given === null || !isReadableName(given)) return
  // Without the abbreviation of a district, which is a teacher's as well.
  if (titleWords(text) !== null) facts.titled++
  if (family === null && prefix === null && isNickname(given)) facts.nicknames++
  if (isListedGivenName(given)) facts.given++
  else if (family === null && isFamilyName(given)) facts.family++
}

function isListedGivenName(name: string): boolean {
  if (!LATIN.test(name)) return isGivenName(name)
  const plain = name.toLowerCase()
  return areTwoNames(plain, plain)
}
