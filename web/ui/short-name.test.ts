import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test('a name of sixty letters is left as it is, with all of its vowels and tones', () => {
  const name = 'กี่'.repeat(60)
  expect(shortName(name)).toBe(name)
})

test('a longer one is cut between two letters, never between a letter and its tone', () => {
  expect(shortName('กี่'.repeat(61))).toBe(`${'กี่'.repeat(60)}…`)
  expect(shortName(`${'ก'.repeat(59)} ${'ข'.repeat(9)}`)).toBe(`${'ก'.repeat(59)}…`)
})
