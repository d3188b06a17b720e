import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { afterProfilesChanged, type ProfileChanges } from '../changes/after-profiles-changed.ts'
import { insertHistory, removeHistory } from '../changes/history.ts'
import { readAgain } from '../changes/indexed-values.ts'
import { matchKeys } from '../changes/keys.ts'
import type { ChangeSource, Sources } from '../changes/source.ts'
import { noteTouched } from '../changes/touched.ts'
import { isLive } from '../fields/live.ts'
import { fieldColumns } from '../fields/sql-types.ts'
import { dependency } from '../membership/dependencies.ts'
import type { MaskedValue } from './masking.ts'

/** Values to be written to a profile, by field id; null takes one away. They are typed as their fields are. */
export interface ProfileEdit {
  id: number
  values: ReadonlyMap<number, MaskedValue>
  /** Source recorded instead of the writer; null: the profile's origin. */
  sources?: ReadonlyMap<number, Sources[string] | null>
  /** The time that the profile has afterwards, as it had before a change that is taken back; without it, it rises. */
  time?: string | null
}

/**
 * Writes values of live profiles that differ from the stored ones, with their sources and an entry in the history of each changed
 * profile. Returns the number of changed profiles. One statement, made for blocks of up to 5,000 profiles. `seen`:
 * only profiles whose updated_at is still this one. `uncounted`: deleted and merged profiles instead, which no counter, key and segment has.
 * The caller holds lockForEdit or lockForPipeline.
 */
