import { type ErrorName, errors, type Language } from './errors.ts'

/** Words in both languages. {names} are filled in when it is shown. */
export type Sentence = Readonly<Record<Language, string>>
/** The sentence of an error in a language: its {words} filled from the details, its [parts] left out whose word they lack. */
export function sentence(name: ErrorName, language: Language, details: Record<string, unknown> = {}): string {
  return errors[name][language]
    .replace(/\[([^\]{]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, word: string) =>
      details[word] === undefined ? '' : part,
    )
    .replace(/\{(\w+)\}/g, (_, word: string) => String(details[word] ?? ''))
}
