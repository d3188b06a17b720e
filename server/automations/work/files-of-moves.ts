import { sql } from 'kysely'
import type { World } from '../records/world.ts'
import type { Change } from './read-changes.ts'

/**
 * Returns the customers of a calculation's moves whom a file changed since the calculation before, with the file's run. A calculation runs
 * after the file, and for other reasons too: the calendar, or an edited rule.
 */
export async function filesOfMoves(
  { db, storeId }: Pick<World, 'db' | 'storeId'>,
  { subject_id, position, at, profile_ids }: Change,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; run_id: number }>`
    with former as (
      select max(started_at) as at from segment_evaluation where store_id = ${storeId} and label_id = ${subject_id}::int
        and started_at + make_interval(secs => milliseconds / 1000.0::double precision) < ${at}::timestamptz
    )
    select p.id, max(substr(c.origin, 5)::bigint) as run_id
    from change c cross join unnest(c.profile_ids) p (id)
    where c.store_id = ${storeId} and c.origin is not null and c.origin like 'run:%' and c.position < ${position}::bigint
      and c.at >= coalesce((select at from former), '-infinity') and p.id = any(${profile_ids}::bigint[])
    group by p.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.run_id]))
}
