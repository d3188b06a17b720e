// The effect of a message: difference in purchases per person between two random groups, with its 95 % range (decision 98).

/** Moments of what the people of a group bought, over everyone in it: most bought nothing. */
export interface Group {
  people: number
  buyers: number
  mean: number
  variance: number
  /** Third central moment. */
  third: number
}

/** A difference of two means with its second and third cumulants. */
export interface Estimate {
  value: number
  variance: number
  third: number
}

export interface Range {
  from: number
  to: number
}

/** 97.5 % quantile of the normal distribution: 95 % lie between minus and plus of it. */
const Z = 1.959963984540054
/** Additional quantile for an effect to be found in 80 % of broadcasts. */
const Z_POWER = 0.8416212335729143

/**
 * Minimum of expected buyers in the smaller group for a range. With 30, ranges hold the true difference in 94 to 95 %; with 10, in 92 %.
 * Buyers of both groups count: by those of the smaller one alone, lucky draws would get a range more often.
 */
export const MIN_BUYERS = 30

/** Returns the difference of the means of two groups. Both have at least two people. */
export function difference(one: Group, other: Group): Estimate {
  return {
    value: one.mean - other.mean,
    variance: one.variance / one.people + other.variance / other.people,
    third: one.third / one.people ** 2 - other.third / other.people ** 2,
  }
}

/**
 * Returns the 95 % range of an estimate: Welch's standard error, with Hall's correction for skewness. A few large purchases make
 * the plain range miss on one side.
 */
export function rangeOf({ value, variance, third }: Estimate): Range {
  const error = Math.sqrt(variance)
  if (error === 0) return { from: value, to: value }
  const skewness = Math.max(-MAX_SKEWNESS, Math.min(third / error ** 3, MAX_SKEWNESS))
  return { from: value - error * unskewed(Z, skewness), to: value - error * unskewed(-Z, skewness) }
}

/** With 30 buyers it hardly ever exceeds 1. Beyond 11 the correction would turn around. */
const MAX_SKEWNESS = 2

/** Inverse of Hall's cubic transformation, which turns a skewed statistic into a normal one. */
function unskewed(quantile: number, skewness: number): number {
  // Close to 0 the quotient loses all digits.
  if (Math.abs(skewness) < 1e-6) return quantile
  return (3 / skewness) * (Math.cbrt(1 + skewness * (quantile - skewness / 6)) - 1)
}

/** Returns how many buyers the smaller of two groups would have if the message changed nothing. */
export function expectedBuyers(one: Group, other: Group): number {
  const people = one.people + other.people
  return people === 0 ? 0 : ((one.buyers + other.buyers) * Math.min(one.people, other.people)) / people
}

/** Returns how many people a broadcast needs, so that a difference is found in 80 % of them; null without any purchase. */
export function peopleNeeded(one: Group, other: Group, found: number, share: number): number | null {
  const [people, buyers] = [one.people + other.people, one.buyers + other.buyers]
  if (buyers === 0) return null
  const spread = one.variance / (1 - share) + other.variance / share
  const forRange = ((Z + Z_POWER) ** 2 * spread) / found ** 2
  const forBuyers = (MIN_BUYERS * people) / (buyers * Math.min(share, 1 - share))
  return Math.ceil(Math.max(forRange, forBuyers))
}

/** One broadcast of those that are pooled. */
export interface Stratum {
  /** First broadcast of its chain: repeats leave the same people out. */
  chain: number
  /** Weight: people who were drawn to receive it. */
  people: number
  estimate: Estimate
}

/** Returns the mean difference per message over several broadcasts. */
export function pooled(strata: readonly Stratum[]): Estimate {
  const people = strata.reduce((sum, stratum) => sum + stratum.people, 0)
  const weighted = strata.map(({ chain, people: own, estimate }) => ({ chain, weight: own / people, estimate }))
  // Repeats have the same groups, so that chance leads them the same way: their errors add up.
  const chains = [...Map.groupBy(weighted, ({ chain }) => chain).values()]
  const errors = chains.map((chain) => sumOf(chain, ({ weight, estimate }) => weight * Math.sqrt(estimate.variance)))
  return {
    value: sumOf(weighted, ({ weight, estimate }) => weight * estimate.value),
    variance: sumOf(errors, (error) => error ** 2),
    third: sumOf(weighted, ({ weight, estimate }) => weight ** 3 * estimate.third),
  }
}

const sumOf = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0)
