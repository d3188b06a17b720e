import { rehearsalMonths } from '@ruam/contract/automations/rehearsal.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { activeVersions } from '../engine/versions.ts'
import type { Version } from '../records/world.ts'
import { periodOf } from './period.ts'
import { namesIn, scopeOf } from './scope.ts'

/** Seconds of a rehearsal by what it reads, fitted to `npm run bench automation-rehearsal` with 2,000, 10,000 and 100,000 customers. */
const COST = { base: 2, customer: 3e-4, day: 0.04, event: 1e-4, evaluation: 5e-5 }

/** Returns how long a rehearsal takes, for each of its lengths. */
export async function estimateSeconds(
  db: Db,
  storeId: number,
  draft: Version,
): Promise<{ months: number; seconds: number }[]> {
  const others = (await activeVersions(db, storeId)).filter(
    ({ automation_id }) => automation_id !== draft.automation_id,
  )
  const scope = await scopeOf(db, storeId, [...others, draft])
  const { types } = namesIn(scope)
  const customers = await db
    .selectFrom('profile_total')
    .select('live')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  const found: { months: number; seconds: number }[] = []
  for (const months of rehearsalMonths) {
    const { from, days } = await periodOf(db, storeId, months)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from activity
      where store_id = ${storeId} and type_id = any(${types}::int[]) and activity_at >= ${from}::date`.execute(db)
    const each = COST.event + COST.evaluation * 2 * scope.segments.length
    const seconds = COST.base + COST.customer * (customers?.live ?? 0) + COST.day * days + rows[0]!.count * each
    found.push({ months, seconds: Math.ceil(seconds) })
  }
  return found
}
