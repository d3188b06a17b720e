import { describe, expect, test } from 'vitest'
import { type Random, randomOf } from '../../../tools/random.ts'
import { expectedMean, groupOf, purchasesOf, type Shop, shopOf } from '../../testing/broadcasts/shop.testing.ts'
import { difference, expectedBuyers, MIN_BUYERS, type Range, rangeOf } from './estimate.ts'
import { winnerOf } from './shares.ts'

// `npm run verify effect`: 1,000 broadcasts of each size, and the plain methods compared with ours (decision 98).

const BROADCASTS = Number(process.env.EFFECT_BROADCASTS ?? 150)
const isComplete = BROADCASTS >= 1000
/** Three standard deviations of a share of 5 %: a part of the broadcasts proves less. */
const SLACK = isComplete ? 0 : 3 * Math.sqrt((0.05 * 0.95) / BROADCASTS)
const HELD_OUT = 0.1
const RESAMPLES = 400

interface Played {
  truth: number
  isVisible: boolean
  ours: Range
  welch: Range
  bootstrap: Range | null
}

/** Plays a broadcast to so many people; `lift` is the part by which more of those who receive it buy. */
function play(random: Random, people: number, lift: number): Played {
  const shop = shopOf(random)
  const lifted: Shop = { ...shop, rate: shop.rate * (1 + lift) }
  const heldOut = Math.round(people * HELD_OUT)
  const bought = [purchasesOf(random, lifted, people - heldOut), purchasesOf(random, shop, heldOut)] as const
  const [treated, held] = [groupOf(people - heldOut, bought[0]), groupOf(heldOut, bought[1])]
  const estimate = difference(treated, held)
  return {
    truth: expectedMean(lifted) - expectedMean(shop),
    isVisible: expectedBuyers(treated, held) >= MIN_BUYERS,
    ours: rangeOf(estimate),
    welch: rangeOf({ ...estimate, third: 0 }),
    bootstrap: isComplete ? bootstrapped(random, bought, [treated.people, held.people]) : null,
  }
}

/** Percentile bootstrap: resamples both groups, each with as many people as it has. */
function bootstrapped(random: Random, bought: readonly [number[], number[]], people: readonly [number, number]): Range {
  const values = Array.from({ length: RESAMPLES }, () => {
    const [treated, held] = bought.map((amounts, group) => {
      // The number of buyers in a resample is nearly a Poisson number: a normal one at these sizes.
      const deviation = Math.sqrt(amounts.length * (1 - amounts.length / people[group]!))
      const count = Math.max(0, Math.round(amounts.length + deviation * gauss(random)))
      let sum = 0
      for (let n = 0; n < count && amounts.length > 0; n++) sum += amounts[random.below(amounts.length)]!
      return sum / people[group]!
    }) as [number, number]
    return treated - held
  }).sort((one, other) => one - other)
  return { from: values[Math.round(RESAMPLES * 0.025)]!, to: values[Math.round(RESAMPLES * 0.975) - 1]! }
}

const gauss = (random: Random) => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

const holds = ({ from, to }: Range, value: number) => from <= value && value <= to
const share = (played: readonly Played[], is: (one: Played) => boolean) => played.filter(is).length / played.length
const percent = (part: number) => `${(100 * part).toFixed(1)} %`

describe.each([500, 2000, 20_000])('among %i people', (people) => {
  const random = randomOf(people)
  const without = Array.from({ length: BROADCASTS }, () => play(random, people, 0))
  const withEffect = Array.from({ length: BROADCASTS }, () => play(random, people, 0.2 + 0.4 * random.next()))
  const visible = withEffect.filter(({ isVisible }) => isVisible)

  test('a message without an effect is hardly ever said to have one', () => {
    const claimed = share(without, ({ isVisible, ours }) => isVisible && !holds(ours, 0))
    expect(claimed).toBeLessThanOrEqual(0.064 + SLACK)
  })

  test('a range holds the true difference in about 95 % of broadcasts', () => {
    const covered = (of: (one: Played) => Range | null) =>
      percent(share(visible, (one) => holds(of(one) ?? { from: 0, to: 0 }, one.truth)))
    const claims = share(without, ({ isVisible, ours }) => isVisible && !holds(ours, 0))
    const found = share(withEffect, ({ isVisible, ours }) => isVisible && !holds(ours, 0))
    if (isComplete)
      console.log(
        `${people} people: ${visible.length} of ${BROADCASTS} have a range` +
          (visible.length === 0
            ? ''
            : `; it holds the truth in ${covered(({ ours }) => ours)}, Welch's alone in ${covered(({ welch }) => welch)}, ` +
              `a bootstrap's in ${covered(({ bootstrap }) => bootstrap)}; an effect is found in ${percent(found)}, one that is none in ${percent(claims)}`),
      )
    if (visible.length < BROADCASTS / 5) return
    const coverage = share(visible, ({ ours, truth }) => holds(ours, truth))
    expect(coverage).toBeGreaterThanOrEqual(0.93 - SLACK)
    expect(coverage).toBeLessThanOrEqual(0.97 + SLACK)
  })

  test.runIf(people === 20_000)('nearly every broadcast has a range', () => {
    expect(visible.length / BROADCASTS).toBeGreaterThanOrEqual(0.9)
  })

  test('two equal texts hardly ever have a winner', () => {
    const tried = Array.from({ length: BROADCASTS }, () => {
      const rate = 0.01 + 0.14 * random.next()
      const each = Math.round(people * 0.1)
      const clicks = () => Array.from({ length: each }).filter(() => random.chance(rate)).length
      return winnerOf({ people: each, part: clicks() }, { people: each, part: clicks() })
    })
    expect(tried.filter((winner) => winner !== 'tie').length / BROADCASTS).toBeLessThanOrEqual(0.064 + SLACK)
  })
})
