import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { matchesPattern } from './pattern.ts'

test.each([
  ['*.csv', 'ยอดขาย-25.CSV', true],
  ['pos-????.csv', 'pos-1125.csv', true],
  ['pos-????.csv', 'pos-11250.csv', false],
  ['*', 'a', true],
  ['a*b*c', 'aXbXbXc', true],
  ['a*b*c', 'aXbXbX', false],
  ['[a].csv', 'a.csv', false],
  ['', 'a', false],
])('pattern %s against %s is %s', (pattern, name, matches) => {
  expect(matchesPattern(pattern, name)).toBe(matches)
})

test.prop([
  fc.array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 }),
])('a pattern matches as its regular expression does', (signs, name) => {
  const expression = new RegExp(`^${signs.join('').replaceAll('*', '.*').replaceAll('?', '.')}$`)
  expect(matchesPattern(signs.join(''), name)).toBe(expression.test(name))
})
