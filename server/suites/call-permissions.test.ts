import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shapeOf } from '../testing/shapes.ts'
import { calls } from './calls.ts'

/** Every call of the specification, as `spec-calls.tsv` lists them: tag, method, address, query, permission. */
const rows = readFileSync(fileURLToPath(new URL('spec-calls.tsv', import.meta.url)), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))

/** Whatever the parameters of an address are called. */
const keyOf = (method: string, path: string) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
const wanted = new Map(
  rows.map(([, method, path, query, permission]) => [keyOf(method!, path!), { query, permission }]),
)
const there = calls
  .map(({ title, endpoint }) => ({ title, endpoint, row: wanted.get(keyOf(endpoint.method, `/api${endpoint.path}`)) }))
  .filter(({ row }) => row !== undefined)

test('most calls of the specification are there', () => {
  expect(there.length).toBeGreaterThan(80)
})

test.each(there)('$title asks for the permission that is decided for it', ({ endpoint, row }) => {
  const asked = [endpoint.permission].flat().toSorted()
  expect(asked).toEqual(row!.permission!.split('|').toSorted())
})

/** Keys that the specification names for a query; those in brackets behind a key are values. */
const keysOf = (query: string) =>
  query
    .replace(/\(p\)/g, '')
    .split(',')
    .flatMap((key) => key.replace(/\(.*\)$|=(?!\w+_).*$/, '').split('='))
    .map((key) => key.trim())
    .filter((key) => key !== '')

test.each(there.filter(({ row }) => row!.query))('$title takes the keys of the specification', ({ endpoint, row }) => {
  const taken = Object.keys((endpoint.query && shapeOf(endpoint.query).properties) ?? {})
  expect(keysOf(row!.query!).filter((key) => !taken.includes(key))).toEqual([])
})

test('every call about stores, people, roles, the agreement, places, the older settings and the older API is there', () => {
  const names = there.map(({ endpoint }) => keyOf(endpoint.method, endpoint.path))
  const due = rows
    .filter(
      ([tag, , path]) =>
        tag === 'role' ||
        tag === 'consent' ||
        tag === 'location' ||
        tag === 'account' ||
        tag === 'wms' ||
        tag!.startsWith('v1-') ||
        /^\/api\/(users|stores\/(\{id\}\/)?invitations|roles|user-management|mapping-data-fields|activities)\b/.test(
          path!,
        ),
    )
    .map(([, method, path]) => keyOf(method!, path!.replace(/^\/api/, '')))
  expect(due.length).toBeGreaterThan(28 + 62)
  expect(due.filter((one) => !names.includes(one))).toEqual([])
})
