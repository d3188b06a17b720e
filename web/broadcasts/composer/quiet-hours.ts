import { inZone } from '../store-time.ts'

/** Local times of the store between which nothing is sent; null: it sends always. */
export type QuietHours = { from: string; to: string } | null

/** Returns whether an instant lies in the quiet hours, which may span midnight. */
export function isQuietAt(quiet: QuietHours, instant: string, timeZone: string): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  const { clock } = inZone(instant, timeZone)
  const { from, to } = quiet
  return from < to ? clock >= from && clock < to : clock >= from || clock < to
}
