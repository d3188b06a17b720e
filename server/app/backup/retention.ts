/** Days of which the newest backup is kept, and weeks before them. */
const DAYS = 7
const WEEKS = 3
/** An erased person is in no backup older than this. */
const MAX_AGE_DAYS = 30

const DAY_MS = 86_400_000

/** The number of a day by this machine's clock. */
const dayOf = (at: Date) => Math.floor((at.getTime() - at.getTimezoneOffset() * 60_000) / DAY_MS)
/** The number of a week that begins on Monday: by weeks of the calendar, so that a weekly backup stays one as it ages. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)

/** Returns the backups to delete: all but the newest of each of seven days and of each of three weeks before. */
export function expired(backups: readonly Date[], now: Date): Date[] {
  const newestFirst = backups.toSorted((a, b) => b.getTime() - a.getTime())
  const today = dayOf(now)
  const days = new Set<number>()
  const weeks = new Set<number>()
  return newestFirst.filter((at, place) => {
    // Whatever its age, the last one is never deleted.
    if (place === 0) {
      days.add(dayOf(at))
      weeks.add(weekOf(dayOf(at)))
      return false
    }
    const day = dayOf(at)
    if (today - day < DAYS) {
      const more = days.has(day)
      days.add(day)
      weeks.add(weekOf(day))
      return more
    }
    const older = [...weeks].filter((week) => week < weekOf(today - DAYS + 1)).length
    if (today - day > MAX_AGE_DAYS || weeks.has(weekOf(day)) || older >= WEEKS) return true
    weeks.add(weekOf(day))
    return false
  })
}
