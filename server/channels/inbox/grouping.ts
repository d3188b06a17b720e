/** Groups at work at the same time: one that waits for a lock delays no other. */
const LANES = 2

interface Waiting<T, R> {
  item: T
  resolve(result: R): void
  reject(error: unknown): void
}

/**
 * Runs calls of one kind in groups: an item starts at once while a lane is free, and items that come meanwhile share the next group. The
 * work of each item shrinks as the load grows.
 */
export class Grouping<T, R> {
  readonly #work: (items: readonly T[]) => Promise<readonly R[]>
  readonly #sizeOf: (item: T) => number
  readonly #maxSize: number
  readonly #waiting: Waiting<T, R>[] = []
  #atWork = 0

  /** `work` returns a result for each item. A group holds at most `maxSize`, and at least one item. */
  constructor(
    work: (items: readonly T[]) => Promise<readonly R[]>,
    { sizeOf = () => 1, maxSize = Number.POSITIVE_INFINITY }: { sizeOf?: (item: T) => number; maxSize?: number } = {},
  ) {
    this.#work = work
    this.#sizeOf = sizeOf
    this.#maxSize = maxSize
  }

  get isIdle(): boolean {
    return this.#atWork === 0
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#atWork < LANES) void this.#workOff()
    })
  }

  async #workOff(): Promise<void> {
    this.#atWork++
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      try {
        const results = await this.#work(group.map(({ item }) => item))
        for (const [place, { resolve }] of group.entries()) resolve(results[place]!)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#atWork--
  }

  #next(): Waiting<T, R>[] {
    let size = 0
    const end = this.#waiting.findIndex(({ item }, place) => {
      size += this.#sizeOf(item)
      return place > 0 && size > this.#maxSize
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }
}

/** Groupings by name, which are dropped when they are idle. */
export class Groupings<T, R> {
  readonly #byName = new Map<string, Grouping<T, R>>()

  /** Adds an item to the grouping of this name, which `make` makes. */
  async add(name: string, item: T, make: () => Grouping<T, R>): Promise<R> {
    const grouping = this.#byName.get(name) ?? make()
    this.#byName.set(name, grouping)
    try {
      return await grouping.add(item)
    } finally {
      if (grouping.isIdle) this.#byName.delete(name)
    }
  }
}
