import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stretchOf } from './row-sequence.ts'

test('rows one after another are a stretch, in any order', () => {
  expect(stretchOf([414, 412, 413])).toEqual({ from: 412, to: 414, whole: true })
})

test('a few rows elsewhere leave a stretch of most of them', () => {
  expect(stretchOf([3, 10, 11, 12, 13, 14, 15, 16, 17])).toEqual({ from: 10, to: 17, whole: false })
})

test.each([[[]], [[5]], [[5, 6]], [[1, 3, 5, 7]], [[1, 2, 3, 10, 20]]])('the rows %j are no stretch', (rows) => {
  expect(stretchOf(rows)).toBeNull()
})

const rows = fc.array(fc.integer({ min: 1, max: 60 }))

test('all rows of a stretch are among the rows, and it is as long as any', () => {
  fc.assert(
    fc.property(rows, (numbers) => {
      const stretch = stretchOf(numbers)
      if (!stretch) return
      const there = new Set(numbers)
      for (let row = stretch.from; row <= stretch.to; row++) expect(there.has(row)).toBe(true)
      expect(there.has(stretch.from - 1)).toBe(false)
      expect(there.has(stretch.to + 1)).toBe(false)
      expect(stretch.whole).toBe(there.size === stretch.to - stretch.from + 1)
    }),
  )
})
