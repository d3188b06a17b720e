import type { InInstants } from '@ruam/contract/platform/common.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/core/db.ts'

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

/** Counts members who joined and left within seven days; null if there was no calculation before. */
export async function weekOf(db: Db, storeId: number, id: number): Promise<{ joined: number; left: number } | null> {
  const begun = sql`date_trunc('hour', now() - interval '7 days', 'UTC')`
  const { rows } = await sql<{ before: number; joined: number; people: number }>`
    select earlier.people as before, l.target_count as people, (
      select count(*) from profile_label x join profile p on p.store_id = x.store_id and p.id = x.profile_id
      where x.store_id = l.store_id and x.label_id = l.id and x.source <> 'manual_remove' and x.created_at >= ${begun}
        and p.deleted_at is null and p.merged_into is null) as joined
    from label l cross join lateral (
      select people from segment_size
      where store_id = l.store_id and label_id = l.id and at < ${begun} order by at desc limit 1) earlier
    where l.store_id = ${storeId} and l.id = ${id}`.execute(db)
  const row = rows[0]
  // A size is that of the end of its hour, or of a moment later.
  return row ? { joined: row.joined, left: Math.max(0, row.before + row.joined - row.people) } : null
}
