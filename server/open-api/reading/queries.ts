import { sql } from 'kysely'
import { whereComposed } from '../../broadcasts/records/kind.ts'
import { isFree } from '../../customers/fields/live.ts'
import { activitiesOf, inListOrder } from '../../customers/profile-activities/queries.ts'
import type { Db } from '../../database/db.ts'
import type { ListCursor } from './cursor.ts'

/** Activities of a profile before a place, the newest first. */
export function activitiesAfter(
  db: Db,
  storeId: number,
  profileId: number,
  after: ListCursor | undefined,
  limit: number,
) {
  const rows = activitiesOf(db, storeId, profileId, 0)
  const page = after
    ? rows.where(sql<boolean>`(activity_at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`)
    : rows
  return inListOrder(page, { sort_by: 'activity_date', sort_dir: 'desc' }).limit(limit).execute()
}

/** Labels of a type by name. The size of a segment is as it was counted last. */
export const labelsOfType = (db: Db, storeId: number, type: 'general' | 'advanced') =>
  db
    .selectFrom('label')
    .select(['id', 'name', 'color', 'description', 'target_count as size', 'updated_at'])
    .where('store_id', '=', storeId)
    .where('type', '=', type)
    .orderBy(sql`name collate "th-x-icu"`)
    .orderBy('id')
    .execute()

/** True if the store has a segment with this id. */
export async function isSegment(db: Db, storeId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('label')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('type', '=', 'advanced')
    .executeTakeFirst()
  return found !== undefined
}

/** Ids of live profiles in a segment, after an id; a restricted one may be pinned to it. */
export async function membersAfter(db: Db, storeId: number, labelId: number, after: number, limit: number) {
  const { rows } = await sql<{ id: number }>`
    select p.id from profile_label l join profile p on p.store_id = l.store_id and p.id = l.profile_id
    where l.store_id = ${storeId} and l.label_id = ${labelId} and l.profile_id > ${after} and l.source <> 'manual_remove'
      and ${isFree('p')}
    order by l.profile_id limit ${limit}`.execute(db)
  return rows
}

export async function broadcastIds(db: Db, storeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('broadcast')
    .select('id')
    .where('store_id', '=', storeId)
    .where(whereComposed)
    .execute()
  return rows.map(({ id }) => id)
}

interface BroadcastPage {
  after: ListCursor | undefined
  limit: number
  /** Broadcasts that are left out. */
  closed: ReadonlySet<number>
}

/** Broadcasts before a place, the newest first. */
export const broadcastsAfter = (db: Db, storeId: number, { after, limit, closed }: BroadcastPage) =>
  db
    .selectFrom('broadcast')
    .select(['id', 'name', 'status', 'queued', 'accepted', 'failed', 'skipped'])
    .select(['started_at', 'finished_at', 'created_at', 'updated_at'])
    .where('store_id', '=', storeId)
    .where(whereComposed)
    .where('id', '<>', sql<number>`all(${[...closed]}::int[])`)
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(created_at, id) < (${after!.at}::timestamptz, ${after!.id}::int)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
