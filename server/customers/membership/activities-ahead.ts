import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/**
 * Has segments that look at activities calculated when one happens which is dated ahead, such as an appointment. `keys`: what has changed. A
 * calculation of the whole segment finds these times by itself.
 */
export async function awaitActivities(
  db: Db,
  storeId: number,
  ids: readonly number[],
  keys: readonly string[] | 'all',
): Promise<void> {
  const types =
    keys === 'all' ? 'all' : keys.flatMap((key) => (key.startsWith('activity:') ? Number(key.slice(9)) : []))
  if (types !== 'all' && types.length === 0) return
  const ofTypes = types === 'all' ? sql`` : sql`and type_id = any(${types}::int[])`
  const { rows } = await sql<{ key: string; at: string }>`
    select 'activity:' || a.type_id as key, min(a.activity_at) + interval '1 millisecond' as at
    from unnest(${ids}::bigint[]) who (id) cross join lateral (
      select type_id, activity_at from activity
      where store_id = ${storeId} and profile_id = who.id ${ofTypes} and activity_at > clock_timestamp() offset 0) a
    group by a.type_id order by a.type_id`.execute(db)
  if (rows.length === 0) return
  await sql`update segment set next_at = ahead.at from (
      select s.label_id, min(t.at) as at from segment s
      join label l on l.store_id = s.store_id and l.id = s.label_id and l.auto_apply_enabled
      join unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ at }) => at)}::timestamptz[]) t (key, at) on s.reads @> array[t.key]
      where s.store_id = ${storeId} group by s.label_id) ahead
    where segment.store_id = ${storeId} and segment.label_id = ahead.label_id and coalesce(segment.next_at > ahead.at, true)`.execute(
    db,
  )
}
