import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { seal, unseal } from './sealing.ts'

const key = 'a secret key of the server, long enough'
const owner = { storeId: 7, subject: 'line:2001234567' }

test.prop([fc.string()])('a sealed secret opens to the same text', (text) => {
  expect(unseal(key, owner, seal(key, owner, text))).toBe(text)
})

test('a secret is sealed differently each time', () => {
  expect(seal(key, owner, 'a').equals(seal(key, owner, 'a'))).toBe(false)
})

test.each([
  ['another store', key, { ...owner, storeId: 8 }],
  ['another subject', key, { ...owner, subject: 'line:2001234568' }],
  ['another key', `${key}.`, owner],
])('a sealed secret does not open for %s', (_, otherKey, otherOwner) => {
  expect(() => unseal(otherKey, otherOwner, seal(key, owner, 'a'))).toThrow()
})

test.prop([fc.nat({ max: 60 })])('a sealed secret does not open with one byte changed', (at) => {
  const sealed = seal(key, owner, 'the secret of a channel, 32 signs')
  const index = at % sealed.length
  sealed[index] = sealed[index]! ^ 1
  expect(() => unseal(key, owner, sealed)).toThrow()
})
