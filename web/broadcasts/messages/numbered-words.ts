import { WORD_MARK, wordLimits } from '@ruam/contract/broadcasts/worded.ts'
import type { Words } from './WordTools.tsx'

// Words of a flex message while it is edited: {{1}} is the first one, so that texts and JSON show the place of each.

/** Returns how a word is written. */
export const numbered = (place: number): string => `{{${place + 1}}}`

/** Returns contents with numbers in the places of marks. */
export function withNumbers(contents: string): string {
  let place = 0
  return contents.replaceAll(WORD_MARK, () => numbered(place++))
}

/** Reads edited contents. Words follow their numbers; a number without a word, or of one word too many, is plain text. */
export function readNumbers(edited: string, words: Words): { contents: string; words: Words } {
  const found: Words = []
  const contents = edited.replaceAll(WORD_MARK, '').replaceAll(/\{\{(\d{1,2})\}\}/g, (whole, number: string) => {
    const word = words[Number(number) - 1]
    if (!word || found.length === wordLimits.words) return whole
    found.push(word)
    return WORD_MARK
  })
  return { contents, words: found }
}
