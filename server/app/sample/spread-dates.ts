import { sql } from 'kysely'
import { readAgain } from '../../customers/changes/kept-values.ts'
import type { Db } from '../../platform/core/db.ts'

/**
 * Gives customers whom the sample's imports made, and whom nobody has touched since, the days of their first and their latest activity,
 * as if the shop had written them down then: else all of them were of one minute. What follows the changes of people by their time
 * has read them before, or reads them again. Answers who they are.
 */
export async function spreadDates(db: Db, storeId: number, sourceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update profile p set created_at = least(p.created_at, a.first), updated_at = least(p.updated_at, a.latest)
    from run r, (select profile_id, min(activity_at) as first, max(activity_at) as latest from activity
      where store_id = ${storeId} group by profile_id) a
    where p.store_id = ${storeId} and r.store_id = ${storeId} and r.id = p.origin_run
      and r.data_source_id = any(${sourceIds}::int[])
      and p.created_at >= r.created_at and p.updated_at <= (select max(finished_at) from run
        where store_id = ${storeId} and data_source_id = any(${sourceIds}::int[]))
      and a.profile_id = p.id
    returning p.id`.execute(db)
  await readAgain(db, storeId)
  return rows.map(({ id }) => id)
}
