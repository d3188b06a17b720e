import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { ChangeSource, Sources } from './source.ts'

/**
 * The insertion into the history of profiles, to be part of the statement that changes them or to stand alone. `rows` selects
 * profile_id, changes and previous, `at` where the change has the time of something else, and met_at and rose_at where an undo of
 * it puts the time of the profile back.
 */
export const insertHistory = (
  storeId: number,
  by: ChangeSource,
  rows: RawBuilder<unknown>,
  { timed = false, risen = false } = {},
): RawBuilder<unknown> => sql`
  insert into profile_change (store_id, source, source_id, job, profile_id, changes, previous${timed ? sql`, at` : sql``}${risen ? sql`, met_at, rose_at` : sql``})
  select ${storeId}::int, ${by.source}, ${by.id}::bigint, ${by.job ?? null}::int, r.profile_id, r.changes, r.previous${timed ? sql`, r.at` : sql``}${risen ? sql`, r.met_at, r.rose_at` : sql``}
  from (${rows}) r order by r.profile_id`

/** Adds changes to a profile's history: to an existing entry of the same source if there is one, otherwise as a new entry. */
export async function addToHistory(
  db: Db,
  storeId: number,
  by: ChangeSource,
  profileId: number,
  changes: Record<string, readonly [before: unknown, after: unknown]>,
): Promise<void> {
  const more = JSON.stringify(changes)
  const beside = await db
    .updateTable('profile_change')
    .set({ changes: sql`changes || ${more}::jsonb` })
    .where('store_id', '=', storeId)
    .where('profile_id', '=', profileId)
    .where('source', '=', by.source)
    .where('source_id', '=', by.id)
    // The undo of an import names a run, and has a job.
    .where('job', 'is', null)
    .returning('id')
    .execute()
  if (beside.length > 0) return
  const row = sql`select ${profileId}::bigint as profile_id, ${more}::jsonb as changes, '{}'::jsonb as previous`
  await insertHistory(storeId, by, row).execute(db)
}

/** What a change found of a field or label, and who owned it; null is the origin of the profile. */
export interface FoundBefore {
  id: number
  key: string
  value: unknown
  source: Sources[string] | null
}

/** Changes what changes found, after a writer before them was taken back: so their undo does not bring it back. */
export async function correctFoundBefore(db: Db, storeId: number, found: readonly FoundBefore[]): Promise<void> {
  if (found.length === 0) return
  await sql`update profile_change c set befores = coalesce(c.befores, '{}') || f.befores, previous = c.previous || f.previous
    from (select id, jsonb_object_agg(key, coalesce(value, 'null')) as befores, jsonb_object_agg(key, coalesce(source, 'null')) as previous
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x (id bigint, key text, value jsonb, source jsonb) group by id) f
    where c.store_id = ${storeId} and c.id = f.id`.execute(db)
}

/** Deletes the history of permanently removed profiles. */
export async function removeHistory(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from profile_change where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
}
