/** The days a date filter can ask for by a name. */
export const presets = ['today', '7d', '30d', 'month'] as const
export type Preset = (typeof presets)[number]

/** Days of the store's calendar, both counted in; `2026-11-20`, or empty where that side is open. */
export interface Days {
  from: string
  to: string
}

/** A date filter as it stands in the address: a preset's name, or `{from}..{to}`. */
export function readDays(text: string | undefined): Preset | Days | undefined {
  if (!text) return undefined
  const preset = presets.find((one) => one === text)
  if (preset) return preset
  const days = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(text)
  if (!days) return undefined
  const [from = '', to = ''] = days.slice(1)
  return (from || to) && isDay(from) && isDay(to) ? { from, to } : undefined
}

export const writeDays = ({ from, to }: Days): string => (from || to ? `${from}..${to}` : '')

const isDay = (day: string) => day === '' || dayAfter(day, 0) === day

function dayAfter(day: string, days: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  const moment = new Date(Date.UTC(year!, month! - 1, date! + days))
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().slice(0, 10)
}

/** The day of the calendar that an instant is in. */
export function rangeDayOf(timeZone: string, instant: Date): string {
  const part = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return part.format(instant)
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC at an instant. */
function aheadOf(timeZone: string, instant: number): number {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

/** The instant at which the clocks of a time zone show a day and a time, `14:32`, in milliseconds. */
export function instantAt(day: string, time: string, timeZone: string): number {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const guess = wall - aheadOf(timeZone, wall)
  // Around a change of the clocks the first guess is off by the change.
  return wall - aheadOf(timeZone, guess)
}

/** When a day begins in a time zone. */
const startOf = (day: string, timeZone: string) => instantAt(day, '00:00', timeZone)

/** The days a filter means today, in the store's calendar. */
export function daysOf(asked: Preset | Days, timeZone: string, now = new Date()): Days {
  if (typeof asked !== 'string') return asked
  const today = rangeDayOf(timeZone, now)
  if (asked === 'today') return { from: today, to: today }
  if (asked === 'month') return { from: `${today.slice(0, 8)}01`, to: today }
  return { from: dayAfter(today, asked === '7d' ? -6 : -29)!, to: today }
}

/** The instants of a filter, as calls take them: both are counted in, the last to the millisecond before the next day. */
export function instantsOf(asked: Preset | Days | undefined, timeZone: string, now = new Date()) {
  if (!asked) return {}
  const { from, to } = daysOf(asked, timeZone, now)
  return {
    ...(from && { from: new Date(startOf(from, timeZone)).toISOString() }),
    ...(to && { to: new Date(startOf(dayAfter(to, 1)!, timeZone) - 1).toISOString() }),
  }
}
