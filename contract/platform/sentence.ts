import { type ErrorName, errors, type Language } from '../errors/catalog.ts'

/** A text in Thai and in English. */
export type Pair = readonly [th: string, en: string]
/** Words in both languages. {names} are filled in when it is shown. */
export type Sentence = Readonly<Record<Language, string>>
/** A text without its [parts], which are said only when their word is there. */
type Always<Text extends string> = Text extends `${infer Before}[${string}]${infer After}`
  ? Always<`${Before}${After}`>
  : Text
type WordsIn<Text extends string> = Text extends `${string}{${infer Word}}${infer After}`
  ? Word | WordsIn<After>
  : never
/** The words that the sentence of an error can't do without. */
type WordsOf<N extends ErrorName> = WordsIn<Always<(typeof errors)[N]['en']>>
/** The errors whose sentence is whole by itself. */
export type CompleteError = { [N in ErrorName]: [WordsOf<N>] extends [never] ? N : never }[ErrorName]
/** Arguments of an error; none if its sentence has no placeholders. */
export type DetailsOf<N extends ErrorName> = [WordsOf<N>] extends [never]
  ? [details?: Record<string, unknown> | undefined]
  : [details: Record<WordsOf<N>, string | number> & Record<string, unknown>]

/** The sentence of an error in a language: its {words} filled from the details, its [parts] left out whose word they lack. */
export function sentence(name: ErrorName, language: Language, details: Record<string, unknown> = {}): string {
  return errors[name][language]
    .replace(/\[([^\]{]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, word: string) =>
      details[word] === undefined ? '' : part,
    )
    .replace(/\{(\w+)\}/g, (_, word: string) => String(details[word] ?? ''))
}
