import { type ErrorName, errors, type Language } from '@ruam/contract/errors/catalog.ts'

/** Returns the sentence of an error; the words that a request fills in are shown by their names. */
export const errorSentence = (name: ErrorName, language: Language): string =>
  errors[name][language].replace(/\{(\w+)\}/g, '‹$1›').replace(/[[\]]/g, '')
