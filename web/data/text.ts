import { preferenceStore, usePreferences } from './preferences.ts'

export type Language = 'th' | 'en'

/** Thai, English, and English for a {count} of one, or of a {total} of one, where it differs. */
type Pair = readonly [th: string, en: string, enOne?: string]
type Holes<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never
type Word<P extends Pair> = [Holes<P[0]>] extends [never]
  ? string
  : (values: Record<Holes<P[0]>, string | number>) => string

/** A pair whose English leaves no hole that the Thai does not fill. */
type Even<P extends Pair> =
  Exclude<Holes<P[1] | (P[2] extends string ? P[2] : '')>, Holes<P[0]>> extends never ? P : never

/** The words of a feature in one language. A word with {holes} is a function of their values. */
type Words<W extends Record<string, Pair>> = { readonly [K in keyof W]: Word<W[K]> }

/** A feature's words in both languages. */
interface Text<W extends Record<string, Pair>> {
  in(language: Language): Words<W>
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

const shown = (value: string | number) => (typeof value === 'number' ? number.format(value) : value)

/**
 * Fills the holes of a sentence. One pass: a value that looks like a hole is shown as it was typed. Its full stop ends the sentence,
 * and beside a Thai letter its Latin letters and digits stand apart.
 */
const fill = (sentence: string, values: Record<string, string | number>) =>
  sentence.replace(
    /([ก-๛]?)\{(\w+)\}(\.?)(?=([ก-๛]?))/g,
    (_, before: string, name: string, stop: string, after: string) => {
      const value = shown(values[name]!)
      const ahead = before && /^\w/.test(value) ? `${before} ` : before
      return ahead + value + (value.endsWith('.') ? '' : stop) + (after && /\w$/.test(value) ? ' ' : '')
    },
  )

function wordIn([th, en, enOne = en]: Pair, language: Language) {
  if (!th.includes('{')) return language === 'th' ? th : en
  return (values: Record<string, string | number>) =>
    fill(language === 'th' ? th : (values.total ?? values.count) === 1 ? enOne : en, values)
}

const wordsIn = <W extends Record<string, Pair>>(pairs: W, language: Language): Words<W> =>
  Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, wordIn(pair, language)])) as Words<W>

/**
 * Words, Thai and English side by side: a missing translation does not compile, nor do {holes} that differ. Numbers among the values
 * are written with commas.
 */
export function words<const W extends Record<string, Pair>>(pairs: W & { [K in keyof W]: Even<W[K]> }): Text<W> {
  const made: Partial<Record<Language, Words<W>>> = {}
  return {
    in(language) {
      made[language] ??= wordsIn<W>(pairs, language)
      return made[language]
    },
  }
}

/** The words in the person's language; switching the language re-renders. */
export function useWords<W extends Record<string, Pair>>(text: Text<W>): Words<W> {
  return text.in(usePreferences().language)
}

/** The words outside of rendering, in the language of this moment. */
export function wordsNow<W extends Record<string, Pair>>(text: Text<W>): Words<W> {
  return text.in(preferenceStore().language)
}
