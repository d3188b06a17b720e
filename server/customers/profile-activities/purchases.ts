import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import type { Db } from '../../platform/core/db.ts'
import { amountOf, purchasesOf } from '../fields/amount-field.ts'
import { addMonths, type Clock, clockOf } from '../rules/days.ts'

/** Months of spend that are summed, as on the dashboard. */
const MONTHS = 12

/** The instant from which spend counts: the beginning of a day of the store's calendar. */
export const spendFrom = ({ today, timeZone }: Pick<Clock, 'today' | 'timeZone'>) =>
  dayBegins(addMonths(today, -MONTHS), timeZone)

interface Bought {
  profile_id: number
  bought_at: string
  spent: number
}

/** Returns last purchase and spend of twelve months of the buyers among these profiles; null if the store has no amounts. */
export async function purchasesBy(db: Db, storeId: number, ids: readonly number[]): Promise<Bought[] | null> {
  const purchases = await purchasesOf(db, storeId)
  if (!purchases) return null
  const now = new Date()
  const from = spendFrom(clockOf(now, await timeZoneOf(db, storeId)))
  const { rows } = await sql<Bought>`
    select a.profile_id, max(a.activity_at) as bought_at,
      coalesce(sum(v.amount) filter (where a.activity_at >= ${from}::timestamptz), 0)::double precision as spent
    from activity a cross join lateral (select ${amountOf(purchases)} as amount) v
    where a.store_id = ${storeId} and a.profile_id = any(${ids}::bigint[]) and a.type_id = any(${purchases.types}::int[])
      and a.activity_at <= ${now.toISOString()}::timestamptz and v.amount is not null
    group by a.profile_id order by a.profile_id`.execute(db)
  return rows
}
