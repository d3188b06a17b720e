import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { expect, test } from 'vitest'
import { isIdentityField, mayRead, mayWrite } from './access.ts'

const plain = { id: 1, sensitive: false }
const secret = { id: 2, sensitive: true }
const day = { id: 3, sensitive: false }
const age = { id: 4, sensitive: false, formula: { function: 'age' as const, field_id: day.id } }

const program = (credential: 'key' | 'token', scopes: readonly (typeof scopeNames)[number][], ids: number[]) => ({
  ...{ kind: 'program' as const, credential, scopes, reads: new Set(ids) },
  writes: new Map(ids.map((id) => [id, 'fill'] as const)),
})

test('a key reads a field of its list with profile:read, and a sensitive one with profile-sensitive:read, too', () => {
  const read = (scopes: readonly (typeof scopeNames)[number][], ids: number[]) =>
    [plain, secret].map((field) => mayRead(program('key', scopes, ids), field))
  expect(read(scopeNames, [1, 2])).toEqual([true, true])
  expect(read(scopeNames, [])).toEqual([false, false])
  expect(read(['profile:read'], [1, 2])).toEqual([true, false])
  expect(read(['profile:write', 'profile-sensitive:read'], [1, 2])).toEqual([false, false])
  expect(mayRead(program('token', ['profile:read'], [1, 2]), secret)).toBe(true)
})

test('a computed field needs its own tick and that of its source', () => {
  for (const ids of [[day.id], [age.id], [age.id, day.id]]) {
    const open = ids.length === 2
    expect(mayRead(program('key', scopeNames, ids), age)).toBe(open)
    expect(mayRead({ kind: 'sql', reads: new Set(ids) }, age)).toBe(open)
  }
})

test('a program writes with profile:write as its list says, and never a computed field', () => {
  expect(mayWrite(program('key', ['profile:write'], [1, 4]), plain)).toBe('fill')
  expect(mayWrite(program('key', ['profile:write'], [1, 4]), secret)).toBe(null)
  expect(mayWrite(program('key', ['profile:write'], [1, 4]), age)).toBe(null)
  expect(mayWrite(program('key', ['activity:write'], [1]), plain)).toBe(null)
  expect(mayWrite({ kind: 'connector', mapped: new Set([1]) }, plain)).toBe('overwrite')
  expect(mayWrite({ kind: 'sql', reads: new Set([1]) }, plain)).toBe(null)
})

test('a missing person is added by keys, contacts and names', () => {
  expect(
    [{ column: 'phone' as const }, { matchKey: true }, { column: 'income' as const }, {}].map(isIdentityField),
  ).toEqual([true, true, false, false])
})
