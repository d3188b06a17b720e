import type { connectors } from '@ruam/contract/open-api/connectors.ts'
import type { Got } from '../data/api.ts'

export type Connector = Got<typeof connectors.get>

/** Returns the line and column of the fault of a pasted text that is no JSON; undefined if it has none, or the browser names no place. */
export function faultOf(pasted: string): { line: number; column: number } | undefined {
  try {
    JSON.parse(pasted)
    return undefined
  } catch (error) {
    const { message } = error as SyntaxError
    const named = /line (\d+) column (\d+)/.exec(message)
    if (named) return { line: Number(named[1]), column: Number(named[2]) }
    const position = /position (\d+)/.exec(message)
    // Only the end of the text is named by no place.
    const before = pasted.slice(0, position ? Number(position[1]) : pasted.length).split('\n')
    return { line: before.length, column: before.at(-1)!.length + 1 }
  }
}

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
function sampleOf({ fields, arrays }: Pick<Connector, 'fields' | 'arrays'>): Record<string, unknown> {
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

/** Returns the item that was pasted or came last, or one with the newest values that the reader may see. */
export const exampleOf = (connector: Pick<Connector, 'example' | 'fields' | 'arrays'>): string =>
  connector.example ?? JSON.stringify(sampleOf(connector), null, 2)

function jsonOf(value: string | null, kinds: readonly string[]): unknown {
  if (value === null) return ''
  if (kinds.includes('number') && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (kinds.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  return value
}
