import { z } from 'zod'
import { features } from './endpoints.ts'
import type { Language } from './errors/catalog.ts'
import { addressOf, type Endpoint, titleOf } from './platform/endpoint.ts'

const calls = Object.values<Record<string, Endpoint>>(features).flatMap((feature) => Object.values(feature))

/** Returns the calls of the older API. A function: an exported list would pass for a feature of its own. */
export const olderCalls = (): Endpoint[] => calls.filter(({ older }) => older !== undefined)

/** The same path whatever its parameters are called. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}')

/** True for a call whose parameters the path has filled in. */
const leadsTo =
  (path: string) =>
  (call: Endpoint): boolean =>
    new RegExp(`^${shapeOf(call.path).replaceAll('{}', '[^/]+')}$`).test(shapeOf(path))

/** Finds the newer call of an older one; null if none replaces it. Throws if the contract has no such call. */
export function successorOf({ method, path, older }: Endpoint): Endpoint | null {
  if (!older?.successor) return null
  const { successor, method: newer = method } = older
  const those = calls.filter((call) => call.method === newer && !call.older)
  const found = those.find((call) => shapeOf(call.path) === shapeOf(successor)) ?? those.find(leadsTo(successor))
  if (!found) throw new Error(`${method} ${path}: no call ${newer} ${successor}`)
  return found
}

interface Json {
  type?: string
  properties?: Record<string, Json>
  items?: Json
}

/** Names of the parts of a schema, with those of the rows of its lists: `total`, `data[].name`. */
function partsOf(schema: z.ZodType | undefined, io: 'input' | 'output'): Set<string> {
  if (!schema) return new Set()
  const { properties = {} } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return new Set(
    Object.entries(properties).flatMap(([name, part]) => {
      const inside = Object.keys(part.items?.properties ?? {})
      return inside.length > 0 ? inside.map((row) => `${name}[].${row}`) : [name]
    }),
  )
}

const places = { query: 'input', body: 'input', response: 'output' } as const
const placeWords = { query: 'query', body: 'body', response: 'answer' } as const

/** Lines of the parts that one of two calls has alone. */
function changedParts(older: Endpoint, newer: Endpoint): string[] {
  return Object.entries(places).flatMap(([name, io]) => {
    const place = name as keyof typeof places
    const [before, after] = [partsOf(older[place], io), partsOf(newer[place], io)]
    const gone = [...before].filter((part) => !after.has(part))
    const added = [...after].filter((part) => !before.has(part))
    const line = (sign: string, parts: string[]) =>
      parts.length > 0 ? [`${sign}  ${placeWords[place]}: ${parts.join(', ')}`] : []
    return [...line('-', gone), ...line('+', added)]
  })
}

const unreplaced: Record<Language, string> = {
  th: 'ไม่มีคำสั่งใหม่แทน',
  en: 'No newer call replaces it.',
}

/** The newer call in place of an older one. */
interface OlderChange {
  /** Title of the newer call, as in `GET /profile/{id}`; null if none replaces it. */
  becomes: string | null
  /** Differences in the reader's language; empty if there are none. */
  differs: string
  /** Change of a program, written as a patch: the older request, the newer one, and the names that only one of them has. */
  patch: string
}

const byTitle = new Map(olderCalls().map((call) => [titleOf(call), call]))

/** Returns what becomes of an older call, by its title; undefined if there is no such call. */
export function olderChange(title: string, language: Language): OlderChange | undefined {
  const call = byTitle.get(title)
  if (!call) return undefined
  const newer = successorOf(call)
  const differs = call.older?.differs?.[language === 'th' ? 0 : 1] ?? ''
  const said = [differs, newer ? '' : unreplaced[language]].filter(Boolean)
  const patch = [
    ...said.map((text) => `# ${text}`),
    `-${call.method} ${addressOf(call)}`,
    ...(newer ? [`+${newer.method} ${addressOf(newer)}`, ...changedParts(call, newer)] : []),
  ]
  return { becomes: newer && titleOf(newer), differs, patch: patch.join('\n') }
}
