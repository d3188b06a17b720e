/** Work that is done by the clock. A feature declares its own, and main.ts starts all of them. */
export interface TimedWork {
  /** In the log, when it fails. */
  name: string
  /** Milliseconds between two beginnings. What still works then is not begun a second time. */
  everyMs: number
  /** The hour of this machine's clock in which alone it is done, null for never; at any hour when left out. */
  hour?: number | null
  /** The signal fires when the process stops: it waits for the work to end. */
  work(signal: AbortSignal): Promise<unknown>
}

/** True in the hour of scheduled work. */
export const isHour = ({ hour }: Pick<TimedWork, 'hour'>, now: Date): boolean =>
  hour === undefined || (hour !== null && now.getHours() === hour)

/**
 * Does each work at once, for a shop may start its machine every morning and never leave it on for an hour, and then as often as it
 * says. One that fails is reported and done again at its next time. Answers how to stop, which waits for what is at work.
 */
export function startClock(
  works: readonly TimedWork[],
  onError: (error: unknown, name: string) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const underWay = new Map<TimedWork, Promise<void>>()

  async function once({ name, work }: TimedWork): Promise<void> {
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) onError(error, name)
    }
  }

  function look(timed: TimedWork): void {
    if (underWay.has(timed) || !isHour(timed, new Date())) return
    underWay.set(
      timed,
      once(timed).finally(() => underWay.delete(timed)),
    )
  }

  const timers = works.map((timed) => {
    look(timed)
    return setInterval(look, timed.everyMs, timed).unref()
  })
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay.values())
  }
}
