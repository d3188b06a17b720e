import { readFile, stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@ruam/contract/endpoint.ts'
import type { EventDeclaration } from '@ruam/contract/event.ts'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { camelKey, type Shape, type WireEndpoint } from './camel.ts'

const parts = ['params', 'query', 'body', 'response', 'stale'] as const

function merge(shapes: (Shape | 0)[]): Shape | 0 {
  const real = shapes.filter((shape) => shape !== 0)
  if (real.length < 2) return real[0] ?? 0
  const merged: Shape = {}
  const of = (facet: 'a' | 'r') => merge(real.map((shape) => shape[facet] ?? 0))
  const items = of('a')
  const values = of('r')
  if (items) merged.a = items
  if (values) merged.r = values
  const keys = new Set(real.flatMap((shape) => Object.keys(shape.o ?? {})))
  if (keys.size) merged.o = Object.fromEntries([...keys].map((key) => [key, merge(real.map((s) => s.o?.[key] ?? 0))]))
  return merged
}

function known(entries: (readonly [string, Shape | 0])[]): Shape | 0 {
  const renamed = entries.filter(([key, shape]) => shape !== 0 || camelKey(key) !== key)
  return renamed.length ? { o: Object.fromEntries(renamed) } : 0
}

/**
 * The shape of a schema. Throws for a schema that contains itself and for two keys that would meet in camelCase:
 * both would lose data silently.
 */
export function shapeOf(schema: z.core.$ZodType, above: readonly z.core.$ZodType[] = []): Shape | 0 {
  if (above.includes(schema)) throw new Error('A schema that contains itself cannot be sent to the browser')
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inside = (inner: z.core.$ZodType) => shapeOf(inner, [...above, schema])
  switch (def.type) {
    case 'object': {
      const keys = Object.keys(def.shape)
      if (new Set(keys.map(camelKey)).size < keys.length)
        throw new Error(`Two keys meet in camelCase: ${keys.join(' ')}`)
      return known(Object.entries(def.shape).map(([key, value]) => [key, inside(value)] as const))
    }
    case 'array': {
      const a = inside(def.element)
      return a && { a }
    }
    case 'tuple': {
      const a = merge(def.items.map(inside))
      return a && { a }
    }
    case 'record': {
      const r = inside(def.valueType)
      const key = def.keyType as z.core.$ZodTypes
      if (key._zod.def.type === 'enum') return known(Object.values(key._zod.def.entries).map((name) => [`${name}`, r]))
      return r && { r }
    }
    case 'union':
      return merge(def.options.map(inside))
    case 'intersection':
      return merge([inside(def.left), inside(def.right)])
    case 'pipe':
      return merge([inside(def.in), inside(def.out)])
    case 'lazy':
      return inside(def.getter())
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return inside(def.innerType)
    default:
      return 0
  }
}

/** Features whose reads are refreshed with those of another: a run, and its undo, change what the data source answers, and it what they do. */
const refreshedWith: Readonly<Record<string, string>> = { importRun: 'dataSources', importUndo: 'dataSources' }

/** An endpoint as the browser gets it. */
export function wireEndpoint(feature: string, endpoint: Endpoint): WireEndpoint {
  const { method, path, permission } = endpoint
  const shape: WireEndpoint['shape'] = {}
  for (const part of parts) {
    const schema = endpoint[part]
    const known = schema && shapeOf(schema)
    if (known) shape[part] = known
  }
  return {
    feature: refreshedWith[feature] ?? feature,
    method,
    path,
    permission,
    ...(endpoint.upload && { upload: true as const }),
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

/**
 * The code that stands in for a contract file: endpoints and events as plain data, constants as they are. Schemas and functions
 * are dropped, so that a screen that imports one fails to build.
 */
export function browserCode(exports: Record<string, unknown>): string {
  return Object.entries(exports)
    .flatMap(([name, exported]) => {
      const value = typeof exported === 'object' && exported && isEvent(exported) ? wireEvent(exported) : exported
      if (
        value instanceof z.core.$ZodType ||
        (!isPlain(value) && !(typeof value === 'object' && value && isFeature(value)))
      )
        return []
      const plain =
        typeof value === 'object' && value !== null && isFeature(value)
          ? Object.fromEntries(Object.entries(value).map(([key, endpoint]) => [key, wireEndpoint(name, endpoint)]))
          : value
      return [`export const ${name} = ${JSON.stringify(plain)}`]
    })
    .join('\n')
}

/** Whether a contract file holds schemas; one that does not is served as it is. */
export const holdsSchemas = (source: string): boolean =>
  /^import\s+(?!type\b)[^;'"]*from\s+['"](zod|\.\/common\.ts|\.\/endpoint\.ts)['"]/m.test(source)

/** Keeps the contract's zod schemas out of the browser. */
export function contractForBrowser(folder: string): Plugin {
  return {
    name: 'ruam-contract',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0]!
      if (!file.startsWith(`${folder}/`) || !file.endsWith('.ts')) return null
      if (!holdsSchemas(await readFile(file, 'utf8'))) return null
      // The time in the address makes the development server read the file again after an edit.
      const { mtimeMs } = await stat(file)
      const exports: Record<string, unknown> = await import(`${pathToFileURL(file)}?${mtimeMs}`)
      return { code: browserCode(exports), map: null }
    },
  }
}
