import type { Language } from '../../core/text.ts'

/**
 * A field's name within a sentence: in Thai, whose words follow each other without a blank, a Latin one stands apart; in English it
 * begins small.
 */
export function inSentence(name: string, language: Language): string {
  if (language === 'en') return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
  return `${/^[A-Za-z]/.test(name) ? ' ' : ''}${name}${/[A-Za-z0-9]$/.test(name) ? ' ' : ''}`
}

/** Names one after the other, the last with "and". */
export function listed(names: readonly string[], language: Language): string {
  const said = names.map((name) => inSentence(name, language))
  if (said.length < 2) return said[0] ?? ''
  const first = said.slice(0, -1).map((name) => name.trim())
  const last = said.at(-1)!
  return language === 'en' ? `${first.join(', ')} and ${last}` : `${first.join(' ')} และ${last}`
}
