import { sql } from 'kysely'
import { amountOf, type Purchases } from '../../customers/fields/amount-field.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import type { Group } from './estimate.ts'
import { isDrawn, type Measured, windowOf } from './groups.ts'

/** Both groups of a broadcast, as `groupsOf` counts them, without days and friends. */
interface Groups {
  treated: Group
  held_out: Group
}

type CountedGroup = Group & { broadcast_id: number; is_held_out: boolean }

/**
 * Returns both groups of several broadcasts by one statement. Each purchase is read once, however many broadcasts it counts for. A
 * broadcast without two groups is missing.
 */
export async function manyGroups(
  db: Db,
  storeId: number,
  broadcasts: readonly Measured[],
  purchases: Purchases,
): Promise<ReadonlyMap<number, Groups>> {
  if (broadcasts.length === 0) return new Map()
  const windows = broadcasts.map((one) => ({ id: one.id, starts: one.started_at!, ends: windowOf(one).until }))
  await bySets(db)
  const { rows } = await sql<CountedGroup>`
    with measured as (
      select id, starts, ends from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as w (id int, starts timestamptz, ends timestamptz)
    ),
    -- People of both groups, by a merge, belong to none.
    person as materialized (
      select r.broadcast_id, live.id, bool_or(r.held_out) as held_out
      from broadcast_recipient r
      join profile p on p.store_id = ${storeId} and p.id = r.profile_id
      join profile live on live.store_id = ${storeId} and live.id = coalesce(p.merged_into, p.id) and live.deleted_at is null
      where r.store_id = ${storeId} and r.broadcast_id = any(${windows.map(({ id }) => id)}::int[]) and ${isDrawn}
      group by r.broadcast_id, live.id having bool_or(r.held_out) = bool_and(r.held_out)
    ),
    bought as materialized (
      select a.profile_id as id, a.activity_at, v.amount
      from jsonb_to_recordset(${JSON.stringify(spansOf(windows))}::jsonb) as s (starts timestamptz, ends timestamptz)
      cross join lateral (select profile_id, activity_at, fields from activity
        where store_id = ${storeId} and type_id = any(${purchases.types}::int[]) and activity_at >= s.starts and activity_at < s.ends
        offset 0) a
      cross join lateral (select ${amountOf(purchases)} as amount) v
      where v.amount is not null
    ),
    spent as (
      select w.id as broadcast_id, p.held_out, sum(b.amount) as amount, bool_or(b.amount > 0) as bought
      from bought b join person p on p.id = b.id
      join measured w on w.id = p.broadcast_id and b.activity_at >= w.starts and b.activity_at < w.ends
      group by w.id, p.held_out, p.id
    ),
    sums as (
      select broadcast_id, held_out, count(*) filter (where bought) as buyers, sum(amount) as s1, sum(amount * amount) as s2,
        sum(amount * amount * amount) as s3
      from spent group by 1, 2
    )
    select g.broadcast_id, g.held_out as is_held_out, g.n::int as people, coalesce(s.buyers, 0)::int as buyers,
      coalesce(s1 / n, 0)::double precision as mean,
      coalesce((s2 - s1 * s1 / n) / nullif(n - 1, 0), 0)::double precision as variance,
      coalesce(s3 / n - 3 * s1 * s2 / n / n + 2 * s1 * s1 * s1 / n / n / n, 0)::double precision as third
    from (select broadcast_id, held_out, count(*)::numeric as n from person group by 1, 2) g
    left join sums s on s.broadcast_id = g.broadcast_id and s.held_out = g.held_out`.execute(db)
  const found = new Map<number, Groups>()
  for (const [id, [one, other]] of Map.groupBy(rows, ({ broadcast_id }) => broadcast_id))
    if (one && other)
      found.set(id, one.is_held_out ? { treated: other, held_out: one } : { treated: one, held_out: other })
  return found
}

interface Span {
  starts: string
  ends: string
}

/** Returns the time that windows cover together, without an overlap. */
function spansOf(windows: readonly Span[]): Span[] {
  const spans: Span[] = []
  for (const { starts, ends } of windows.toSorted((one, other) => Date.parse(one.starts) - Date.parse(other.starts))) {
    const last = spans.at(-1)
    if (!last || Date.parse(starts) > Date.parse(last.ends)) spans.push({ starts, ends })
    else if (Date.parse(ends) > Date.parse(last.ends)) last.ends = ends
  }
  return spans
}
