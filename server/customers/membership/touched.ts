import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { dependsOnAny } from './dependencies.ts'

/**
 * Wishes that those segments are calculated which follow their rule by themselves and look at any of these keys, or at anything: these people
 * alone, where nothing else is wanted of a segment. In the order of their ids, as all who hold several. The rows of a segment are held when
 * its people are written down, so that who sees a wish sees its people.
 */
export async function markFollowersStale(
  db: Db,
  storeId: number,
  keys: readonly string[] | 'all',
  profileIds: readonly number[],
): Promise<void> {
  const such = keys === 'all' ? sql`` : sql`and ${dependsOnAny(sql`s.reads`, keys)}`
  const { rows } = await sql<{ id: number; partly: boolean }>`
    update segment set wanted = wanted + 1, error = null,
      partly_since = case when wanted = done then done else partly_since end,
      partly_to = case when ${isPartly} or (wanted = done and error is null) then wanted + 1 else partly_to end
    where store_id = ${storeId} and label_id in (
      select s.label_id from segment s join label l on l.store_id = s.store_id and l.id = s.label_id
      where s.store_id = ${storeId} and l.auto_apply_enabled ${such} order by s.label_id for update of s)
    returning label_id as id, coalesce(partly_to = wanted, false) as partly`.execute(db)
  const partly = rows.filter((row) => row.partly).map(({ id }) => id)
  if (partly.length === 0) return
  await sql`insert into segment_touched (store_id, label_ids, profile_ids)
    values (${storeId}, ${partly}::int[], ${profileIds}::bigint[])`.execute(db)
}

/** That all that is wanted of a segment is of people who are written down. */
const isPartly = sql<boolean>`(wanted > done and partly_since = done and partly_to = wanted)`

/** To judge one by one takes so many times what one costs in a reading of everybody; so few are always judged one by one. */
const DEARER = 10
const FEW = 500

/**
 * Ids to evaluate if that is cheaper than comparing all profiles; undefined if not, or if changes go beyond the recorded profiles, such as
 * the calendar.
 */
export async function touchedPeople(db: Db, storeId: number, id: number, now: Date): Promise<number[] | undefined> {
  const { rows } = await sql<{ few: boolean }>`
    select coalesce(${isPartly}, false) and (next_at is null or (next_at > ${now.toISOString()}::timestamptz
        and time_zone = (select time_zone from store where store_id = ${storeId})))
      and (select coalesce(sum(cardinality(profile_ids)), 0) from segment_touched where store_id = ${storeId} and label_ids @> array[label_id])
        <= greatest(${FEW}, coalesce((select live from profile_total where store_id = ${storeId}), 0) / ${DEARER}) as few
    from segment where store_id = ${storeId} and label_id = ${id}`.execute(db)
  if (!rows[0]?.few) return undefined
  const touched = await sql<{ id: number }>`
    select distinct unnest(profile_ids) as id from segment_touched where store_id = ${storeId} and label_ids @> array[${id}::int]
    order by id`.execute(db)
  return touched.rows.map((row) => row.id)
}

/** Writes off people of whom no segment has to be calculated any more. */
export async function forgetTouched(db: Db, storeId: number): Promise<void> {
  await sql`delete from segment_touched t where store_id = ${storeId} and not exists (
    select from segment s where s.store_id = t.store_id and s.label_id = any(t.label_ids) and s.wanted > s.done)`.execute(
    db,
  )
}
