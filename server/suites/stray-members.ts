import { sql } from 'kysely'
import type pg from 'pg'
import { allSegments, type SegmentRow } from '../customers/membership/segments.ts'
import { normalizeRule } from '../customers/membership/stored-rule.ts'
import { compileRule } from '../customers/rules/compile.ts'
import { ruleContext } from '../customers/rules/context.ts'
import { inStore } from '../database/db.ts'

/** Live people who are in a segment and should not be, or the other way round, by a computation of its rule from nothing; pins apart. */
export async function straysOf(pool: pg.Pool, storeId: number, { id, rule }: Pick<SegmentRow, 'id' | 'rule'>) {
  return inStore(pool, storeId, async (db) => {
    const whole = normalizeRule(rule)
    const { means } = compileRule(whole, await ruleContext(db, storeId, [whole]))
    const { rows } = await sql<{ profile: number; source: string | null }>`
      select p.id as profile, x.source from profile p
      left join profile_label x on x.store_id = ${storeId} and x.label_id = ${id} and x.profile_id = p.id
      where p.store_id = ${storeId} and p.deleted_at is null and p.merged_into is null
        and coalesce(x.source, 'none') not in ('manual_add', 'manual_remove')
        and (x.source is not null) <> (p.restricted_at is null and p.id in (select id from ${means()} means))
      order by p.id`.execute(db)
    return rows
  })
}

/** Faults of membership after calculations: members, and stored counts. */
export async function membershipFaults(pool: pg.Pool, storeId: number): Promise<string[]> {
  const faults: string[] = []
  for (const segment of await inStore(pool, storeId, (db) => allSegments(db, storeId))) {
    const strays = await straysOf(pool, storeId, segment)
    if (strays.length > 0)
      faults.push(`segment ${segment.id} has ${strays.length} strays: ${JSON.stringify(strays.slice(0, 3))}`)
    const { rows } = await pool.query<{ says: number; people: number }>(
      `select target_count as says, (select count(*)::int from profile_label x join profile p on p.store_id = x.store_id and p.id = x.profile_id
         where x.store_id = $1 and x.label_id = $2 and x.source <> 'manual_remove' and p.deleted_at is null and p.merged_into is null) as people
       from label where store_id = $1 and id = $2`,
      [storeId, segment.id],
    )
    const { says, people } = rows[0]!
    if (says !== people) faults.push(`segment ${segment.id} says ${says} people and has ${people}`)
  }
  return faults
}