export async function writeValues(
  db: Db,
  storeId: number,
  by: ChangeSource,
  edits: readonly ProfileEdit[],
  { seen, uncounted = false }: { seen?: string; uncounted?: boolean } = {},
): Promise<number> {
  const fields = new Set(edits.flatMap(({ values }) => [...values.keys()]))
  if (fields.size === 0) return 0
  const touched = [...fieldColumns.values()].filter(({ id }) => fields.has(id))
  const own = [...fields].filter((id) => !fieldColumns.has(id))
  const keys = await matchKeys(db, storeId, own)
  const now = sql.join(
    touched.flatMap(({ id, column }) => [sql.lit(String(id)), sql.ref(`p.${column}`)]),
    sql`, `,
  )
  const mine = sql`((select fields from given) -> p.id::text)`
  const sets = touched.map(({ id, column, type }) => {
    const key = sql.lit(String(id))
    return sql`, ${sql.ref(column)} = case when ${mine} ? ${key} then (${mine} ->> ${key})::${sql.raw(type)} else p.${sql.ref(column)} end`
  })
  const changesCustom = sql`, custom = jsonb_strip_nulls((p.custom || ${mine}) - ${touched.map(({ id }) => String(id))}::text[])`
  // Nothing is joined: by the statistics of an empty store, every profile of the block would be tried with every other. What is
  // written to a profile is looked up by its id in one JSON value instead.
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select ${byId(edits, (edit) => edit.values)}::jsonb as fields, ${byId(edits, (edit) => edit.sources)}::jsonb as sources,
        ${timesById(edits.map(({ id, time }) => [id, time]))}::jsonb as times
    ),
    held as materialized (
      select p.id, p.updated_at, p.sources, jsonb_build_object(${now}) || p.custom as now
      from profile p
      where p.store_id = ${storeId} and p.id = any(${edits.map(({ id }) => id)}::bigint[])
        and ${uncounted ? sql`not ${isLive('p')}` : isLive('p')}
        and (${seen ?? null}::timestamptz is null or p.updated_at = ${seen ?? null}::timestamptz)
      order by p.id for no key update
    ),
    differing as materialized (
      select held.id, held.updated_at as met_at, d.* from held cross join lateral (
        select jsonb_object_agg(f.key, jsonb_build_array(coalesce(held.now -> f.key, 'null'), f.value)) as changes,
          jsonb_object_agg(f.key, coalesce(held.sources -> f.key, 'null')) as previous,
          jsonb_object_agg(f.key, coalesce((select sources from given) -> held.id::text -> f.key, ${sourceEntry(by)}::jsonb)) as sources
        from jsonb_each((select fields from given) -> held.id::text) f
        where coalesce(held.now -> f.key, 'null') is distinct from f.value) d
      where d.changes is not null
    ),
    writing as materialized (
      select coalesce(array_agg(id), '{}') as ids, jsonb_object_agg(id::text, sources) as sources from differing
    ),
    written as (
      update profile p set updated_at = coalesce(((select times from given) ->> p.id::text)::timestamptz, ${risenUpdatedAt}),
        sources = jsonb_strip_nulls(p.sources || ((select sources from writing) -> p.id::text))
        ${sql.join(sets, sql``)}${own.length > 0 ? changesCustom : sql``}
      where p.store_id = ${storeId} and p.id = any((select ids from writing)::bigint[])
      returning p.id, p.updated_at
    ),
    recorded as (
      ${insertHistory(
        storeId,
        by,
        sql`select id as profile_id, changes, previous, met_at, ${roseAt} as rose_at from differing`,
        {
          risen: true,
        },
      )}
    )
    select id from differing`.execute(db)
  const ids = rows.map(({ id }) => id)
  const judged = { ids, reads: [...fields].map(dependency.field) }
  if (uncounted) return ids.length
  if (ids.length > 0) await afterProfilesChanged(db, storeId, 'user', { written: { ids, keys }, judged })
  await readBack(db, storeId, new Map(edits.map(({ id, time }) => [id, time])))
  return ids.length
}

/** {profile id: {field id: ...}} as JSON text. The edits of a bulk change share their maps: each is written once. */
function byId(edits: readonly ProfileEdit[], part: (edit: ProfileEdit) => ReadonlyMap<number, unknown> | undefined) {
  const texts = new Map<ReadonlyMap<number, unknown> | undefined, string>()
  const textOf = (map: ReadonlyMap<number, unknown> | undefined) => {
    const known = texts.get(map) ?? JSON.stringify(Object.fromEntries(map ?? []))
    texts.set(map, known)
    return known
  }
  return `{${edits.map((edit) => `"${edit.id}":${textOf(part(edit))}`).join()}}`
}

/** {profile id: time} as JSON text. */
const timesById = (times: Iterable<readonly [number, string | null | undefined]>) =>
  JSON.stringify(Object.fromEntries([...times].filter(([, time]) => time)))

/** New time of the profile of a row, from the result of the statement's update `written`. */
const roseAt = sql`((select jsonb_object_agg(written.id::text, written.updated_at) from written) ->> id::text)::timestamptz`

/** Marks profiles with restored times for indexing, because the index reader follows their times. */
async function readBack(db: Db, storeId: number, times: ReadonlyMap<number, string | null | undefined>): Promise<void> {
  const setBack = [...times].filter(([, time]) => time)
  const back = setBack.map(([, time]) => Date.parse(time!))
  await noteTouched(
    db,
    storeId,
    setBack.map(([id]) => id),
  )
  if (back.length > 0) await readAgain(db, storeId, new Date(Math.min(...back)).toISOString())
}

/** Maps a writer to an entry of `sources`. */
const sourceEntry = ({ source, id }: ChangeSource) => JSON.stringify([source, id])

/** Creates a profile with these values and returns its id. The values are the first entry of its history. */
export async function createProfile(
  db: Db,
  storeId: number,
  by: ChangeSource,
  values: ReadonlyMap<number, MaskedValue>,
): Promise<number> {
  const filled = new Map([...values].filter(([, value]) => value !== null))
  const own = Object.fromEntries([...filled].filter(([id]) => !fieldColumns.has(id)))
  const keys = await matchKeys(db, storeId, Object.keys(own).map(Number))
  const columns = [...fieldColumns.values()]
  const changes = Object.fromEntries([...filled].map(([id, value]) => [id, [null, value]]))
  const sources = Object.fromEntries([...filled.keys()].map((id) => [id, [by.source, by.id]]))
  // The history recognizes this change as the creation by its time.
  const row = sql`select id as profile_id, ${JSON.stringify(changes)}::jsonb as changes, '{}'::jsonb as previous, created_at as at from made`
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into profile (store_id, custom, sources, created_by, created_at, updated_at, ${sql.join(columns.map(({ column }) => sql.ref(column)))})
      values (${storeId}, ${JSON.stringify(own)}::jsonb, ${JSON.stringify(sources)}::jsonb,
        ${by.source === 'user' ? by.id : null}::int, statement_timestamp(), statement_timestamp(),
        ${sql.join(columns.map(({ id, type }) => sql`${filled.get(id) ?? null}::${sql.raw(type)}`))})
      returning id, created_at
    ),
    recorded as (${insertHistory(storeId, by, row, { timed: true })})
    select id from made`.execute(db)
  const { id } = rows[0]!
  const judged = { ids: [id], reads: 'all' } as const
  const channel = by.source === 'line' || by.source === 'facebook' ? by.source : 'user'
  await afterProfilesChanged(db, storeId, channel, { made: [id], written: { ids: [id], keys }, judged })
  return id
}

