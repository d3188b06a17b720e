import { isFamilyName, isGivenName } from '../../master-data/thai-names.ts'
import type { NameRemarks } from './name-remarks.ts'
import { englishForms, englishNames } from './name-words.ts'
import { isNickname } from './nicknames.ts'

const english = new Set([...englishNames, ...englishForms.flat()])

/** True for a listed given name, Thai or English. */
export const isGiven = (word: string): boolean => isGivenName(word) || english.has(word.toLowerCase())

/** Removes a nickname before or behind the given name and surname. */
export function withoutNickname(words: string[], remarks: NameRemarks): string[] {
  if (words.length !== 3 || remarks.nickname !== null) return words
  const [one, two, three] = words as [string, string, string]
  if (isNickname(one) && !isGivenName(one) && isGivenName(two)) remarks.nickname = one
  else if (isNickname(one) && isGivenName(two) && isFamilyName(three)) remarks.nickname = one
  else if (isNickname(three) && !isFamilyName(three) && isFamilyName(two)) {
    remarks.nickname = three
    return [one, two]
  } else return words
  return [two, three]
}

/** แอน (สมศรี ใจดี) is called แอน. */
export function nicknameBefore(words: string[], remarks: NameRemarks): string[] {
  const [word] = words
  if (words.length !== 1 || !isNickname(word)) return words
  const inBrackets = remarks.nickname ?? remarks.notes.find((note) => isGivenName(note.split(' ')[0]!))
  if (inBrackets === undefined || !isGivenName(inBrackets.split(' ')[0]!) || isNickname(inBrackets)) return words
  remarks.notes = remarks.notes.filter((note) => note !== inBrackets)
  remarks.nickname = word!
  return inBrackets.split(' ')
}

const KEPT = /^(?:I{1,3}|IV|[A-Z]\.?)$/

/** Latin names in capitals or small letters alone are written as names are. */
export function inTitleCase(words: string[]): string[] {
  const latin = words.filter((word) => /^[A-Za-z]/.test(word))
  if (latin.length === 0) return words
  const isSmall = latin.every((word) => word === word.toLowerCase())
  return words.map((word) => {
    const isCapitals = word.length > 2 && /^[A-Z]/.test(word) && word === word.toUpperCase()
    const isLatin = /^[A-Za-z]/.test(word)
    if (!isLatin || !(isCapitals || isSmall) || KEPT.test(word)) return word
    return word.toLowerCase().replace(/(^|[-'’])[a-z]/g, (letter) => letter.toUpperCase())
  })
}

const CAPITALS = /^[A-Z][A-Z'-]+$/

/** Latin names alone: a surname in capitals, or known behind a known given name, is the second. */
export function givenFirst(words: string[]): string[] {
  const [one, two] = words as [string, string]
  if (!/^[A-Za-z]/.test(one) || !/^[A-Za-z]/.test(two)) return words
  const [first, second] = [english.has(one.toLowerCase()), english.has(two.toLowerCase())]
  const turned =
    (second && !first) || (CAPITALS.test(one) && !CAPITALS.test(two) && !first && /^[A-Z][a-z]+$/.test(two))
  return turned ? [two, one] : words
}
