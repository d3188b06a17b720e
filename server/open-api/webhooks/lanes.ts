/** Requests to one receiver at a time. */
const AT_ONCE = 8

/**
 * Does work for each item, several at a time. Items that share a key follow each other in their order, and what follows a failed one is left out.
 * Returns the result of each: undefined if it, or the work, was left out.
 */
export async function inLanes<T, R extends { done: boolean }>(
  items: readonly T[],
  keysOf: (item: T) => readonly number[],
  work: (item: T) => Promise<R | undefined>,
): Promise<(R | undefined)[]> {
  const ends = new Map<number, Promise<R | undefined | 'free'>>()
  let free = AT_ONCE
  const waiting: (() => void)[] = []
  const take = async () => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free--
  }
  const give = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  const results = items.map((item) => {
    const keys = keysOf(item)
    const before = keys.map((key) => ends.get(key) ?? 'free')
    const result = (async () => {
      const former = await Promise.all(before)
      if (former.some((one) => one !== 'free' && !one?.done)) return undefined
      await take()
      try {
        return await work(item)
      } finally {
        give()
      }
    })()
    for (const key of keys) ends.set(key, result)
    return result
  })
  return Promise.all(results)
}
