import type { Random } from '../../../tools/random.ts'
import type { Group } from '../../broadcasts/effect/estimate.ts'

// Purchases as shops have them: few people buy, some several times, amounts are log-normal, and some purchases are refunded.

/** Probability that a buyer buys once more. */
const AGAIN = 0.25
const REFUNDED = 0.04

export interface Shop {
  /** Probability that a person buys in the days that count. */
  rate: number
  /** Median of a purchase in baht, and the standard deviation of its logarithm. */
  median: number
  spread: number
}

/** Returns a shop in which 2 to 10 % buy. */
export const shopOf = (random: Random): Shop => ({
  rate: 0.02 + 0.08 * random.next(),
  median: 60 + 400 * random.next(),
  spread: 0.5 + 0.5 * random.next(),
})

/** Returns what a person of the shop buys for on average. */
export const expectedMean = ({ rate, median, spread }: Shop): number =>
  (rate * median * Math.exp(spread ** 2 / 2) * (1 - REFUNDED)) / (1 - AGAIN)

/** Returns what each buyer of so many people bought for; the others bought nothing. */
export function purchasesOf(random: Random, { rate, median, spread }: Shop, people: number): number[] {
  const buyers: number[] = []
  // Skips to the next buyer: their distances are geometric.
  const skip = () => 1 + Math.floor(Math.log(1 - random.next()) / Math.log(1 - rate))
  for (let place = skip(); place <= people; place += skip()) {
    let sum = 0
    do {
      const amount = median * Math.exp(spread * normal(random))
      if (!random.chance(REFUNDED)) sum += amount
    } while (random.chance(AGAIN))
    buyers.push(sum)
  }
  return buyers
}

/** Box and Muller's transform. */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** Returns the moments of so many people, of whom these bought. */
export function groupOf(people: number, bought: readonly number[]): Group {
  const sum = (power: number) => bought.reduce((total, amount) => total + amount ** power, 0)
  const mean = sum(1) / people
  return {
    people,
    buyers: bought.length,
    mean,
    variance: (sum(2) - people * mean ** 2) / (people - 1),
    third: sum(3) / people - (3 * mean * sum(2)) / people + 2 * mean ** 3,
  }
}
