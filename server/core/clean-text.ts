import { withoutControls } from '@ruam/contract/platform/names.ts'

declare const origin: unique symbol
/** Text that PostgreSQL stores and screens show as it is. Only these functions make it. */
export type CleanText = string & { readonly [origin]: 'clean' }

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })
/** UTF-16 units per grapheme that a cut allows on average: stacked marks are not unlimited. */
const UNITS_PER_GRAPHEME = 10
const HALF_CHARACTERS = /\p{Cs}/gu

/** Returns the text without U+0000 and without halves of characters. A text without them is returned as it is. */
export function cleanText(text: string): CleanText {
  const wellFormed = text.isWellFormed() ? text : text.replace(HALF_CHARACTERS, '')
  return (wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed) as CleanText
}

/** Returns a clean text of at most `max` graphemes: no emoji and no Thai syllable is cut in two. */
export function shortText(text: string, max: number): CleanText {
  if (text.length <= max) return cleanText(text)
  const units = max * UNITS_PER_GRAPHEME
  // Enough for the grapheme at the cut to show that it goes on.
  const clean = cleanText(text.slice(0, units + UNITS_PER_GRAPHEME))
  let count = 0
  let end = 0
  for (const { segment, index } of graphemes.segment(clean)) {
    if (count === max || index + segment.length > units) break
    end = index + segment.length
    count++
  }
  // A single grapheme beyond the limit.
  return cleanText(clean.slice(0, end || max))
}

/** Returns a name on one line, without characters that turn the direction of the text around them. May be empty. */
export const cleanName = (text: string, max: number): CleanText =>
  shortText(withoutControls(cleanText(text)).trim().normalize('NFC'), max).trim() as CleanText

/** Returns JSON with clean texts and keys. The caller limits its depth. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), cleanJson(one)]))
}
