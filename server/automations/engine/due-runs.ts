import { sql } from 'kysely'
import type { Due, World } from '../records/world.ts'

/**
 * Returns runs whose step is due up to an instant, in the order in which they are taken: by time, then by the order of automations. `at`:
 * moment at which they are evaluated, their own due time by default. Runs that wait for a person or a file are not due. `from`: none is due
 * earlier, so that the index is not read through what was done before.
 */
export async function dueRuns(
  { db, storeId }: World,
  { upTo, most, at = null, from = '-infinity' }: { upTo: string; most: number; at?: string | null; from?: string },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select r.id as run_id, r.automation_id, r.version, r.step, r.profile_id, r.due_at, coalesce(${at}::timestamptz, r.due_at) as at,
      r.entered_at, r.held_out
    from (
      select * from automation_run where store_id = ${storeId} and ended_at is null and due_at <= ${upTo}::timestamptz and due_at >= ${from}::timestamptz
        and (waits_for is null or waits_for in ('quiet_hours', 'quota'))
      order by due_at, id limit ${most}) r
    join automation a on a.store_id = ${storeId} and a.id = r.automation_id and a.status = 'active'
    order by r.due_at, a.place, a.id, r.id`.execute(db)
  return rows
}
