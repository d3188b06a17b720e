import { PlaceError } from './place.ts'

/** Limits of one act at a place. Tests shorten them. */
interface Limits {
  /** Milliseconds without an answer after which a server counts as hanging. */
  silenceMs: number
  /** Milliseconds for all names of a place, however steadily they come. */
  lookMs: number
  /** Milliseconds for the content of a file. */
  copyMs: number
}
export const usualLimits: Limits = { silenceMs: 30_000, lookMs: 120_000, copyMs: 3_600_000 }

/** The signal of one act, and a wait that ends it with `timeout` when the server is silent. */
export interface Patience {
  signal: AbortSignal
  /** Waits for an answer. The time in which a slow reader takes nothing does not count. */
  wait<T>(answer: Promise<T>): Promise<T>
}

/** Follows the caller's signal, for `actMs` at most. */
export function patienceOf(caller: AbortSignal, silenceMs: number, actMs: number): Patience {
  const silent = new AbortController()
  const signal = AbortSignal.any([caller, silent.signal, AbortSignal.timeout(actMs)])
  return {
    signal,
    async wait(answer) {
      const silence = setTimeout(() => silent.abort(new PlaceError('timeout')), silenceMs)
      const aborted = Promise.withResolvers<never>()
      const onAbort = () => aborted.reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      try {
        return await Promise.race([answer, aborted.promise])
      } finally {
        clearTimeout(silence)
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
