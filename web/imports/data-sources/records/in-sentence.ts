import type { Language } from '../../../data/text.ts'

/** A field's name within a sentence: in English it begins small, unless it is written in capitals. */
export const inSentence = (name: string, language: Language) =>
  language === 'en' && /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name

/** Names one after the other, the last with "and". */
export function listed(names: readonly string[], language: Language): string {
  const said = names.map((name) => inSentence(name, language))
  const last = said.pop() ?? ''
  if (said.length === 0) return last
  return language === 'en'
    ? `${said.join(', ')} and ${last}`
    : `${said.join(' ')} และ${/^\w/.test(last) ? ' ' : ''}${last}`
}
