import { ApiError } from '../../platform/core/api-error.ts'

/** Seconds after which somebody who found no place may try again: the whole queue has gone by then. */
const TRY_AGAIN_SECONDS = 5

type ConcurrencyLimiter = <T>(known: boolean, work: () => Promise<T>) => Promise<T>

/**
 * Work that takes a whole core is done so many at a time. Of those who wait, people and devices that are known go first, so that a
 * crowd of strangers delays nobody else; as many of each kind wait as given, and who finds no place throws sign_in_busy.
 */
export function concurrencyLimiter(lanes: number, places: number): ConcurrencyLimiter {
  const waiting = { known: [] as (() => void)[], unknown: [] as (() => void)[] }
  let running = 0
  return async (known, work) => {
    if (running < lanes) running++
    else {
      const queue = known ? waiting.known : waiting.unknown
      if (queue.length >= places) throw new ApiError('sign_in_busy', { seconds: TRY_AGAIN_SECONDS })
      await new Promise<void>((begin) => queue.push(begin))
    }
    try {
      return await work()
    } finally {
      const next = waiting.known.shift() ?? waiting.unknown.shift()
      if (next) next()
      else running--
    }
  }
}