/**
 * Soft-deletes live profiles, or hides those that are being erased. Returns the number. The caller holds
 * lockForEdit or lockForPipeline.
 */
export function deleteProfiles(
  db: Db,
  storeId: number,
  by: ChangeSource,
  ids: readonly number[],
  turn: 'deleted' | 'erased' = 'deleted',
): Promise<number> {
  return setDeleted(db, storeId, by, ids, turn)
}

/** Days for which a deleted profile can be restored. */
const RESTORE_DAYS = 30

/**
 * Restores profiles that were deleted in the last 30 days. Returns the number. `times`: their times before the deletion, to be restored;
 * without one, the time rises.
 */
export function restoreProfiles(
  db: Db,
  storeId: number,
  by: ChangeSource,
  ids: readonly number[],
  times: ReadonlyMap<number, string | null> = new Map(),
): Promise<number> {
  return setDeleted(db, storeId, by, ids, 'restored', times)
}

async function setDeleted(
  db: Db,
  storeId: number,
  by: ChangeSource,
  ids: readonly number[],
  turn: keyof Pick<ProfileChanges, 'deleted' | 'erased' | 'restored'>,
  times: ReadonlyMap<number, string | null> = new Map(),
): Promise<number> {
  const deleted = turn !== 'restored'
  const from = deleted
    ? isLive('p')
    : sql`p.merged_into is null and p.deleted_at > now() - make_interval(days => ${RESTORE_DAYS})`
  const history = sql`select id as profile_id, '{}'::jsonb as previous, met_at, ${roseAt} as rose_at,
    jsonb_build_object('deleted', jsonb_build_array(${!deleted}::boolean, ${deleted}::boolean)) as changes from held`
  const { rows } = await sql<{ id: number }>`
    with given as materialized (select ${timesById(times)}::jsonb as times),
    held as materialized (
      select p.id, p.updated_at as met_at from profile p
      where p.store_id = ${storeId} and p.id = any(${ids}::bigint[]) and ${from}
      order by p.id for no key update
    ),
    written as (
      update profile p set deleted_at = ${deleted ? sql`clock_timestamp()` : sql`null`},
        updated_at = coalesce(((select times from given) ->> p.id::text)::timestamptz, ${risenUpdatedAt})
      where p.store_id = ${storeId} and p.id = any(array(select id from held)) and ${from}
      returning p.id, p.updated_at
    ),
    recorded as (${insertHistory(storeId, by, history, { risen: true })})
    select id from held`.execute(db)
  const moved = rows.map(({ id }) => id)
  const judged = deleted ? {} : { judged: { ids: moved, reads: 'all' } as const }
  if (rows.length > 0) await afterProfilesChanged(db, storeId, 'user', { [turn]: moved, ...judged })
  await readBack(db, storeId, times)
  return rows.length
}

/** Marks a profile as merged into another, or reverts that. The remaining profile counts as changed too. */
export async function setMergedInto(
  db: Db,
  storeId: number,
  { gone, kept }: { gone: number; kept: number },
  merged: boolean,
): Promise<void> {
  await db
    .updateTable('profile')
    .set({
      merged_into: sql<number | null>`case when id = ${gone} then ${merged ? kept : null}::bigint else merged_into end`,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', 'in', [gone, kept])
    .execute()
}

/** Restricts the use of a profile that the caller has locked, or lifts that. Its journal is `profile_restriction`. */
export async function setRestricted(db: Db, storeId: number, id: number, restricted: boolean): Promise<void> {
  await sql`update profile set updated_at = ${risenUpdatedAt},
      restricted_at = case when ${restricted}::boolean then coalesce(restricted_at, clock_timestamp()) end
    where store_id = ${storeId} and id = ${id}`.execute(db)
}

/**
 * Deletes profiles permanently, with their labels, keys, identities, further contacts, history and pairs of duplicates. The caller has
 * locked them for update, and deleted their activities.
 */
export async function removeProfiles(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await removeHistory(db, storeId, ids)
  await sql`delete from identity where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
  await sql`delete from profile where store_id = ${storeId} and id = any(${ids}::bigint[])`.execute(db)
  await noteTouched(db, storeId, ids)
  // After the profiles, so that no new pair of them can be written. Merges are deleted with their pairs.
  for (const side of ['low_id', 'high_id'])
    await sql`delete from profile_duplicate
      where store_id = ${storeId} and ${sql.ref(side)} = any(${ids}::bigint[])`.execute(db)
}
