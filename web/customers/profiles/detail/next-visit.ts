/** Visits from which the next one is guessed. */
const MIN_VISITS = 4

const DAY_MS = 86_400_000
const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Returns when a customer likely comes again, from days of visits as YYYY-MM-DD; undefined if that day has passed, or of few visits. */
export function nextVisit(visits: readonly string[], today: string) {
  const days = [...new Set(visits)].map(dayOf).sort((a, b) => a - b)
  if (days.length < MIN_VISITS) return undefined
  const last = days.at(-1)!
  const every = Math.round((last - days[0]!) / (days.length - 1))
  const inDays = last + every - dayOf(today)
  if (inDays < 1) return undefined
  const day = new Date((last + every) * DAY_MS).toISOString().slice(0, 10)
  return { day, inDays, every, ago: dayOf(today) - last }
}
