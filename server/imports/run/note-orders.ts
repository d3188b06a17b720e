import type { OrderCounts } from '@ruam/contract/imports/order-lines.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { storeOrders } from '../data-sources/run-states.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { decimalOf, sameSatang } from '../orders/money.ts'
import type { RunOrders } from './order-rows.ts'

/** Stores what a run found of orders, once all of its rows are done. */
export async function noteOrders(db: Db, storeId: number, run: RunRow, orders: RunOrders): Promise<void> {
  const counts: OrderCounts = { ...countsOf(orders), elsewhere: await elsewhereOf(db, storeId, run.id) }
  await storeOrders(db, storeId, run, counts)
}

function countsOf({ survey, hasTotals, totals }: RunOrders): Omit<OrderCounts, 'elsewhere'> {
  const waiting = { order_two_buyers: 0, order_two_days: 0, order_two_totals: 0 }
  let lines = 0
  let all = 0n
  let sum = 0n
  for (let order = 0; order < survey.orders; order++) {
    const own = hasTotals ? survey.total(0, order) : survey.lineSum(0, order)
    const problem = survey.problemOf(order, hasTotals ? 0 : null)
    lines += survey.lines[order]!
    all += own
    if (problem) waiting[problem]++
    else sum += own
  }
  const { rows, amount } = totals
  return {
    orders: survey.orders,
    lines,
    sum: decimalOf(sum),
    two_buyers: waiting.order_two_buyers,
    two_days: waiting.order_two_days,
    two_totals: waiting.order_two_totals,
    totals: {
      rows: rows.size,
      amount: amount === null ? null : decimalOf(amount),
      agrees: amount === null ? null : sameSatang(amount, all),
    },
  }
}

/** Counts the orders that other sources have, by the data source or series that brought them. */
async function elsewhereOf(db: Db, storeId: number, run: number): Promise<OrderCounts['elsewhere']> {
  const { rows } = await sql<{ name: string | null; orders: number }>`
    select coalesce(s.name, d.name) as name, count(distinct a.id)::int as orders
    from run_record r
    join activity a on a.store_id = r.store_id and a.id = r.met_activity
    left join order_series s on s.store_id = a.store_id and a.source = 'series:' || s.id
    left join run o on o.store_id = a.store_id and o.id = a.run_id
    left join data_source d on d.store_id = a.store_id and d.id = coalesce(a.data_source_id, o.data_source_id)
    where r.store_id = ${storeId} and r.run = ${run} and r.error ->> 'failure' = 'order_elsewhere'
    group by 1 order by orders desc, name`.execute(db)
  return rows
}
