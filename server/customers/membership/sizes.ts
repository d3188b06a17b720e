import type { InInstants } from '@ruam/contract/platform/common.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { recentSince } from './departures.ts'

/** Writes down how many people a segment has in this hour. */
export async function noteSize(db: Db, storeId: number, id: number, now: Date): Promise<void> {
  await sql`insert into segment_size as s (store_id, label_id, at, people)
    select store_id, id, date_trunc('hour', ${now.toISOString()}::timestamptz, 'UTC'), target_count from label
    where store_id = ${storeId} and id = ${id} for key share
    on conflict (store_id, label_id, at) do update set people = excluded.people`.execute(db)
}

/** The same of the segments of a store that people have joined or left since. */
export async function noteSizes(db: Db, storeId: number, now: Date): Promise<void> {
  await sql`insert into segment_size as s (store_id, label_id, at, people)
    select l.store_id, l.id, date_trunc('hour', ${now.toISOString()}::timestamptz, 'UTC'), l.target_count
    from segment g join label l on l.store_id = g.store_id and l.id = g.label_id
    where g.store_id = ${storeId} and g.evaluated_at is not null and l.target_count is distinct from (
      select people from segment_size where store_id = l.store_id and label_id = l.id order by at desc limit 1)
    order by l.id for key share of l
    on conflict (store_id, label_id, at) do update set people = excluded.people`.execute(db)
}

/** Figures of a graph. */
const MOST = 2000

/** Sizes of a segment, the oldest first: the last 2,000 hours. */
export async function sizesOf(
  db: Db,
  storeId: number,
  id: number,
  { from, to }: InInstants<{ from?: string; to?: string }>,
) {
  const { rows } = await sql<{ at: string; people: number }>`select at, people from (
      select at, people from segment_size where store_id = ${storeId} and label_id = ${id}
        and (${from ?? null}::timestamptz is null or at >= ${from ?? null}::timestamptz)
        and (${to ?? null}::timestamptz is null or at <= ${to ?? null}::timestamptz)
      order by at desc limit ${MOST}) newest order by at`.execute(db)
  return rows
}

/** Returns how many joined and left in the recent days; null if there was no calculation before. */
export async function weekOf(db: Db, storeId: number, id: number): Promise<{ joined: number; left: number } | null> {
  const { rows } = await sql<{ before: boolean; joined: number; left: number }>`
    select exists (select from segment_size where store_id = ${storeId} and label_id = ${id} and at < ${recentSince}) as before,
      (select count(*) from ${recentlyMoved(storeId, id, 'joined')}) as joined,
      (select count(*) from ${recentlyMoved(storeId, id, 'left')}) as left`.execute(db)
  const { before, ...week } = rows[0]!
  return before ? week : null
}

/** Live profiles that joined a segment and are still in it, or left it and are out, as `moved (profile_id, at)`. */
export function recentlyMoved(storeId: number, id: number, way: 'joined' | 'left') {
  const rows =
    way === 'joined'
      ? sql`select profile_id, created_at as at from profile_label
          where store_id = ${storeId} and label_id = ${id} and source <> 'manual_remove' and created_at >= ${recentSince}`
      : sql`select profile_id, left_at as at from segment_departure d
          where store_id = ${storeId} and label_id = ${id} and left_at >= ${recentSince} and not exists (
            select from profile_label x where x.store_id = d.store_id and x.label_id = d.label_id
              and x.profile_id = d.profile_id and x.source <> 'manual_remove')`
  return sql`(select moved.profile_id, moved.at from (${rows}) moved
    join profile p on p.store_id = ${storeId} and p.id = moved.profile_id
    where p.deleted_at is null and p.merged_into is null) moved`
}
