import { sql } from 'kysely'
import { readAgain } from '../../customers/changes/indexed-values.ts'
import type { Db } from '../../database/db.ts'

/**
 * Gives customers whom the sample's imports created, and no user has changed since, the days of their first and their latest activity,
 * as if the shop had recorded them then; otherwise all would date from the same minute. Readers that follow changes of profiles by their
 * time have read them before, or read them again. Returns their ids.
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
