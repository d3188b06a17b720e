import { ApiError } from '../../core/api-error.ts'

/** Seconds until a rejected caller may retry: the whole queue is done by then. */
const TRY_AGAIN_SECONDS = 5

type ConcurrencyLimiter = <T>(known: boolean, work: () => Promise<T>) => Promise<T>

/**
 * Limits how many CPU-bound tasks run at a time. Known users and devices go first, so that a flood of unknown ones does not delay them.
 * Each kind has a queue of `places`; throws sign_in_busy if it is full.
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
