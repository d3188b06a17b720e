import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { type Purchases, purchasesOf } from '../../customers/fields/amount-field.ts'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import { countShop, type Quiet, type ShopFigures } from './count-shop.ts'
import { type ShopDays, shopDays } from './shop-days.ts'

/** Cache lifetime per millisecond of counting, with its bounds. */
const STAYS_MS_PER_MS = 1000
const STAYS_AT_LEAST_MS = 60_000
const STAYS_AT_MOST_MS = 3_600_000
/** Cache lifetime per millisecond of counting once an import has ended since. */
const STAYS_AFTER_IMPORT_MS_PER_MS = 100
/** Figures are stale when the number of customers changes by a tenth, as after an import. */
const OTHERS = 0.1
/** Days whose figures are kept to compare with. */
const KEPT_DAYS = 62
/** First key of the advisory locks that serialize counts of a store. */
const LOCK = storeLocks.shopCount

export interface ShopCount {
  days: ShopDays
  purchases: Purchases | undefined
  counted_at: string
  figures: ShopFigures
  quiet: Quiet[]
}

/** Counts the shop, or returns the last count while it is young. Concurrent callers wait for one count. */
export async function shopCount(db: Db, storeId: number, now: Date): Promise<ShopCount> {
  const days = shopDays(now, await timeZoneOf(db, storeId))
  const purchases = await purchasesOf(db, storeId)
  const found = await keptCount(db, storeId, purchases, days)
  if (found) return { days, purchases, ...found }
  await sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)
  const count = (await keptCount(db, storeId, purchases, days)) ?? (await countNow(db, storeId, purchases, days))
  return { days, purchases, ...count }
}

type Kept = Pick<ShopCount, 'counted_at' | 'figures' | 'quiet'>

async function keptCount(
  db: Db,
  storeId: number,
  purchases: Purchases | undefined,
  { today, timeZone, now }: ShopDays,
): Promise<Kept | undefined> {
  const found = await db
    .selectFrom('shop_count')
    .select(['counted_at', 'milliseconds', 'figures', 'quiet'])
    .select([
      sql<number>`coalesce((select live from profile_total t where t.store_id = shop_count.store_id), 0)`.as('live'),
      sql<boolean>`exists (select from run r where r.store_id = shop_count.store_id and r.kind = 'real'
        and r.finished_at > shop_count.counted_at)`.as('imported'),
    ])
    .where('store_id', '=', storeId)
    .where('day', '=', today)
    .where('time_zone', '=', timeZone)
    .where('field_id', 'is not distinct from', purchases?.field ?? null)
    .executeTakeFirst()
  if (!found) return undefined
  const { milliseconds, live, imported, ...count } = found
  const { total, birthday_list } = count.figures
  // A former version counted without the list.
  if (!birthday_list) return undefined
  if (Math.abs(live - total) > total * OTHERS) return undefined
  const perMs = imported ? STAYS_AFTER_IMPORT_MS_PER_MS : STAYS_MS_PER_MS
  const stays = Math.min(Math.max(milliseconds * perMs, STAYS_AT_LEAST_MS), STAYS_AT_MOST_MS)
  return now.getTime() - Date.parse(count.counted_at) < stays ? count : undefined
}

async function countNow(db: Db, storeId: number, purchases: Purchases | undefined, days: ShopDays): Promise<Kept> {
  const begun = performance.now()
  const { figures, quiet } = await countShop(db, storeId, purchases, days)
  const row = {
    time_zone: days.timeZone,
    counted_at: days.now.toISOString(),
    milliseconds: Math.round(performance.now() - begun),
    field_id: purchases?.field ?? null,
    figures: JSON.stringify(figures),
    quiet: JSON.stringify(quiet),
  }
  await sql`delete from shop_count where store_id = ${storeId} and day < ${days.today}::date - ${KEPT_DAYS}::int`.execute(
    db,
  )
  // Profiles named on an earlier day are obsolete.
  await sql`update shop_count set quiet = '[]' where store_id = ${storeId} and day <> ${days.today}::date and quiet <> '[]'`.execute(
    db,
  )
  return await db
    .insertInto('shop_count')
    .values({ store_id: storeId, day: days.today, ...row })
    .onConflict((on) => on.columns(['store_id', 'day']).doUpdateSet(row))
    // The instant as it is read later: PostgreSQL writes no zeros at its end.
    .returning(['counted_at', 'figures', 'quiet'])
    .executeTakeFirstOrThrow()
}

/** Days that a count may lie before the day it stands for. */
const NEAR_DAYS = 3

/** Share of customers reached on LINE on a day, or shortly before it; null without a count. */
export async function lineShareOn(db: Db, storeId: number, day: string): Promise<number | null> {
  const { rows } = await sql<{ share: number | null }>`
    select ((figures ->> 'line')::numeric / nullif((figures ->> 'total')::numeric, 0))::double precision as share
    from shop_count where store_id = ${storeId} and day <= ${day}::date and day > ${day}::date - ${NEAR_DAYS}::int
    order by day desc limit 1`.execute(db)
  return rows[0]?.share ?? null
}
