import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { dayAt } from '../../formats/values/time-zones.ts'
import type { RunRow } from '../data-sources/runs.ts'
import type { ReadRow } from './decided-rows.ts'
import type { LinePlan } from './order-rows.ts'

interface Stored {
  key: string
  profile_id: number
  /** When other runs say that it was; null if this run alone brought it. */
  at: string | null
}

/** Returns the rows with the holders of their orders. A line of another day than the stored order waits. */
export async function withHolders(
  db: Db,
  storeId: number,
  run: RunRow,
  plan: LinePlan,
  rows: readonly ReadRow[],
): Promise<readonly ReadRow[]> {
  const { source, survey, timeZone } = plan.activity.lines
  const keys = new Set(rows.flatMap((row) => ('values' in row ? (row.order?.key ?? []) : [])))
  if (keys.size === 0) return rows
  const { rows: found } = await sql<Stored>`
    select k.key, a.profile_id, (select min(l.at) from purchase_line l
        where l.store_id = ${storeId} and l.activity_id = a.id and l.run_id <> ${run.id} and not l.refund and not l.total) as at
    from unnest(${[...keys]}::text[]) k (key)
    cross join lateral (select id, profile_id, type_id from activity
      where store_id = ${storeId} and source = ${source} and reference = k.key offset 0) a
    where a.type_id = ${plan.activity.typeId}`.execute(db)
  const stored = new Map(found.map((order) => [order.key, order]))
  const dateColumn = plan.activity.fields[0]!.column + 1
  return rows.map((row): ReadRow => {
    if (!('values' in row) || !row.order) return row
    const { key, refund, number } = row.order
    const known = stored.get(key)
    const order = survey ? survey.index.find(key) : -1
    if (known?.at && row.activity) {
      const day = dayAt(known.at, timeZone)
      const isOther = order < 0 ? !refund && dayAt(row.activity.at, timeZone) !== day : survey!.isOfOtherDay(order, day)
      if (isOther) return { no: row.no, error: { failure: 'order_two_days', column: dateColumn, value: number } }
    }
    const holder = known?.profile_id ?? (order < 0 ? 0 : survey!.holders[order]!)
    if (holder !== 0) row.order.holder = holder
    return row
  })
}

/** Remembers who has the orders of a decided batch, for lines in later batches. */
export function noteHolders(
  { activity: { lines } }: LinePlan,
  orders: Iterable<readonly [key: string, holder: { id: number | null }]>,
): void {
  for (const [key, { id }] of orders) {
    const order = lines.survey?.index.find(key) ?? -1
    if (order >= 0) lines.survey!.holders[order] = id!
  }
}
