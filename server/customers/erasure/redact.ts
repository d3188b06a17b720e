/** Replacement of a redacted key. */
export const REDACTED = '•••'

/** Result for a text that consists of a key only. */
type Left = '' | typeof REDACTED | null

export interface Redaction {
  /** Finds every key; with the flag g. */
  pattern: RegExp
  left: Left
  /** True if a number may be a key: in values, not in counts. */
  numbers?: boolean
  /** Entries that stay: match keys of other people. */
  keep?: ReadonlySet<string>
}

/** Returns the text without the keys. */
export function redactText(text: string, { pattern, left }: Redaction): string | null {
  const cut = text.replace(pattern, REDACTED)
  return cut !== text && cut.trim() === REDACTED ? left : cut
}

/** Replaces what programs sent about the person: the item as a whole, or the items of an array. They are left out when they are processed. */
export function redactItems(text: string, cutting: Redaction): string {
  const cut = (item: unknown) =>
    JSON.stringify(redactValue(item, { ...cutting, numbers: true })) === JSON.stringify(item) ? item : REDACTED
  const sent = JSON.parse(text) as unknown
  return JSON.stringify(Array.isArray(sent) ? sent.map(cut) : cut(sent))
}

/** Returns the value without the keys, at any depth. */
export function redactValue(value: unknown, cutting: Redaction): unknown {
  if (typeof value === 'string') return redactText(value, cutting)
  if (typeof value === 'number' && cutting.numbers)
    return redactText(String(value), cutting) === String(value) ? value : null
  if (Array.isArray(value)) return value.map((one) => redactValue(one, cutting))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, cutting.keep?.has(key) ? one : redactValue(one, cutting)]),
  )
}
