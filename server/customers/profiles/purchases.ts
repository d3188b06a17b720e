import { type RawBuilder, sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { amountOf, type Purchases, purchasesOf } from '../fields/amount-field.ts'
import { addMonths, type Clock, clockOf } from '../rules/days.ts'

/** Months of spend that are summed, as on the dashboard. */
const MONTHS = 12

/** The instant from which spend counts: the beginning of a day of the store's calendar. */
export const spendFrom = ({ today, timeZone }: Pick<Clock, 'today' | 'timeZone'>) =>
  dayBegins(addMonths(today, -MONTHS), timeZone)

/** SQL of what was bought until now: `from` has purchases `a` with their amount `v.amount`, the others are aggregates of them. */
interface PurchaseFigures {
  from: RawBuilder<unknown>
  bought_at: RawBuilder<unknown>
  spent: RawBuilder<unknown>
}

/** Returns undefined if the store has no amounts. */
export async function purchaseFigures(db: Db, storeId: number): Promise<PurchaseFigures | undefined> {
  const purchases = await purchasesOf(db, storeId)
  if (!purchases) return undefined
  return figuresOf(storeId, purchases, clockOf(new Date(databaseNow()), await timeZoneOf(db, storeId)))
}

function figuresOf(storeId: number, purchases: Purchases, clock: Clock): PurchaseFigures {
  const from = spendFrom(clock)
  return {
    from: sql`activity a cross join lateral (select ${amountOf(purchases)} as amount) v
      where a.store_id = ${storeId} and a.type_id = any(${purchases.types}::int[])
        and a.activity_at <= ${clock.now.toISOString()}::timestamptz and v.amount is not null`,
    bought_at: sql`max(a.activity_at)`,
    spent: sql`case when count(*) > 0 then coalesce(sum(v.amount) filter (where a.activity_at >= ${from}::timestamptz), 0) end`,
  }
}

interface Bought {
  profile_id: number
  bought_at: string
  spent: number
}

/** Returns last purchase and spend of twelve months of the buyers among these profiles; null if the store has no amounts. */
export async function purchasesBy(db: Db, storeId: number, ids: readonly number[]): Promise<Bought[] | null> {
  const figures = await purchaseFigures(db, storeId)
  if (!figures) return null
  const { from, bought_at, spent } = figures
  const { rows } = await sql<Bought>`
    select a.profile_id, ${bought_at} as bought_at, (${spent})::double precision as spent
    from ${from} and a.profile_id = any(${ids}::bigint[]) group by a.profile_id order by a.profile_id`.execute(db)
  return rows
}
