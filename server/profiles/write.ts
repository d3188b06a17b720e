import { MAX_KEY_LENGTH } from '@ruam/contract/constants.ts'
import { type DataType, systemFields } from '@ruam/contract/system-fields.ts'
import { sql } from 'kysely'
import type { ChangeSource, Sources } from '../changes/source.ts'
import { type Db, risenUpdatedAt } from '../core/db.ts'
import { addToHour } from '../core/hourly.ts'
import { Refusal } from '../core/refusal.ts'
import { loseValues } from './kept-values.ts'
import type { Value } from './masking.ts'

/** Values to be written to a profile, by field id; null takes one away. They are typed as their fields are. */
export interface ProfileEdit {
  id: number
  values: ReadonlyMap<number, Value>
  /** Where a value is said to come from, instead of from the writer; null: from the profile's origin. */
  sources?: ReadonlyMap<number, Sources[string] | null>
}

const sqlTypes: Record<DataType, string> = {
  String: 'text',
  Number: 'double precision',
  Date: 'date',
  Boolean: 'boolean',
}
const columns = systemFields.map(({ id, column, data_type }) => ({
  id: id as number,
  column,
  type: sqlTypes[data_type],
}))
const columnIds = new Set(columns.map(({ id }) => id))

/**
 * Writes values of live profiles where they differ from what is stored, with where they come from and a change in the history of
 * each profile that really changed; answers how many those are. One statement, made for blocks of up to 5,000 profiles. `seen`:
 * only profiles whose updated_at is still this one. The caller holds lockForEdit or lockForPipeline.
 */
