import { segmentBrokenNotice } from '@ruam/contract/customers/segment-state.ts'
import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import { dependsOnAny } from './dependencies.ts'
import type { StoredRule } from './stored-rule.ts'

/** A segment with its stored rule; `auto_apply_enabled` is a separate column. */
export interface SegmentRow {
  id: number
  rule: StoredRule
  reads: string[]
  auto_apply: boolean
}

const kept = sql`select s.label_id as id, l.segment_rule as rule, s.reads, l.auto_apply_enabled as auto_apply
  from segment s join label l on l.store_id = s.store_id and l.id = s.label_id`

/** Returns automatic segments that depend on any of these keys, or all automatic ones, by id. */
export async function followers(db: Db, storeId: number, keys: readonly string[] | 'all'): Promise<SegmentRow[]> {
  const such = keys === 'all' ? sql`` : sql`and ${dependsOnAny(sql`s.reads`, keys)}`
  const { rows } = await sql<SegmentRow>`${kept}
    where s.store_id = ${storeId} and l.auto_apply_enabled ${such} order by s.label_id`.execute(db)
  return rows
}

/** Returns all segments that depend on any of these keys, automatic or not, by id. */
export async function segmentsReading(db: Db, storeId: number, keys: readonly string[]): Promise<SegmentRow[]> {
  const { rows } = await sql<SegmentRow>`${kept}
    where s.store_id = ${storeId} and ${dependsOnAny(sql`s.reads`, keys)} order by s.label_id`.execute(db)
  return rows
}

export async function allSegments(db: Db, storeId: number): Promise<SegmentRow[]> {
  const { rows } = await sql<SegmentRow>`${kept} where s.store_id = ${storeId} order by s.label_id`.execute(db)
  return rows
}

export async function oneSegment(db: Db, storeId: number, id: number): Promise<SegmentRow | undefined> {
  const { rows } = await sql<SegmentRow>`${kept} where s.store_id = ${storeId} and s.label_id = ${id}`.execute(db)
  return rows[0]
}

/** Returns a segment and locks it against deletion until the transaction ends. */
export async function lockSegment(db: Db, storeId: number, id: number): Promise<SegmentRow | undefined> {
  const { rows } =
    await sql<SegmentRow>`${kept} where s.store_id = ${storeId} and s.label_id = ${id} for key share of l`.execute(db)
  return rows[0]
}

/** Stores the dependencies of a label's rule. The label must exist. Further ones close members that an owner has opened. */
export async function saveDependencies(db: Db, storeId: number, id: number, reads: readonly string[]): Promise<void> {
  await sql`insert into segment as s (store_id, label_id, reads) values (${storeId}, ${id}, ${reads}::text[])
    on conflict (store_id, label_id) do update set reads = excluded.reads,
      members_visible = s.members_visible and excluded.reads <@ s.reads, evaluated_at = null, next_at = null, error = null`.execute(
    db,
  )
}

/** Lets people without the right to sensitive values see the members, or no more. Returns false if there is no such segment. */
export async function setMembersVisible(db: Db, storeId: number, id: number, value: boolean): Promise<boolean> {
  const { rows } = await sql`update segment set members_visible = ${value}
    where store_id = ${storeId} and label_id = ${id} returning label_id`.execute(db)
  if (rows.length > 0) await raiseNames(db, storeId)
  return rows.length > 0
}

/** Marks these segments as stale, in the order of their ids to avoid deadlocks. */
export async function markStale(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update segment set wanted = wanted + 1, error = null where store_id = ${storeId} and label_id in (
    select label_id from segment where store_id = ${storeId} and label_id = any(${ids}::int[]) order by label_id for update)`.execute(
    db,
  )
}

/** Turns auto-apply off for segments with a broken rule, and notifies about those that had it on. */
export async function stopFollowing(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update label set auto_apply_enabled = false from (
      select id, auto_apply_enabled as followed from label
      where store_id = ${storeId} and id = any(${ids}::int[]) order by id for no key update) held
    where label.store_id = ${storeId} and label.id = held.id and held.followed returning label.id`.execute(db)
  for (const { id } of rows.toSorted((a, b) => a.id - b.id)) {
    await notify(db, storeId, segmentBrokenNotice, { ending: 'failed', data: { label_id: id } })
  }
}

/** Result of a calculation of the version `done`. */
interface Done {
  done: number
  error: object | null
  next_at: string | null
  time_zone: string | null
  now: Date
}

/** Records the result of a calculation. Segments marked as stale meanwhile stay stale. */
export async function noteDone(db: Db, storeId: number, id: number, { done, error, next_at, time_zone, now }: Done) {
  const kept = error && JSON.stringify(error)
  // Changes made meanwhile to recorded profiles are still recorded, and an activity added meanwhile still has its time.
  await sql`update segment set done = ${done}, error = ${kept}::jsonb,
      partly_since = case when ${kept}::text is null and partly_since = done and partly_to = wanted then ${done} else partly_since end,
      next_at = least(${next_at}::timestamptz,
        case when next_at > ${now.toISOString()}::timestamptz and time_zone is not distinct from ${time_zone} then next_at end),
      time_zone = ${time_zone},
      evaluated_at = case when ${kept}::text is null then ${now.toISOString()}::timestamptz else evaluated_at end
    where store_id = ${storeId} and label_id = ${id}`.execute(db)
}

/** Marks segments as stale whose time has come, or that were calculated in another time zone. */
export async function markDueStale(db: Db, storeId: number, now: Date): Promise<void> {
  await sql`update segment set wanted = wanted + 1 where store_id = ${storeId} and wanted = done and label_id in (
    select s.label_id from segment s
    join label l on l.store_id = s.store_id and l.id = s.label_id and l.auto_apply_enabled
    join store on store.store_id = s.store_id
    where s.store_id = ${storeId} and s.next_at is not null
      and (s.next_at <= ${now.toISOString()}::timestamptz or s.time_zone is distinct from store.time_zone)
    order by s.label_id for update of s)`.execute(db)
}
