import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { purchasesOf } from '../fields/amount-field.ts'
import { isLive } from '../fields/live.ts'
import { clockOf } from '../rules/days.ts'
import { hasLine } from './reachable.ts'
import { purchaseRows } from './spend.ts'

/** Members that are all looked at, each by index. Of more, every n-th is. */
const ALL = 50_000
const SAMPLED = 20_000

interface Figures {
  exact: boolean
  line: number | null
  spent: number | null
}

/** Returns how many live members can be written to on LINE, and their spend of twelve months. `many`: members that are sampled. */
export async function segmentFiguresOf(
  db: Db,
  storeId: number,
  { id, target_count }: { id: number; target_count: number },
  many = ALL,
): Promise<Figures> {
  const line = await hasLine(db, storeId)
  const purchases = await purchasesOf(db, storeId)
  const exact = target_count <= many
  if (!line && !purchases) return { exact: true, line: null, spent: null }
  const nth = exact ? 1 : Math.max(2, Math.floor(target_count / SAMPLED))
  const context = { storeId, ...clockOf(new Date(databaseNow()), await timeZoneOf(db, storeId)) }
  const friend = line
    ? sql`exists (select from channel_friend f where f.store_id = ${storeId} and f.profile_id = member.id
        and f.channel_type in ('lineOA', 'lineModule') and f.status = 'friend' offset 0)`
    : sql`false`
  const spent = purchases
    ? sql`(select sum(v.amount) from ${purchaseRows(context, purchases)} and a.profile_id = member.id)`
    : sql`0`
  // OFFSET keeps PostgreSQL from joining whole tables to the members.
  const { rows } = await sql<{ people: number; line: number; spent: number }>`
    with member as materialized (
      select profile_id as id from profile_label
      where store_id = ${storeId} and label_id = ${id} and source <> 'manual_remove' and profile_id % ${nth}::int = 0)
    select count(*) as people, count(*) filter (where ${friend}) as line, coalesce(sum(${spent}), 0)::double precision as spent
    from member cross join lateral (select from profile p where p.store_id = ${storeId} and p.id = member.id
      and ${isLive('p')} offset 0) live`.execute(db)
  const found = rows[0]!
  const each = exact || found.people === 0 ? 1 : target_count / found.people
  return {
    exact,
    line: line ? Math.round(found.line * each) : null,
    spent: purchases ? found.spent * each : null,
  }
}
