import type { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import type { Got } from '../data/api.ts'

type Hours = Got<typeof connectorItems.hours>['data']

export interface HourPoint {
  time: string
  taken: number
  failed: number
}

const HOUR_MS = 60 * 60 * 1000
const HOURS = 7 * 24

/** One point per hour of the 7 days before `now`, hours without requests included. */
export function pointsOf(hours: Hours, now: number): HourPoint[] {
  const known = new Map(hours.map((one) => [Date.parse(one.hour), one]))
  const end = Math.floor(now / HOUR_MS)
  return Array.from({ length: HOURS }, (_, index) => {
    const time = (end - HOURS + 1 + index) * HOUR_MS
    const { items = 0, failed = 0 } = known.get(time) ?? {}
    return { time: new Date(time).toISOString(), taken: items - failed, failed }
  })
}
