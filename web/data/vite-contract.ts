import { readFile, stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { EventDeclaration } from '@ruam/contract/platform/event.ts'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { camelKey, type Shape, type WireEndpoint } from './camel.ts'

const parts = ['params', 'query', 'body', 'response', 'stale'] as const

type Schema = z.core.$ZodType

/** Possible content of a value, by part. */
interface Inside {
  keys: Map<string, Schema[]>
  items: Schema[]
  values: Schema[]
}

/** Looks through what only wraps a schema, and through choices, down to what has keys, items or values. */
function lookInside(schema: Schema, found: Inside, seen: Set<Schema>): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const { def } = (schema as z.core.$ZodTypes)._zod
  const look = (inner: Schema) => lookInside(inner, found, seen)
  switch (def.type) {
    case 'object': {
      const keys = Object.keys(def.shape)
      if (new Set(keys.map(camelKey)).size < keys.length)
        throw new Error(`Two keys meet in camelCase: ${keys.join(' ')}`)
      for (const [key, value] of Object.entries(def.shape)) found.keys.set(key, [...(found.keys.get(key) ?? []), value])
      return
    }
    case 'array':
      found.items.push(def.element)
      return
    case 'tuple':
      found.items.push(...def.items)
      return
    case 'record': {
      const key = def.keyType as z.core.$ZodTypes
      if (key._zod.def.type !== 'enum') found.values.push(def.valueType)
      else
        for (const name of Object.values(key._zod.def.entries))
          found.keys.set(`${name}`, [...(found.keys.get(`${name}`) ?? []), def.valueType])
      return
    }
    case 'union':
      for (const option of def.options) look(option)
      return
    case 'intersection':
      look(def.left)
      look(def.right)
      return
    case 'pipe':
      look(def.in)
      look(def.out)
      return
    case 'lazy':
      look(def.getter())
      return
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      look(def.innerType)
      return
  }
}

/**
 * The shape of values of a schema, or of one of some. What holds itself is said once, and then by how far above it stands. Throws for
 * two keys that would meet in camelCase: they would lose data silently.
 */
export function contractShapeOf(schemas: Schema | readonly Schema[], above: readonly string[] = []): Shape | 0 {
  const seen = new Set<Schema>()
  const found: Inside = { keys: new Map(), items: [], values: [] }
  for (const schema of [schemas].flat() as Schema[]) lookInside(schema, found, seen)
  const own = nameOf(seen)
  const place = above.indexOf(own)
  if (place >= 0) return { up: above.length - place }
  const inside = (inner: readonly Schema[]) => contractShapeOf(inner, [...above, own])
  const shape: Shape = {}
  const keys = [...found.keys].map(([key, values]) => [key, inside(values)] as const)
  const told = keys.filter(([key, inner]) => inner !== 0 || camelKey(key) !== key)
  if (told.length > 0) shape.o = Object.fromEntries(told)
  const items = found.items.length > 0 && inside(found.items)
  if (items) shape.a = items
  const values = found.values.length > 0 && inside(found.values)
  if (values) shape.r = values
  return Object.keys(shape).length > 0 ? shape : 0
}

const numbers = new WeakMap<Schema, number>()
let last = 0

/** A name for some schemas with all that they wrap or choose from. */
function nameOf(schemas: ReadonlySet<Schema>): string {
  const each = [...schemas].filter((schema) => 'shape' in (schema as z.core.$ZodTypes)._zod.def || isList(schema))
  return each
    .map((schema) => {
      if (!numbers.has(schema)) numbers.set(schema, ++last)
      return numbers.get(schema)!
    })
    .sort((a, b) => a - b)
    .join()
}

const isList = (schema: Schema) => ['array', 'tuple', 'record'].includes((schema as z.core.$ZodTypes)._zod.def.type)

/**
 * Features whose reads are refreshed with those of another. A run and its undo change what the data source answers, and it what they do.
 * A label and the rule of its segment change each other alike.
 */
const refreshedWith: Readonly<Record<string, string>> = {
  importRun: 'dataSources',
  importUndo: 'dataSources',
  segments: 'labels',
}

