/** Separators of phone digits; imports accept the same. */
export const PHONE_SEPARATORS = /[\s()./_'‐-―-]/g

/** Prefixes of stored phones for typed digits, possibly after a plus. */
export function phoneStarts(typed: string): string[] {
  const digits = typed.replace(/^(\+|00)/, '')
  // +66 (0)81...: the zero of the country's own numbers is left out after its code.
  const withCode = `+${digits.replace(/^660/, '66')}`
  if (digits !== typed) return [withCode]
  if (digits.startsWith('0')) return [`+66${digits.slice(1)}`, digits]
  return digits.startsWith('66') ? [withCode, `+66${digits}`, digits] : [`+66${digits}`, digits]
}
