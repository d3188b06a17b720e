import { test } from '@fast-check/vitest'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { toCamel, toSnake } from './camel.ts'
import { browserCode, contractShapeOf, featureCode, holdsSchemas, wireEndpoint } from './vite-contract.ts'

const schema = z.object({
  created_at: z.string(),
  free: z.record(z.string(), z.unknown()),
  by_field: z.record(z.string(), z.object({ old_value: z.string().nullable() })).optional(),
  rules: z.array(z.union([z.object({ label_ids: z.array(z.int()) }), z.object({ field_id: z.int() })])).default([]),
})
const shape = contractShapeOf(schema)

describe('names of keys', () => {
  test('known keys are camelCase on screens and snake_case on the wire', () => {
    const wire = { created_at: 'x', free: {}, by_field: {}, rules: [{ label_ids: [1] }, { field_id: 2 }] }
    const screen = { createdAt: 'x', free: {}, byField: {}, rules: [{ labelIds: [1] }, { fieldId: 2 }] }
    expect(toCamel(wire, shape)).toEqual(screen)
    expect(toSnake(screen, shape)).toEqual(wire)
  })

  test.prop([fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.string())])(
    'the keys of a record are data and survive both ways',
    (free, values) => {
      const byField = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { old_value: value }]))
      const wire = { created_at: 'x', free, by_field: byField, rules: [] }
      const screen = toCamel(wire, shape) as { free: object; byField: object }
      expect(screen.free).toEqual(free)
      expect(Object.keys(screen.byField)).toEqual(Object.keys(values))
      expect(toSnake(screen, shape)).toEqual(wire)
    },
  )

  test('a record key that looks like a known key is left alone', () => {
    const wire = { free: { created_at: 1, createdAt: 2 }, by_field: { created_at: { old_value: 'a' } } }
    expect(toCamel(wire, shape)).toEqual({
      free: { created_at: 1, createdAt: 2 },
      byField: { created_at: { oldValue: 'a' } },
    })
  })

  test('are converted in a recursive schema at any depth', () => {
    const Group: z.ZodType = z.object({
      get all_rules() {
        return z.array(z.union([z.object({ field_id: z.int(), free: z.record(z.string(), Group) }), Group]))
      },
    })
    const own = contractShapeOf(z.object({ the_rule: Group.nullable() }))
    const wire = (depth: number): object => ({
      all_rules: depth === 0 ? [] : [{ field_id: depth, free: { field_id: wire(depth - 1) } }, wire(depth - 1)],
    })
    const screen = (depth: number): object => ({
      allRules: depth === 0 ? [] : [{ fieldId: depth, free: { field_id: screen(depth - 1) } }, screen(depth - 1)],
    })
    expect(toCamel({ the_rule: wire(5) }, own)).toEqual({ theRule: screen(5) })
    expect(toSnake({ theRule: screen(5) }, own)).toEqual({ the_rule: wire(5) })
    expect(JSON.stringify(own).length).toBeLessThan(400)
  })

  test('a schema whose keys would meet in camelCase is refused', () => {
    expect(() => contractShapeOf(z.object({ total_all: z.int(), totalAll: z.int() }))).toThrow('meet')
  })
})

describe('the contract in the browser', () => {
  test('an endpoint keeps its address and the names of its keys', () => {
    const wire = wireEndpoint('importRun', importRun.getRun)
    expect(wire).toMatchObject({ feature: 'dataSources', method: 'GET', path: importRun.getRun.path })
    expect(wire.shape.params).toEqual({ o: { run_id: 0 } })
    expect(wire).not.toHaveProperty('summary')
  })

  test('constants stay and schemas and functions are dropped', () => {
    const code = browserCode({ modes: ['a', 'b'], Row: z.object({}), size: 3, make: () => z.string(), dataSources })
    expect(code).toContain('export const modes = ["a","b"]')
    expect(code).toContain('export const size = 3')
    expect(code).toContain('export const dataSources = {"exists":{"feature":"dataSources"')
    expect(code).not.toMatch(/Row|make|_zod|summary/)
  })

  test('in a build each endpoint is a module of its own, the same as in the whole', () => {
    const exports = { modes: ['a', 'b'], dataSources }
    expect(browserCode(exports, '/c.ts')).toBe(
      'export const modes = ["a","b"]\nexport * as dataSources from "/c.ts?feature=dataSources"',
    )
    expect(featureCode(exports, '/c.ts', 'dataSources', null)).toContain(
      'export { default as delete } from "/c.ts?feature=dataSources&endpoint=delete"',
    )
    const code = featureCode(exports, '/c.ts', 'dataSources', 'delete')
    expect(JSON.parse(code.replace('export default ', ''))).toEqual(
      JSON.parse(JSON.stringify(wireEndpoint('dataSources', dataSources.delete))),
    )
  })

  test('a file without schemas is served as it is', () => {
    expect(holdsSchemas("import type { z } from 'zod'\nexport const a = 1")).toBe(false)
    expect(holdsSchemas("import {\n  Id,\n  Name,\n} from './common.ts'")).toBe(true)
  })
})
