import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { amountOf, type Purchases } from '../fields/amount-field.ts'

/** Purchases that a reason names. */
const SHOWN = 3

interface Purchase {
  at: string
  /** First text of the activity, which usually names the goods. */
  text: string | null
  amount: number
}

/** Sums the activities `a` of a condition that have an amount, and returns the last three of them. */
export async function boughtOf(
  db: Db,
  storeId: number,
  purchases: Purchases,
  counted: RawBuilder<unknown>,
): Promise<{ total: number; purchases: Purchase[] }> {
  const bought = sql`activity a cross join lateral (select ${amountOf(purchases)} as amount) v
    where ${counted} and v.amount is not null`
  const sum = await sql<{ total: number }>`
    select coalesce(sum(v.amount), 0)::double precision as total from ${bought}`.execute(db)
  const { rows } = await sql<Purchase>`
    select a.activity_at as at, v.amount::double precision as amount, (
      select a.fields ->> f.id::text from activity_type t
        cross join lateral unnest(t.field_ids) with ordinality u (id, place)
        join activity_field f on f.store_id = t.store_id and f.id = u.id
      where t.store_id = ${storeId} and t.id = a.type_id and f.data_type = 'String' and f.field_type = 'custom_activity'
        and coalesce(a.fields ->> f.id::text, '') <> ''
      order by u.place limit 1) as text
    from ${bought} order by a.activity_at desc, a.id desc limit ${SHOWN}`.execute(db)
  return { total: sum.rows[0]!.total, purchases: rows }
}
