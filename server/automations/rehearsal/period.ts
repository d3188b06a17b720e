import { sql } from 'kysely'
import { addDays, addMonths } from '../../customers/rules/days.ts'
import type { Db } from '../../database/db.ts'

/** Days of the store, both counted in. */
export interface Days {
  from: string
  to: string
}

/** Beginning and end of a rehearsal, as instants. */
export interface Period {
  storeId: number
  from: string
  to: string
}

const DAY_MS = 86_400_000

/** Returns the last full months of a store, until the day before today: months count back from today. */
export async function periodOf(db: Db, storeId: number, months: number): Promise<Days & { days: number }> {
  const { rows } = await sql<{ today: string }>`
    select local_today(time_zone)::text as today from store where store_id = ${storeId}`.execute(db)
  const { today } = rows[0]!
  const from = addMonths(today, -months)
  return { from, to: addDays(today, -1), days: Math.round((Date.parse(today) - Date.parse(from)) / DAY_MS) }
}
