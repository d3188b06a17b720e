import { readFileSync } from 'node:fs'
import { olderCalls, successorOf } from '@ruam/contract/older-calls.ts'
import { expect, test } from 'vitest'
import { olderApiFile, olderApiText } from './write-older-api.ts'

test('docs/older-api.md says what the contract says: `npx node tools/write-older-api.ts` writes it again', () => {
  expect(readFileSync(olderApiFile, 'utf8')).toBe(olderApiText())
})

test('the older API has 62 calls, all below /v1, and each names a call of the contract or none', () => {
  expect(olderCalls()).toHaveLength(62)
  expect(olderCalls().filter(({ path }) => !path.startsWith('/v1/'))).toEqual([])
  const newer = olderCalls().map(successorOf)
  expect(newer.filter((call) => call?.older)).toEqual([])
})
