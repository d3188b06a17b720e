const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Maximum graphemes of a name within a sentence. */
const NAME_IN_SENTENCE = 60

/** A name within a sentence, which a very long one would push out of sight. No letter loses its vowel or its tone. */
export function shortName(name: string): string {
  if (name.length <= NAME_IN_SENTENCE) return name
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment)
  if (letters.length <= NAME_IN_SENTENCE) return name
  return `${letters.slice(0, NAME_IN_SENTENCE).join('').trimEnd()}…`
}
