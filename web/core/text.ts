import i18next, { type FormatterModule } from 'i18next'
import { onPreference, preferences, usePreferences } from './preferences.ts'

export type Language = 'th' | 'en'

/** Thai, English, and English for a count of one where it differs. */
type Pair = readonly [th: string, en: string, enOne?: string]
type Holes<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never
type Word<P extends Pair> = [Holes<P[0]>] extends [never]
  ? string
  : (values: Record<Holes<P[0]>, string | number>) => string

/** A pair whose English leaves no hole that the Thai does not fill. */
type Even<P extends Pair> =
  Exclude<Holes<P[1] | (P[2] extends string ? P[2] : '')>, Holes<P[0]>> extends never ? P : never

/** The words of a feature in one language. A word with {holes} is a function of their values. */
export type Words<W extends Record<string, Pair>> = { readonly [K in keyof W]: Word<W[K]> }

/** A feature's words in both languages. */
export interface Text<W extends Record<string, Pair>> {
  in(language: Language): Words<W>
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

const formatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value: unknown) => (typeof value === 'number' ? number.format(value) : String(value)),
}

void i18next.use(formatter).init({
  initAsync: false,
  lng: preferences().language,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  resources: {},
  interpolation: {
    prefix: '{',
    suffix: '}',
    escapeValue: false,
    alwaysFormat: true,
  },
})

onPreference(() => {
  const { language } = preferences()
  if (language !== i18next.language) void i18next.changeLanguage(language)
})

const hasHoles = (pair: Pair) => pair[0].includes('{')

function wordsIn<W extends Record<string, Pair>>(feature: string, pairs: W, language: Language): Words<W> {
  const say = i18next.getFixedT(language, feature)
  return Object.fromEntries(
    Object.entries(pairs).map(([key, pair]) => [
      key,
      hasHoles(pair) ? (values: Record<string, string | number>) => say(key, values) : say(key),
    ]),
  ) as Words<W>
}

/**
 * A feature's words, Thai and English side by side: a missing translation does not compile, nor do {holes} that differ. They are registered with
 * i18next under the feature's name. Numbers among the values are written with commas.
 */
export function words<const W extends Record<string, Pair>>(
  feature: string,
  pairs: W & { [K in keyof W]: Even<W[K]> },
): Text<W> {
  const entries = Object.entries(pairs)
  i18next.addResourceBundle('th', feature, Object.fromEntries(entries.map(([key, [th]]) => [key, th])))
  i18next.addResourceBundle(
    'en',
    feature,
    Object.fromEntries(
      entries.flatMap(([key, [, en, one]]) => [[key, en], ...(one === undefined ? [] : [[`${key}_one`, one]])]),
    ),
  )
  const made: Partial<Record<Language, Words<W>>> = {}
  return {
    in(language) {
      made[language] ??= wordsIn(feature, pairs, language)
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
  return text.in(preferences().language)
}
