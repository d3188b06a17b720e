import { type Days, rangeDayOf } from '../../customers/profiles/day-range.ts'

const DAY_MS = 86_400_000
/** As many points as a graph shows well. */
const MOST_POINTS = 93

interface Size {
  at: string
  people: number
}

/** The days of a period that a graph shows: all, or every so many back from the last one that has begun. */
export function graphDays({ from, to }: Days, timeZone: string, now = new Date()): string[] {
  const today = rangeDayOf(timeZone, now)
  const last = to < today ? to : today
  const count = Math.round((Date.parse(last) - Date.parse(from)) / DAY_MS) + 1
  const step = Math.ceil(count / MOST_POINTS)
  const days: string[] = []
  for (let back = 0; back < count; back += step) {
    days.push(new Date(Date.parse(last) - back * DAY_MS).toISOString().slice(0, 10))
  }
  return days.reverse()
}

/** Members at the end of each day: a size holds until the next one. Null before the first. */
export function sizesByDay(sizes: readonly Size[], days: readonly string[], timeZone: string): (number | null)[] {
  const dated = sizes.map(({ at, people }) => ({ day: rangeDayOf(timeZone, new Date(at)), people }))
  let place = 0
  let people: number | null = null
  return days.map((day) => {
    for (; place < dated.length && dated[place]!.day <= day; place++) people = dated[place]!.people
    return people
  })
}
