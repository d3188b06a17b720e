import { sql } from 'kysely'
import { addDays } from '../../customers/rules/days.ts'
import type { Db } from '../../database/db.ts'

interface CountedDay {
  day: string
  usage: number
  sent: number
}

/** The evening of a past day. */
interface Evening {
  used: number
  /** Messages that were sent without Ruam since the day before, or since `outside_since`. */
  outside: number
  outside_since: string | null
}

/** Returns the days of a month of LINE on which messages were counted, the earliest first. */
export async function countedDays(db: Db, storeId: number, channelId: number, month: string): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select day::text, usage, sent from broadcast_quota_day
    where store_id = ${storeId} and channel_id = ${channelId} and month = ${month}::date order by day`.execute(db)
  return rows
}

/** Returns the evenings of counted days. `first`: the day on which the month begins with nothing used. */
export function eveningsOf(counted: readonly CountedDay[], first: string): ReadonlyMap<string, Evening> {
  const evenings = new Map<string, Evening>()
  let [sent, outside] = [0, 0]
  let next = first
  for (const { day, usage, sent: own } of counted) {
    sent += own
    // LINE's count may fall behind what was sent, and catches up: only a rise above the highest one is new.
    const more = Math.max(usage - sent - outside, 0)
    outside += more
    evenings.set(day, { used: usage, outside: more, outside_since: more > 0 && next < day ? next : null })
    next = addDays(day, 1)
  }
  return evenings
}
