/** LINE's days and months are those of Japan. */
const JAPAN_MS = 9 * 3_600_000

/** Returns the first day of LINE's month at an instant, as `yyyy-mm-01`. */
export const lineMonth = (at: Date): string => `${new Date(at.getTime() + JAPAN_MS).toISOString().slice(0, 7)}-01`

/** Returns LINE's day at an instant, as `yyyy-mm-dd`. */
export const lineDate = (at: Date): string => new Date(at.getTime() + JAPAN_MS).toISOString().slice(0, 10)

/** Returns LINE's day at an instant as its calls take it, `yyyymmdd`. */
export const lineDay = (at: Date): string => lineDate(at).replaceAll('-', '')

/** Returns when the LINE month after an instant begins. */
export function nextLineMonth(at: Date): Date {
  const inJapan = new Date(at.getTime() + JAPAN_MS)
  return new Date(Date.UTC(inJapan.getUTCFullYear(), inJapan.getUTCMonth() + 1, 1) - JAPAN_MS)
}
