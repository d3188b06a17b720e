import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { groupsOf, HASH_START, hashStep, mixedHash, newGroups, noteGroup } from './value-groups.ts'

function hashOf(text: string): number {
  let hash = HASH_START
  for (let i = 0; i < text.length; i++) hash = hashStep(hash, text.charCodeAt(i))
  return mixedHash(hash)
}

function groups(values: Iterable<string>, nothings: string[] = []) {
  const tally = newGroups()
  let cells = 0
  for (const value of values) {
    cells++
    noteGroup(tally, hashOf(value))
  }
  return groupsOf(tally, cells, new Set(nothings.map(hashOf)))
}

property.prop([fc.array(fc.string({ maxLength: 3 }), { maxLength: 600 })])(
  'a few thousand different values are counted one by one, with the largest group',
  (values) => {
    const counts = [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length)
    expect(groups(values)).toEqual({
      distinct: counts.length,
      exact: true,
      largest: Math.max(0, ...counts),
      nothing: 0,
    })
  },
)

function* phones(count: number, often: number) {
  for (let no = 0; no < count; no++) {
    yield `08${String((no * 7919 + 11_111_111) % 100_000_000).padStart(8, '0')}`
    if (no > count / 2 && no % often === 0) yield '0812345678'
  }
}

test.each([20_000, 300_000])('%i distinct values are counted to within a few percent', (count) => {
  const { distinct, exact } = groups(phones(count, count))
  expect(exact).toBe(false)
  expect(Math.abs(distinct - count) / count).toBeLessThan(0.05)
})

test('a frequent value is found among many others, even when it appears late', () => {
  const { largest } = groups(phones(200_000, 50))
  expect(largest).toBeGreaterThan(1900)
  expect(largest).toBeLessThanOrEqual(2000)
})

test('counts at most as many values as there are cells, and no words for nothing', () => {
  expect(groups(phones(5000, 5000)).distinct).toBeLessThanOrEqual(5001)
  expect(groups(['a', 'ไม่มี', 'ไม่มี', 'b'], ['ไม่มี'])).toEqual({ distinct: 2, exact: true, largest: 1, nothing: 2 })
})
