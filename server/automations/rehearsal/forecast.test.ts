import { expect, test } from 'vitest'
import { predict } from './forecast.ts'

test('a forecast has the range in which 9 of 10 further periods are', () => {
  expect(predict([])).toEqual({ low: 0, expected: 0, high: 0 })
  expect(predict(Array(12).fill(100))).toEqual({ low: 81, expected: 100, high: 119 })
})

test('few or unequal periods make a forecast wider', () => {
  const [few, many] = [predict([90, 110, 100]), predict([...Array(4)].flatMap(() => [90, 110, 100]))]
  expect(few.high - few.low).toBeGreaterThan(many.high - many.low)
  expect(predict([0, 300, 0, 300]).low).toBe(0)
})
