import { globSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { features } from './endpoints.ts'
import { notices } from './notifications.ts'

/** Exports of the features' contract files, by name. */
let exported: (readonly [string, unknown])[]
beforeAll(async () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !/node_modules|test|endpoints|^errors/.test(file),
  )
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(`./${file}`)))
  exported = modules.flatMap((module) => Object.entries(module))
})

const has = (value: unknown, ...keys: string[]) =>
  typeof value === 'object' && value !== null && keys.every((key) => Object.hasOwn(value, key))

test('every feature of a contract file is one of those that the suites walk over', () => {
  const isFeature = (value: unknown) =>
    has(value) && Object.values(value as object).some((one) => has(one, 'method', 'path'))
  const declared = exported.filter(([, value]) => isFeature(value)).map(([name]) => name)
  expect(declared.toSorted()).toEqual(Object.keys(features).toSorted())
})

test('every notice of a contract file is one of those that the bell knows', () => {
  const declared = exported.flatMap(([, value]) =>
    has(value, 'kind', 'topic', 'says') ? [(value as { kind: string }).kind] : [],
  )
  expect(declared.length).toBeGreaterThan(5)
  const known = notices.map(({ kind }) => kind)
  expect(declared.filter((kind) => !known.includes(kind))).toEqual([])
})
