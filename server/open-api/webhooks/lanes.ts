/** Requests to one receiver at a time: at first, and at most. */
const AT_FIRST = 8
const AT_MOST = 64
/** Successes for each further request at a time: a receiver that was away is not flooded. */
const SUCCESSES = 4

export type Lanes = ReturnType<typeof openLanes>

/**
 * Returns a function that does work for each item, several at a time: more after each success. Items that share a key follow each other in their
 * order, and an item behind a failed one is left out. Its result is one per item: undefined if the item was left out.
 */
export function openLanes() {
  let room = AT_FIRST
  let working = 0
  const waiting: (() => void)[] = []
  const take = async () => {
    if (working >= room) await new Promise<void>((resolve) => waiting.push(resolve))
    else working++
  }
  const give = () => {
    working--
    while (working < room) {
      const next = waiting.shift()
      if (!next) return
      working++
      next()
    }
  }
  return async <T, R extends { done: boolean }>(
    items: readonly T[],
    keysOf: (item: T) => readonly number[],
    work: (item: T) => Promise<R | undefined>,
  ): Promise<(R | undefined)[]> => {
    const ends = new Map<number, Promise<R | undefined>>()
    const results = items.map((item) => {
      const keys = keysOf(item)
      const before = keys.flatMap((key) => ends.get(key) ?? [])
      const result = (async () => {
        for (const former of before) if (!(await former)?.done) return undefined
        await take()
        try {
          const done = await work(item)
          if (done?.done) room = Math.min(AT_MOST, room + 1 / SUCCESSES)
          return done
        } finally {
          give()
        }
      })()
      for (const key of keys) ends.set(key, result)
      return result
    })
    return Promise.all(results)
  }
}
