import { DESCRIPTION_MAX_GRAPHEMES, NAME_MAX_GRAPHEMES } from './constants.ts'

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Counts graphemes: Thai vowels and tone marks belong to their consonant. */
export function countGraphemes(text: string): number {
  let count = 0
  for (const _ of graphemes.segment(text)) count++
  return count
}

/** Anything but blanks, control characters and invisible marks, such as the zero-width space of Thai web pages. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}]/u

/** True if a text has visible characters. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Control characters, line ends, and signs that turn the direction of the text around them. */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** A name from elsewhere without the signs that no name may hold. */
export const withoutControls = (text: string): string => text.replace(new RegExp(NOT_IN_NAMES, 'gu'), '')

/** A name that people type (data source, role, label, store, display name): 1 to 100 graphemes, one of them visible. */
export function isName(text: string): boolean {
  const trimmed = text.trim()
  return (
    !NOT_IN_NAMES.test(trimmed) &&
    isVisible(trimmed) &&
    trimmed.length <= 1000 &&
    countGraphemes(trimmed) <= NAME_MAX_GRAPHEMES
  )
}

/** A description that people type, which may be empty: up to 500 graphemes. */
export function isDescription(text: string): boolean {
  return countGraphemes(text.trim()) <= DESCRIPTION_MAX_GRAPHEMES
}

/** Control characters but tabs and line ends, and what turns the direction of the text behind it round. */
const NOT_PLAIN = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** True if a text has no control or formatting characters that affect the text around it. */
export function isPlainText(text: string): boolean {
  return !NOT_PLAIN.test(text)
}

/** The technical name of a field. */
export const FIELD_NAME = /^[a-z][a-zA-Z0-9_]{0,62}$/

/** A practical check of what a person types; the proof of an address is the message that arrives. Domains may be Thai, or in punycode. */
export const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:[\p{L}\p{M}]{2,63}|xn--[a-z0-9-]{1,59})$/u
