/** A field name made of a column's header or a display name in Latin letters; empty where a person has to give one. */
export function fieldNameOf(header: string): string {
  const words = header.match(/[A-Za-z0-9]+/g) ?? []
  if (/[^\s!-~]/.test(header) || words.length === 0) return ''
  const [first = '', ...rest] = words
  // customerID and EMail keep their inner capitals; a word of capitals alone becomes small.
  const head = /^[A-Z0-9]+$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1)
  const name = head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[a-z]/.test(name) ? name.slice(0, 63) : ''
}
