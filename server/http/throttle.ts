const MINUTE_MS = 60_000
const MAX_KEYS = 10_000

/** Answers whether a key has not come up for a minute, in this process: for what a flood must not multiply. */
export function oncePerMinute(): (key: string) => boolean {
  const last = new Map<string, number>()
  return (key) => {
    const now = performance.now()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return false
    if (last.size >= MAX_KEYS) last.clear()
    last.set(key, now)
    return true
  }
}
