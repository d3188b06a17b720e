import fc from 'fast-check'
import { z } from 'zod'

/** What the JSON schema of a contract's part tells; what it can't say (refinements) the schema itself decides. */
export interface Shape {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

const known = new WeakMap<z.ZodType, Shape>()

/** What a caller sends for a schema. */
export function shapeOf(schema: z.ZodType): Shape {
  let shape = known.get(schema)
  if (!shape) {
    shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape
    known.set(schema, shape)
  }
  return shape
}

/** A place in a request, as in `match.keys[]`. */
export type Place = string

/** Whether a value stands for a row: a positive whole number without another bound than its type's, or a name that says so. */
export function isId(shape: Shape, name: string): boolean {
  const counted = shape.type === 'integer' && shape.exclusiveMinimum === 0 && (shape.maximum ?? 0) >= 2 ** 31 - 1
  return counted || /(^|_)ids?$/.test(name)
}

/** The places of a shape that hold ids. */
export function idPlaces(shape: Shape, name = '', place: Place = ''): Place[] {
  if (shape.anyOf) return [...new Set(shape.anyOf.flatMap((one) => idPlaces(one, name, place)))]
  if (shape.type === 'object') {
    return Object.entries(shape.properties ?? {}).flatMap(([key, inner]) =>
      idPlaces(inner, key, place === '' ? key : `${place}.${key}`),
    )
  }
  if (shape.type === 'array') return shape.maxItems === 0 ? [] : idPlaces(shape.items ?? {}, name, `${place}[]`)
  return shape.type !== 'null' && isId(shape, name) ? [place] : []
}

let serial = 0

/** What a text without a pattern may have to be; the first that the schema takes is sent. */
const texts = (n: number) => [
  `sample${n}`,
  `sample${n}@example.com`,
  `long enough pass phrase ${n}`,
  '2026-01-31T10:00:00+07:00',
  '1',
  'Asia/Bangkok',
  '#2a7fff',
  'https://example.com/',
]

/**
 * A request part that its schema takes, ids from `idAt`. Where a refinement refuses a text, the next candidate is tried; when
 * none fits the error says what to add.
 */
export function sampleOf(schema: z.ZodType, idAt: (place: Place) => unknown, all = false): unknown {
  serial++
  const candidates = texts(serial)
  const chosen = new Map<string, number>()
  for (let attempt = 0; attempt < 60; attempt++) {
    const value = build(shapeOf(schema), '', '', { idAt, all, text: (at) => candidates[chosen.get(at) ?? 0]! })
    const parsed = schema.safeParse(value)
    if (parsed.success) return value
    for (const issue of parsed.error.issues) {
      const at = issue.path.map((step) => (typeof step === 'number' ? '[]' : `.${String(step)}`)).join('')
      const next = (chosen.get(at) ?? 0) + 1
      if (next >= candidates.length) throw new Error(`No sample fits${at}: ${issue.message}. Add a candidate to texts() or a request to things.ts.`)
      chosen.set(at, next)
    }
  }
  throw new Error('No sample fits')
}

interface Building {
  idAt: (place: Place) => unknown
  text: (at: string) => string
  /** Also what may be left out. */
  all: boolean
}

function build(shape: Shape, name: string, place: Place, to: Building, at = ''): unknown {
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return build(shape.anyOf[0]!, name, place, to, at)
  if (shape.type === 'object') {
    const keys = Object.keys(shape.properties ?? {}).filter((key) => to.all || shape.required?.includes(key))
    return Object.fromEntries(
      keys.map((key) => [
        key,
        build(shape.properties![key]!, key, place === '' ? key : `${place}.${key}`, to, `${at}.${key}`),
      ]),
    )
  }
  if (shape.type === 'array') {
    return shape.maxItems === 0 ? [] : [build(shape.items ?? {}, name, `${place}[]`, to, `${at}[]`)]
  }
  if (isId(shape, name)) {
    const id = to.idAt(place)
    if (id !== undefined) return id
  }
  if (shape.type === 'boolean') return true
  if (shape.type === 'null') return null
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1)
  if (shape.format === 'date-time') return '2026-01-31T10:00:00+07:00'
  if (shape.pattern) return fc.sample(fc.stringMatching(new RegExp(shape.pattern)), { numRuns: 1, seed: 1 })[0]
  return to.text(at)
}

/** A copy of a request part with another value at one place. */
export function withValueAt(value: unknown, place: Place, put: unknown): unknown {
  if (place === '') return put
  const [, key, rest] = /^\.?(\[\]|[^.[]+)(.*)$/.exec(place)!
  if (key === '[]') return (value as unknown[]).map((item) => withValueAt(item, rest!, put))
  const object = value as Record<string, unknown>
  return { ...object, [key!]: withValueAt(object[key!], rest!, put) }
}
