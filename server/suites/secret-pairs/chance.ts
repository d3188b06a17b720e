/** A repeatable source of choices: both worlds of a pair get the same ones. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  int(below: number): number {
    return Math.floor(this.next() * below)
  }

  is(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(from.length)]!
  }

  some<T>(from: readonly T[], probability = 0.5): T[] {
    return from.filter(() => this.is(probability))
  }

  /** One of several, by weight. */
  weighed<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    return choices.at(-1)![1]
  }
}
