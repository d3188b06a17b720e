/** What stands where a key was cut out of somebody's words. */
export const CUT = '•••'

/** Of how a text is cut that is nothing but a key: what is left of it. */
type Left = '' | typeof CUT | null

export interface Cutting {
  /** Finds every key; with the flag g. */
  pattern: RegExp
  left: Left
  /** Whether a number may be a key too: among values, and not among counts. */
  numbers?: boolean
  /** Entries that stay: fields by which other people are told apart. */
  keep?: ReadonlySet<string>
}

/** The same text without the keys. */
export function cutText(text: string, { pattern, left }: Cutting): string | null {
  const cut = text.replace(pattern, CUT)
  return cut !== text && cut.trim() === CUT ? left : cut
}

/** The same value without the keys, wherever in it they stand. */
export function cutValue(value: unknown, cutting: Cutting): unknown {
  if (typeof value === 'string') return cutText(value, cutting)
  if (typeof value === 'number' && cutting.numbers)
    return cutText(String(value), cutting) === String(value) ? value : null
  if (Array.isArray(value)) return value.map((one) => cutValue(one, cutting))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, cutting.keep?.has(key) ? one : cutValue(one, cutting)]),
  )
}
