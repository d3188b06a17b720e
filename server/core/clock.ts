/** Milliseconds until the work of a killed process is taken over; quality asks for 15 s. */
export const LEASE_MS = 12_000
/** Three extensions may fail before a lease expires. */
export const EXTEND_MS = 3000

/** Leases of scheduled work: of several processes, one holds each. */
export interface Leases {
  /** Takes or extends leases for LEASE_MS, and returns the names that this process holds. */
  hold(names: readonly string[]): Promise<ReadonlySet<string>>
  /** Frees all leases of this process. */
  giveBack(): Promise<void>
}

/** Work that is done by the clock. A feature declares its own, and main.ts starts all of them. */
export interface TimedWork {
  /** Name in the log when it fails, and of its lease: permanent, and different from all others. */
  name: string
  /** Milliseconds between two beginnings. What still works then is not begun a second time. */
  everyMs: number
  /** The hour of this machine's clock in which alone it is done, null for never; at any hour when left out. */
  hour?: number | null
  /** True for work that each process does for itself. Any other is done by the one process that holds its lease. */
  everyProcess?: boolean
  /** The signal fires when the process stops, which waits for the work to end, and when the lease is lost. */
  work(signal: AbortSignal): Promise<unknown>
}

/** True in the hour of scheduled work. */
export const isHour = ({ hour }: Pick<TimedWork, 'hour'>, now: Date): boolean =>
  hour === undefined || (hour !== null && now.getHours() === hour)

interface UnderWay {
  losing: AbortController
  done: Promise<void>
}

/**
 * Does each work at once, for a shop may start its machine every morning and never leave it on for an hour, and then as often as it
 * says. One that fails is reported and done again at its next time. With leases, work begins when this process gets its lease.
 * Returns a function that stops all of it, and waits for what is at work.
 */
export function startClock(
  works: readonly TimedWork[],
  onError: (error: unknown, name: string) => void,
  leases?: Leases,
): () => Promise<void> {
  const stopping = new AbortController()
  const underWay = new Map<TimedWork, UnderWay>()
  /** When the leases of this process expire, by its own clock. */
  const heldUntil = new Map<TimedWork, number>()
  const leased = leases ? works.filter(({ everyProcess }) => !everyProcess) : []

  const mayWork = (timed: TimedWork) =>
    !leased.includes(timed) || (heldUntil.get(timed) ?? Number.NEGATIVE_INFINITY) > performance.now()

  async function once({ name, work }: TimedWork, signal: AbortSignal): Promise<void> {
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) onError(error, name)
    }
  }

  function look(timed: TimedWork): void {
    if (stopping.signal.aborted || underWay.has(timed) || !isHour(timed, new Date()) || !mayWork(timed)) return
    const losing = new AbortController()
    const signal = AbortSignal.any([stopping.signal, losing.signal])
    const done = once(timed, signal).finally(() => underWay.delete(timed))
    underWay.set(timed, { losing, done })
  }

  async function extend(from: Leases): Promise<void> {
    // Before the database counts, so that this process is never the later one to notice the end.
    const asked = performance.now()
    try {
      const held = await from.hold(leased.map(({ name }) => name))
      for (const timed of leased) {
        const had = mayWork(timed)
        if (!held.has(timed.name)) heldUntil.delete(timed)
        else {
          heldUntil.set(timed, asked + LEASE_MS)
          if (!had) look(timed)
        }
      }
    } catch (error) {
      if (!stopping.signal.aborted) onError(error, 'leases')
    }
    for (const [timed, { losing }] of underWay) if (!mayWork(timed)) losing.abort()
  }

  async function keepExtending(from: Leases): Promise<void> {
    while (!stopping.signal.aborted) {
      await extend(from)
      await pause(EXTEND_MS, stopping.signal)
    }
  }

  const extending = leases && leased.length > 0 ? keepExtending(leases) : undefined
  const timers = works.map((timed) => {
    look(timed)
    return setInterval(look, timed.everyMs, timed).unref()
  })
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all([...underWay.values()].map(({ done }) => done))
    await extending
    if (extending) await leases!.giveBack()
  }
}

/** Ends early when the signal fires. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms).unref()
    signal.addEventListener('abort', end)
  })
