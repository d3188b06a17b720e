const DAY_MS = 24 * 60 * 60 * 1000

/** Whole days until a time, at least 0. */
export const daysUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / DAY_MS))

/** Whole days since a time. */
export const daysSince = (at: string): number => Math.floor((Date.now() - Date.parse(at)) / DAY_MS)
