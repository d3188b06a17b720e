/** Returns the day (yyyy-mm-dd) and the time (HH:mm) of an instant in a time zone. */
export function inZone(instant: string, timeZone: string): { day: string; clock: string } {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  }).format(new Date(instant))
  return { day: parts.slice(0, 10), clock: parts.slice(11, 16) }
}

/** Returns the instant of a day and time in a time zone. */
export function storeInstantOf(day: string, clock: string, timeZone: string): string {
  const asUtc = Date.parse(`${day}T${clock}:00Z`)
  const offsetAt = (ms: number) => {
    const { day: d, clock: c } = inZone(new Date(ms).toISOString(), timeZone)
    return Date.parse(`${d}T${c}:00Z`) - Math.floor(ms / 60_000) * 60_000
  }
  // A second look: the offset may differ between the guess and the instant.
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess)).toISOString()
}