export async function writeValues(
  db: Db,
  storeId: number,
  by: ChangeSource,
  edits: readonly ProfileEdit[],
  { seen }: { seen?: string } = {},
): Promise<number> {
  const fields = new Set(edits.flatMap(({ values }) => [...values.keys()]))
  if (fields.size === 0) return 0
  const touched = columns.filter(({ id }) => fields.has(id))
  const own = [...fields].filter((id) => !columnIds.has(id))
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
      select ${byId(edits, (edit) => edit.values)}::jsonb as fields, ${byId(edits, (edit) => edit.sources)}::jsonb as sources
    ),
    held as materialized (
      select p.id, p.sources, jsonb_build_object(${now}) || p.custom as now
      from profile p
      where p.store_id = ${storeId} and p.id = any(${edits.map(({ id }) => id)}::bigint[])
        and p.deleted_at is null and p.merged_into is null
        and (${seen ?? null}::timestamptz is null or p.updated_at = ${seen ?? null}::timestamptz)
      order by p.id for no key update
    ),
    differing as materialized (
      select held.id, d.* from held cross join lateral (
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
      update profile p set updated_at = ${risenUpdatedAt},
        sources = jsonb_strip_nulls(p.sources || ((select sources from writing) -> p.id::text))
        ${sql.join(sets, sql``)}${own.length > 0 ? changesCustom : sql``}
      where p.store_id = ${storeId} and p.id = any((select ids from writing)::bigint[])
    ),
    told as (
      insert into profile_change (store_id, profile_id, source, source_id, job, changes, previous)
      select ${storeId}, id, ${by.source}, ${by.id}::bigint, ${by.job ?? null}::int, changes, previous from differing order by id
    )
    select id from differing`.execute(db)
  const changed = rows.map(({ id }) => id)
  await rewriteKeysOf(db, storeId, changed, keys)
  return changed.length
}

/** {profile id: {field id: ...}} as JSON text. */
function byId(edits: readonly ProfileEdit[], part: (edit: ProfileEdit) => ReadonlyMap<number, unknown> | undefined) {
  return JSON.stringify(Object.fromEntries(edits.map((edit) => [edit.id, Object.fromEntries(part(edit) ?? [])])))
}

/** How `sources` names a writer. */
const sourceEntry = ({ source, id }: ChangeSource) => JSON.stringify([source, id])

/**
 * The fields among these by whose values people are matched. None of them can become one, or be deleted, until the caller's
 * transaction ends. Throws profile_locked when the values of one are being converted.
 */
export async function matchKeys(db: Db, storeId: number, fieldIds: readonly number[]): Promise<number[]> {
  if (fieldIds.length === 0) return []
  const rows = await db
    .selectFrom('profile_field')
    .select(['id', 'match_key', 'converting_to'])
    .where('store_id', '=', storeId)
    .where('id', 'in', fieldIds)
    .orderBy('id')
    .forShare()
    .execute()
  if (rows.some((row) => row.converting_to !== null)) throw new Refusal('profile_locked')
  return rows.filter((row) => row.match_key).map((row) => row.id)
}

/** Keeps the values of match keys where an import looks them up, as these profiles have them now. */
export async function rewriteKeysOf(db: Db, storeId: number, profileIds: readonly number[], keys: readonly number[]) {
  if (keys.length === 0 || profileIds.length === 0) return
  await sql`delete from profile_key
    where store_id = ${storeId} and profile_id = any(${profileIds}::bigint[]) and field_id = any(${keys}::int[])`.execute(
    db,
  )
  await sql`insert into profile_key (store_id, field_id, value, profile_id)
    select p.store_id, k.id, p.custom ->> k.id::text, p.id
    from profile p cross join unnest(${keys}::int[]) as k (id)
    where p.store_id = ${storeId} and p.id = any(${profileIds}::bigint[]) and p.deleted_at is null and p.merged_into is null
      and length(p.custom ->> k.id::text) <= ${MAX_KEY_LENGTH}
    on conflict do nothing`.execute(db)
}

/** Makes a profile of these values, and answers its id. Its values are the first change of its history. */
export async function createProfile(
  db: Db,
  storeId: number,
  by: ChangeSource,
  values: ReadonlyMap<number, Value>,
): Promise<number> {
  const filled = new Map([...values].filter(([, value]) => value !== null))
  const own = Object.fromEntries([...filled].filter(([id]) => !columnIds.has(id)))
  const keys = await matchKeys(db, storeId, Object.keys(own).map(Number))
  const changes = Object.fromEntries([...filled].map(([id, value]) => [id, [null, value]]))
  const sources = Object.fromEntries([...filled.keys()].map((id) => [id, [by.source, by.id]]))
  const { id, created_at } = await db
    .insertInto('profile')
    .values({
      ...Object.fromEntries(columns.map(({ id: field, column }) => [column, filled.get(field) ?? null])),
      store_id: storeId,
      custom: JSON.stringify(own),
      sources: JSON.stringify(sources),
      created_by: by.source === 'user' ? by.id : null,
      created_at: sql`statement_timestamp()`,
      updated_at: sql`statement_timestamp()`,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('profile_change')
    .values({
      store_id: storeId,
      profile_id: id,
      // The history tells by it that this change made the profile.
      at: created_at,
      source: by.source,
      source_id: by.id,
      job: by.job ?? null,
      changes: JSON.stringify(changes),
      previous: '{}',
    })
    .execute()
  await rewriteKeysOf(db, storeId, [id], keys)
  await addLive(db, storeId, 1)
  await addToHour(db, storeId, 'user', { profile: 1 })
  return id
}

/** Deletes live profiles so that they can be restored; answers how many. The caller holds lockForEdit or lockForPipeline. */
export function deleteProfiles(db: Db, storeId: number, by: ChangeSource, ids: readonly number[]): Promise<number> {
  return setDeleted(db, storeId, by, ids, true)
}

/** Days in which a deleted profile can be restored. */
export const RESTORE_DAYS = 30

/** Brings back profiles that were deleted in the last 30 days; answers how many. */
export function restoreProfiles(db: Db, storeId: number, by: ChangeSource, ids: readonly number[]): Promise<number> {
  return setDeleted(db, storeId, by, ids, false)
}

async function setDeleted(db: Db, storeId: number, by: ChangeSource, ids: readonly number[], deleted: boolean) {
  const from = deleted ? sql`p.deleted_at is null` : sql`p.deleted_at > now() - make_interval(days => ${RESTORE_DAYS})`
  const { rows } = await sql<{ id: number }>`
    with held as materialized (
      select p.id from profile p
      where p.store_id = ${storeId} and p.id = any(${ids}::bigint[]) and p.merged_into is null and ${from}
      order by p.id for no key update
    ),
    moved as (
      update profile p set deleted_at = ${deleted ? sql`clock_timestamp()` : sql`null`}, updated_at = ${risenUpdatedAt}
      where p.store_id = ${storeId} and p.id = any(array(select id from held)) and ${from}
    ),
    told as (
      insert into profile_change (store_id, profile_id, source, source_id, job, changes)
      select ${storeId}, id, ${by.source}, ${by.id}::bigint, ${by.job ?? null}::int,
        jsonb_build_object('deleted', jsonb_build_array(${!deleted}::boolean, ${deleted}::boolean)) from held order by id
    )
    select id from held`.execute(db)
  const moved = rows.map(({ id }) => id)
  if (moved.length === 0) return 0
  await countLabels(db, storeId, moved, deleted ? -1 : 1)
  if (deleted) await loseValues(db, storeId, moved)
  else await restoreKeys(db, storeId, moved)
  await addLive(db, storeId, deleted ? -moved.length : moved.length)
  return moved.length
}

/** Labels count the live profiles that have them. */
export async function countLabels(db: Db, storeId: number, profileIds: readonly number[], sign: 1 | -1): Promise<void> {
  await sql`with counted as (
      select label_id, count(*)::int as people from profile_label
      where store_id = ${storeId} and profile_id = any(${profileIds}::bigint[]) and source <> 'manual_remove'
      group by label_id
    ),
    held as (
      select id from label where store_id = ${storeId} and id in (select label_id from counted) order by id for no key update
    )
    update label set target_count = target_count + ${sign}::int * counted.people from counted, held
    where label.store_id = ${storeId} and label.id = held.id and counted.label_id = held.id`.execute(db)
}

/** A field may have become a match key, or changed its type, while they were deleted. */
export async function restoreKeys(db: Db, storeId: number, profileIds: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('profile_field')
    .select('id')
    .where('store_id', '=', storeId)
    .where('match_key', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  await rewriteKeysOf(
    db,
    storeId,
    profileIds,
    rows.map(({ id }) => id),
  )
}

export async function addLive(db: Db, storeId: number, people: number): Promise<void> {
  await sql`insert into profile_total as t (store_id, live) values (${storeId}, ${people})
    on conflict (store_id) do update set live = t.live + excluded.live`.execute(db)
}
