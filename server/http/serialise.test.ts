import { features } from '@ruam/contract/endpoints.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serialiserOf } from './serialise.ts'

const RUNS = Number(process.env.SERIALISER_RUNS ?? 40)

const answers = Object.entries(features).flatMap(([feature, endpoints]) =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, { response }]) =>
    response && serialiserOf(response) ? [{ name: `${feature}.${name}`, response }] : [],
  ),
)

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
}

const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '"\\', '\n', 'กี่', '\u2028', '😀', '\u007f'))

/** Values of a schema with keys that it does not name; the schema itself decides which of them it takes. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : texts
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 1, 1), max: 2 ** 31 - 1 })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 3 })
    case 'object': {
      const named = Object.entries(schema.properties ?? {})
      const keys = Object.fromEntries(named.map(([key, inner]) => [key, valuesOf(inner)]))
      const known = fc.record(keys, { requiredKeys: (schema.required ?? []).filter((key) => key in keys) as never })
      const others = fc.dictionary(fc.constantFrom('secret', 'password_hash', 'store_id'), fc.string(), { maxKeys: 2 })
      return fc.tuple(others, known, fc.boolean()).map(([more, value, last]) => {
        const extra = Object.fromEntries(Object.entries(more).filter(([key]) => !(key in keys)))
        return last ? { ...value, ...extra } : { ...extra, ...value }
      })
    }
    default:
      throw new Error(`No values of ${JSON.stringify(schema)}`)
  }
}

test.each(answers)(
  '$name is written as its schema parses it, and without a key that it does not name',
  ({ response }) => {
    const write = serialiserOf(response)!
    const values = valuesOf(
      z.toJSONSchema(response, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema,
    )
    let taken = 0
    fc.assert(
      fc.property(values, (value) => {
        const parsed = response.safeParse(value)
        if (!parsed.success) return
        taken++
        expect(write(value)).toBe(JSON.stringify(parsed.data))
      }),
      { numRuns: RUNS },
    )
    expect(taken).toBeGreaterThan(0)
  },
)

test('most answers have a serialiser, that of the list among them', () => {
  expect(answers.length).toBeGreaterThan(70)
  expect(answers.map(({ name }) => name)).toContain('profiles.list')
})

test.each([
  ['a text for a number', { id: '1', name: 'ก', tags: [] }],
  ['a key that is missing', { id: 1, tags: [] }],
  ['no list', { id: 1, name: 'ก', tags: 'ก' }],
  ['a number that JSON has not', { id: Number.NaN, name: 'ก', tags: [] }],
  ['nothing', null],
])('%s is not written, but left to the schema to complain of', (_, value) => {
  const write = serialiserOf(z.object({ id: z.number(), name: z.string(), tags: z.array(z.enum(['a', 'b'])) }))!
  expect(write(value)).toBeUndefined()
})
