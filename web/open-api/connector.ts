import type { connectors } from '@ruam/contract/open-api/connectors.ts'
import type { Got } from '../data/api.ts'

export type Connector = Got<typeof connectors.get>

/** Returns the item in a pasted text, or undefined if the text is no JSON object. */
export function itemOf(pasted: string): Record<string, unknown> | undefined {
  try {
    const item: unknown = JSON.parse(pasted)
    return typeof item === 'object' && item !== null && !Array.isArray(item)
      ? (item as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Keys of a path from the outside in: a dot in a key has a backslash before it. */
const keysOf = (path: string) => path.split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'))

/** Returns an item with the newest values of a connector's fields, as its program sends it. */
export function sampleOf({ fields, arrays }: Pick<Connector, 'fields' | 'arrays'>): Record<string, unknown> {
  const item: Record<string, unknown> = Object.create(null)
  for (const { path, kinds, lastValue } of fields) {
    if (arrays.includes(path) || kinds.includes('objects')) continue
    const keys = keysOf(path)
    const last = keys.pop()!
    let inside = item
    let at = ''
    for (const key of keys) {
      at = at ? `${at}.${key}` : key
      const empty = Object.create(null) as Record<string, unknown>
      inside[key] ??= arrays.includes(at) ? [empty] : empty
      const next = inside[key]
      inside = (Array.isArray(next) ? next[0] : next) as Record<string, unknown>
      if (typeof inside !== 'object' || inside === null) break
    }
    if (typeof inside === 'object' && inside !== null) inside[last] = jsonOf(lastValue, kinds)
  }
  return item
}

function jsonOf(value: string | null, kinds: readonly string[]): unknown {
  if (value === null) return ''
  if (kinds.includes('number') && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (kinds.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  return value
}