/** An endpoint as the browser gets it. */
export function wireEndpoint(feature: string, endpoint: Endpoint): WireEndpoint {
  const { method, path, permission, alsoRequires } = endpoint
  const shape: WireEndpoint['shape'] = {}
  for (const part of parts) {
    const schema = endpoint[part]
    const known = schema && contractShapeOf(schema)
    if (known) shape[part] = known
  }
  return {
    feature: refreshedWith[feature] ?? feature,
    method,
    path,
    permission,
    ...(alsoRequires && { alsoRequires }),
    ...(endpoint.upload && { upload: true as const, uploadField: endpoint.uploadField }),
    shape,
  }
}

const isFeature = (value: object): value is Record<string, Endpoint> => {
  const endpoints = Object.values(value)
  return (
    endpoints.length > 0 && endpoints.every((one) => typeof one === 'object' && one !== null && 'permission' in one)
  )
}

/** Without its schema; what it is heard by remains. */
function wireEvent({ data: _, ...rest }: EventDeclaration): unknown {
  return rest
}

const isEvent = (value: object): value is EventDeclaration => 'event_type' in value && 'data' in value

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && value !== undefined
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.values(value).every(isPlain)
}

/** Address of the module of a feature, or of one of its endpoints. */
const addressOf = (file: string, feature: string, endpoint?: string) =>
  `${file}?feature=${feature}${endpoint === undefined ? '' : `&endpoint=${endpoint}`}`

/**
 * The code that stands in for a contract file: endpoints and events as plain data, constants as they are. Schemas and functions
 * are dropped, so that a screen that imports one fails to build. `file`: each endpoint becomes a module of its own.
 */
export function browserCode(exports: Record<string, unknown>, file?: string): string {
  return Object.entries(exports)
    .flatMap(([name, exported]) => {
      const value = typeof exported === 'object' && exported && isEvent(exported) ? wireEvent(exported) : exported
      if (value instanceof z.core.$ZodType) return []
      if (typeof value !== 'object' || value === null || !isFeature(value))
        return isPlain(value) ? [`export const ${name} = ${JSON.stringify(value)}`] : []
      if (file !== undefined) return [`export * as ${name} from ${JSON.stringify(addressOf(file, name))}`]
      const endpoints = Object.entries(value).map(([key, endpoint]) => [key, wireEndpoint(name, endpoint)])
      return [`export const ${name} = ${JSON.stringify(Object.fromEntries(endpoints))}`]
    })
    .join('\n')
}

/** The module of a feature, which lists those of its endpoints, or the module of one. */
export function featureCode(exports: Record<string, unknown>, file: string, feature: string, endpoint: string | null) {
  const endpoints = exports[feature] as Record<string, Endpoint>
  if (endpoint !== null) return `export default ${JSON.stringify(wireEndpoint(feature, endpoints[endpoint]!))}`
  return Object.keys(endpoints)
    .map((key) => `export { default as ${key} } from ${JSON.stringify(addressOf(file, feature, key))}`)
    .join('\n')
}

/** True if a contract file has schemas; others are served unchanged. */
export const holdsSchemas = (source: string): boolean =>
  /^import\s+(?!type\b)[^;'"]*from\s+['"](zod|\.\.?\/(?:platform\/)?(?:common|endpoint)\.ts)['"]/m.test(source)

/**
 * Keeps the contract's zod schemas out of the browser. In a build a screen has only the endpoints that it calls; for development they stay
 * together, which is a request for each file instead of one for each endpoint.
 */
export function contractForBrowser(folder: string): Plugin {
  let builds = false
  return {
    name: 'ruam-contract',
    enforce: 'pre',
    configResolved({ command }) {
      builds = command === 'build'
    },
    resolveId: (id) => (id.startsWith(`${folder}/`) && id.includes('?feature=') ? id : null),
    async load(id) {
      const [file = '', query] = id.split('?')
      if (!file.startsWith(`${folder}/`) || !file.endsWith('.ts')) return null
      if (!holdsSchemas(await readFile(file, 'utf8'))) return null
      // The time in the address makes the development server read the file again after an edit.
      const { mtimeMs } = await stat(file)
      const exports: Record<string, unknown> = await import(`${pathToFileURL(file)}?${mtimeMs}`)
      const asked = new URLSearchParams(query)
      const feature = asked.get('feature')
      const code = feature
        ? featureCode(exports, file, feature, asked.get('endpoint'))
        : browserCode(exports, builds ? file : undefined)
      return { code, map: null, moduleSideEffects: false }
    },
  }
}
