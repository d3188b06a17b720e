import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { freshNumber } from './things/fresh.ts'

/** Shape of a JSON schema; refinements are decided by the schema itself. */
export interface Shape {
  $ref?: string
  $defs?: Record<string, Shape>
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
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

/** Returns the input shape of a schema. */
export function shapeOf(schema: z.ZodType): Shape {
  let shape = known.get(schema)
  if (!shape) {
    const { $defs = {}, ...whole } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
    }) as Shape
    for (const one of Object.values($defs)) withChoices(one, $defs)
    shape = withChoices(whole, $defs)
    known.set(schema, shape)
  }
  return shape
}

/** One of several told apart by a word is a choice like any other. What is named is put in place of its name, also within itself. */
function withChoices(shape: Shape, named: Record<string, Shape>): Shape {
  if (shape.$ref) return named[shape.$ref.replace('#/$defs/', '')]!
  const each = (inner: Shape) => withChoices(inner, named)
  for (const [key, inner] of Object.entries(shape.properties ?? {})) shape.properties![key] = each(inner)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) shape.anyOf = choices.map(each)
  if (shape.items) shape.items = each(shape.items)
  return shape
}

/** A place in a request, as in `match.keys[]`. */
export type RequestPosition = string

/** True if a value is an id: a positive integer with only its type's bound, or a name that says so. */
export function isId(shape: Shape, name: string): boolean {
  const counted = shape.type === 'integer' && shape.exclusiveMinimum === 0 && (shape.maximum ?? 0) >= 2 ** 31 - 1
  return counted || /(^|_)ids?$/.test(name)
}

/** The places of a shape that hold ids; of one that holds itself, those of the first and the second time. */
export function idPositions(
  shape: Shape,
  name = '',
  place: RequestPosition = '',
  above: readonly Shape[] = [],
): RequestPosition[] {
  if (above.filter((one) => one === shape).length > 1) return []
  const inside = (inner: Shape, key: string, at: RequestPosition) => idPositions(inner, key, at, [...above, shape])
  if (shape.anyOf) return [...new Set(shape.anyOf.flatMap((one) => inside(one, name, place)))]
  if (shape.type === 'object') {
    return Object.entries(shape.properties ?? {}).flatMap(([key, inner]) =>
      inside(inner, key, place === '' ? key : `${place}.${key}`),
    )
  }
  if (shape.type === 'array') return shape.maxItems === 0 ? [] : inside(shape.items ?? {}, name, `${place}[]`)
  return shape.type !== 'null' && isId(shape, name) ? [place] : []
}

/** Candidate texts; the first accepted one is sent. */
function textsFor({ format, pattern }: Shape, n: number): string[] {
  // The second one is an end after the first.
  if (format === 'date-time') return ['2026-01-31T10:00:00+07:00', '2126-01-31T10:00:00+07:00']
  if (pattern) {
    const made = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 8, seed: 1 })
    return ['1', ...made].filter((text) => new RegExp(pattern).test(text))
  }
  return [
    `sample${n}`,
    `sample${n}@example.com`,
    `long enough pass phrase ${n}`,
    '2026-01-31T10:00:00+07:00',
    '1',
    'Asia/Bangkok',
    '#2a7fff',
    'updated_at',
    'profiles',
    'https://example.com/',
    `sample ${WORD_MARK}`,
  ]
}

/**
 * A request part that its schema takes, ids from `idAt`; `all` sends also what may be left out. Where a refinement refuses a text,
 * the next candidate is tried; when none fits the error says what to add.
 */
export function sampleOf(schema: z.ZodType, idAt: (place: RequestPosition) => unknown, all = false): unknown {
  const n = freshNumber()
  const chosen = new Map<string, number>()
  const options = new Map<string, string>()
  const text = (at: string, shape: Shape) => {
    const candidate = options.get(at) ?? textsFor(shape, n)[chosen.get(at) ?? 0]
    if (candidate === undefined)
      throw new Error(`No sample fits ${at}: add a candidate to textsFor() or a request to requests.ts.`)
    return candidate
  }
  for (;;) {
    const value = build(shapeOf(schema), '', '', { idAt, all, text })
    const parsed = schema.safeParse(value)
    if (parsed.success) return value
    for (const issue of parsed.error.issues) {
      const at = issue.path.map((step) => (typeof step === 'number' ? '[]' : `.${String(step)}`)).join('')
      // A fault that no other text can mend would be tried for ever.
      const tries = (chosen.get(at) ?? 0) + 1
      if (tries > 20) throw new Error(`No sample fits ${at}: ${issue.message}. Add a request to requests.ts.`)
      chosen.set(at, tries)
      // A list of words behind a transformation is known only to the schema; each sample takes another of them.
      if (issue.code === 'invalid_value') options.set(at, String(issue.values[n % issue.values.length]))
    }
  }
}

interface Building {
  idAt: (place: RequestPosition) => unknown
  text: (at: string, shape: Shape) => string
  all: boolean
}

function build(shape: Shape, name: string, place: RequestPosition, to: Building, at = ''): unknown {
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return build(shape.anyOf[0]!, name, place, to, at)
  if (shape.type === 'object') {
    const keys = Object.keys(shape.properties ?? {}).filter((key) => to.all || shape.required?.includes(key))
    const inner = (key: string) => (place === '' ? key : `${place}.${key}`)
    return Object.fromEntries(
      keys.map((key) => [key, build(shape.properties![key]!, key, inner(key), to, `${at}.${key}`)]),
    )
  }
  if (shape.type === 'array') {
    if (shape.maxItems === 0) return []
    const item = build(shape.items ?? {}, name, `${place}[]`, to, `${at}[]`)
    return Array.from({ length: shape.minItems || 1 }, () => item)
  }
  if (isId(shape, name)) {
    const id = to.idAt(place)
    // LINE's channel_id shares its name with ours, but not its pattern.
    const fits = shape.pattern === undefined || new RegExp(shape.pattern).test(String(id))
    if (id !== undefined && fits) return shape.type === 'string' ? String(id) : id
  }
  if (shape.type === 'boolean') return true
  if (shape.type === 'null') return null
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1)
  return to.text(at, shape)
}

/** A copy of a request part with another value at one place: in a list of rules in those alone that have such a place. */
export function withValueAt(value: unknown, place: RequestPosition, put: unknown): unknown {
  if (place === '') return put
  const [, key, rest] = /^\.?(\[\]|[^.[]+)(.*)$/.exec(place)!
  // An optional list that the request leaves out is sent with this one value.
  if (key === '[]') return ((value ?? [undefined]) as unknown[]).map((item) => withValueAt(item, rest!, put))
  const object = (value ?? {}) as Record<string, unknown>
  if (isRule(object) && !(key! in object)) return object
  return { ...object, [key!]: withValueAt(object[key!], rest!, put) }
}

const isRule = (value: Record<string, unknown>) => 'kind' in value || 'rules' in value
