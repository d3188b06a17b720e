import { failed, type ReadValue } from './reading.ts'
import { asciiForm, canonicalText } from './thai.ts'

/** Values of a choice list, by their folded form. */
export type Choices = ReadonlyMap<string, string>

/** Form in which choices are compared: spelling variants, case and spaces are equal. */
export const foldedChoice = (text: string): string => asciiForm(canonicalText(text)).toLowerCase().replace(/\s+/g, '')

export const choicesOf = (choices: readonly string[]): Choices =>
  new Map(choices.map((choice) => [foldedChoice(choice), choice]))

/** Returns the choice that a text means. */
export function readChoice(choices: Choices, text: string): ReadValue {
  const choice = choices.get(foldedChoice(text))
  return choice === undefined ? failed('choice_unknown') : { value: choice }
}
