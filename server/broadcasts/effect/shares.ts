// Which of two texts more people clicked, and how far two shares of people differ, with a 95 % range.

import type { Range } from './estimate.ts'

/** A part of a number of people, such as those who clicked. */
interface Part {
  people: number
  part: number
}

const Z = 1.959963984540054

/** Wilson's 95 % range of a share: it stays within 0 and 1, also for none or all of a few people. */
function wilson({ people, part }: Part): Range {
  const share = part / people
  const divisor = 1 + Z ** 2 / people
  const middle = (share + Z ** 2 / (2 * people)) / divisor
  const half = (Z * Math.sqrt((share * (1 - share)) / people + Z ** 2 / (4 * people ** 2))) / divisor
  return { from: middle - half, to: middle + half }
}

/** Returns Newcombe's 95 % range of the difference of two shares (1998, method 10). Both have at least one person. */
export function shareDifference(one: Part, other: Part): Range & { value: number } {
  const [first, second] = [one.part / one.people, other.part / other.people]
  const [own, others] = [wilson(one), wilson(other)]
  const value = first - second
  return {
    value,
    from: value - Math.hypot(first - own.from, others.to - second),
    to: value + Math.hypot(own.to - first, second - others.from),
  }
}

/** Returns which of two texts won: the one with more unique clicks per person, if the range of the difference leaves 0. */
export function winnerOf(one: Part, other: Part): 'one' | 'other' | 'tie' {
  if (one.people === 0 || other.people === 0) return 'tie'
  const { from, to } = shareDifference(one, other)
  if (from > 0) return 'one'
  return to < 0 ? 'other' : 'tie'
}
