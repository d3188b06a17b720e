import { preference } from './storage.ts'

/** Difference that counts: the Date header has whole seconds, and an answer takes a moment. */
const LEAST_MS = 5000

/** Milliseconds by which the server's clock is ahead of this device's. Stored, so that a page opened without a connection has it. */
const ahead = preference<number>('server-ahead')

/** Learns from the Date header of an answer how wrong the clock of this device is. */
export function learnServerTime(date: string | null): void {
  const of = date ? Date.parse(date) - Date.now() : Number.NaN
  if (Number.isNaN(of)) return
  const difference = Math.abs(of) < LEAST_MS ? 0 : of
  if (Math.abs(difference - (ahead.get() ?? 0)) >= LEAST_MS) ahead.set(difference)
}

/** Milliseconds since 1970 by the clock of the server, as far as this device knows it. */
export const serverNow = (): number => Date.now() + (ahead.get() ?? 0)
