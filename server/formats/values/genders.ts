import { genders } from '../../master-data/master-data.ts'
import { EMPTY, type ReadValue } from './reading.ts'
import { asciiForm, canonicalText } from './thai.ts'

const stored = new Map(
  genders.flatMap(({ value, aliases }) => [value, ...aliases].map((alias) => [alias, value] as const)),
)

/** The stored gender that a word of the vocabulary means; another text is kept as it is. */
export function readGender(raw: string): ReadValue<string> {
  const text = canonicalText(raw)
  if (text === '') return EMPTY
  return { value: stored.get(text) ?? stored.get(text.toLowerCase()) ?? stored.get(asciiForm(text)) ?? text }
}
