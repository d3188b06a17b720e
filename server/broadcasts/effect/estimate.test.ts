import '../../../tools/properties.ts'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { groupOf } from '../../testing/broadcasts/shop.testing.ts'
import { difference, type Estimate, expectedBuyers, type Group, peopleNeeded, pooled, rangeOf } from './estimate.ts'
import { shareDifference, winnerOf } from './shares.ts'

/** A group of 50 to 500 people, some of whom bought for whole baht, or returned more than they bought. */
const group: fc.Arbitrary<Group> = fc
  .record({
    people: fc.integer({ min: 50, max: 500 }),
    bought: fc.array(fc.integer({ min: -2000, max: 90_000 }), { maxLength: 50 }),
  })
  .map(({ people, bought }) => groupOf(people, bought))

const part = fc
  .record({ people: fc.integer({ min: 1, max: 5000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ people, share }) => ({ people, part: Math.round(people * share) }))

describe('a range', () => {
  test.prop([group, group])('holds its difference', (one, other) => {
    const estimate = difference(one, other)
    const { from, to } = rangeOf(estimate)
    expect(from).toBeLessThanOrEqual(estimate.value + 1e-6)
    expect(to).toBeGreaterThanOrEqual(estimate.value - 1e-6)
  })

  test.prop([group, group])('turns around when both groups change places', (one, other) => {
    const [there, back] = [rangeOf(difference(one, other)), rangeOf(difference(other, one))]
    expect(there.from).toBeCloseTo(-back.to, 4)
    expect(there.to).toBeCloseTo(-back.from, 4)
  })

  test.prop([group, group, fc.double({ min: 0.01, max: 100, noNaN: true })])(
    'is in the currency of its amounts',
    (one, other, rate) => {
      const at = ({ mean, variance, third, ...rest }: Group): Group => ({
        ...{ ...rest, mean: mean * rate, variance: variance * rate ** 2, third: third * rate ** 3 },
      })
      const [plain, exchanged] = [rangeOf(difference(one, other)), rangeOf(difference(at(one), at(other)))]
      expect(exchanged.from / rate).toBeCloseTo(plain.from, 3)
      expect(exchanged.to / rate).toBeCloseTo(plain.to, 3)
    },
  )

  test.prop([group])('has no width when nobody bought', ({ people }) => {
    const nobody = groupOf(people, [])
    expect(rangeOf(difference(nobody, nobody))).toEqual({ from: 0, to: 0 })
  })

  test('reaches further up than down when a large purchase came by chance', () => {
    const held = groupOf(100, [10_000, 100, 100])
    const { from, to } = rangeOf(
      difference(
        groupOf(
          900,
          Array.from({ length: 30 }, () => 100),
        ),
        held,
      ),
    )
    const { value } = difference(
      groupOf(
        900,
        Array.from({ length: 30 }, () => 100),
      ),
      held,
    )
    expect(value - from).toBeGreaterThan(to - value)
  })
})

describe('the number of people needed', () => {
  test.prop([group, group, fc.double({ min: 0.1, max: 1000, noNaN: true })])(
    'grows when a smaller difference is to be found',
    (one, other, found) => {
      const [small, large] = [found / 2, found].map((baht) => peopleNeeded(one, other, baht, 0.1))
      if (one.buyers + other.buyers === 0) expect([small, large]).toEqual([null, null])
      else expect(small).toBeGreaterThanOrEqual(large!)
    },
  )

  test.prop([group, group])('is enough for a range', (one, other) => {
    const needed = peopleNeeded(one, other, 1e9, 0.1)
    fc.pre(needed !== null)
    const rate = (one.buyers + other.buyers) / (one.people + other.people)
    const arm = (people: number) => ({ ...one, people, buyers: people * rate })
    expect(expectedBuyers(arm(needed! * 0.9), arm(needed! * 0.1))).toBeGreaterThanOrEqual(30 - 1e-6)
  })
})

describe('pooled broadcasts', () => {
  const ratio = (one: Estimate, other: Estimate) => {
    fc.pre(other.variance > 0)
    return one.variance / other.variance
  }

  test.prop([group, group])('of one broadcast are that broadcast', (one, other) => {
    const estimate = difference(one, other)
    const all = pooled([{ chain: 1, people: one.people, estimate }])
    expect(all.value).toBeCloseTo(estimate.value, 6)
    expect(ratio(all, estimate)).toBeCloseTo(1, 9)
  })

  test.prop([group, group])('of one chain prove no more than one of them', (one, other) => {
    const estimate = difference(one, other)
    const stratum = { people: one.people, estimate }
    const repeated = pooled([1, 1].map((chain) => ({ ...stratum, chain })))
    const separate = pooled([1, 2].map((chain) => ({ ...stratum, chain })))
    expect(ratio(repeated, estimate)).toBeCloseTo(1, 9)
    expect(ratio(separate, estimate)).toBeCloseTo(0.5, 9)
  })
})

describe('the difference of two shares', () => {
  test.prop([part, part])('lies in its range, which stays within what shares can differ by', (one, other) => {
    const { value, from, to } = shareDifference(one, other)
    expect(from).toBeLessThanOrEqual(value + 1e-12)
    expect(to).toBeGreaterThanOrEqual(value - 1e-12)
    expect(from).toBeGreaterThanOrEqual(-1 - 1e-12)
    expect(to).toBeLessThanOrEqual(1 + 1e-12)
  })

  test.prop([part, part])('has the opposite winner when both change places', (one, other) => {
    const opposite = { one: 'other', other: 'one', tie: 'tie' } as const
    expect(winnerOf(other, one)).toBe(opposite[winnerOf(one, other)])
  })

  test('is that of Newcombe for his example', () => {
    // 56 of 70 and 48 of 80: 0.0524 to 0.3339 (Newcombe 1998, table II, method 10).
    const { from, to } = shareDifference({ people: 70, part: 56 }, { people: 80, part: 48 })
    expect([from.toFixed(4), to.toFixed(4)]).toEqual(['0.0524', '0.3339'])
  })

  test('has no winner without people', () => {
    expect(winnerOf({ people: 0, part: 0 }, { people: 500, part: 90 })).toBe('tie')
  })
})
