import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { dependency } from '../membership/dependencies.ts'
import type { ChangedProfiles } from '../membership/evaluate.ts'
import { followStops } from './line-stops.ts'
import { liveWithLineId, pairSameLine, transferLineIds } from './same-line.ts'

// Identities map a LINE user id to its profile. They follow the field of profiles, and friends of an account follow them.

const LINE_USER_ID = dependency.field(systemFields.find(({ column }) => column === 'line_user_id')!.id)

/** Returns the profiles whose LINE id may have changed. */
export const lineIdsOf = (judged: ChangedProfiles | undefined): readonly number[] =>
  judged && (judged.reads === 'all' || judged.reads.includes(LINE_USER_ID)) ? judged.ids : []

/**
 * Ties LINE ids to the profiles that have them now, and frees those they had before. An id that another live profile holds stays
 * there: both become a pair of duplicates. Returns whose consents a stop withdrew. The caller holds the profiles.
 */
export async function settleLineIds(
  db: Db,
  storeId: number,
  ids: readonly number[],
  scope = '',
): Promise<ChangedProfiles | undefined> {
  if (ids.length === 0) return undefined
  const freed = await release(db, storeId, ids)
  const { claimed, taken } = await claim(db, storeId, ids, scope)
  const heirs = await heirsOf(db, storeId, freed)
  if (heirs.length > 0) await claim(db, storeId, heirs, '')
  const moved = taken.length > 0 ? await transferLineIds(db, storeId, ids) : []
  if (taken.length > 0) await pairSameLine(db, storeId, ids)
  return moveFriends(db, storeId, [...freed, ...claimed, ...moved])
}

async function release(db: Db, storeId: number, ids: readonly number[]): Promise<string[]> {
  // Compared as an expression: the index of kinds would fit the lookup as well.
  const { rows } = await sql<{ value: string; scope: string }>`
    select i.value, i.scope from (${liveWithLineId(storeId, ids)}) p
    cross join lateral (select value, scope from identity where store_id = ${storeId} and profile_id = p.id
      and kind || '' = 'line' and not kept and value is distinct from p.value offset 0 for update) i`.execute(db)
  if (rows.length === 0) return []
  await sql`
    delete from identity where store_id = ${storeId} and ctid = any(array(
      select i.place from unnest(${rows.map(({ value }) => value)}::text[], ${rows.map(({ scope }) => scope)}::text[]) v (value, scope)
      cross join lateral (select ctid as place from identity
        where store_id = ${storeId} and kind = 'line' and value = v.value and scope = v.scope offset 0) i))`.execute(db)
  return [...new Set(rows.map(({ value }) => value))]
}

/** The profile that holds a LINE id. Without OFFSET 0, the smallest would be searched in the order of all profiles. */
const holderOf = (storeId: number, value: RawBuilder<unknown>) => sql`(select min(profile_id) from (
  select profile_id from identity where store_id = ${storeId} and kind = 'line' and value = ${value} offset 0) holders)`

/** Claims free values. Returns those claimed, and those that another profile holds. */
async function claim(db: Db, storeId: number, ids: readonly number[], scope: string) {
  const { rows } = await sql<{ value: string; id: number; holder: number }>`
    with mine as materialized (
      select p.id, p.value, i.profile_id as holder from (${liveWithLineId(storeId, ids)}) p
      left join lateral (select ${holderOf(storeId, sql`p.value`)} as profile_id) i on true
      where p.value is not null
    ),
    made as (
      insert into identity (store_id, kind, scope, value, profile_id)
      select ${storeId}, 'line', ${scope}, value, min(id) from mine where holder is null group by value order by value
      on conflict (store_id, kind, value, scope) do nothing
      returning value, profile_id
    )
    select mine.value, mine.id, coalesce(mine.holder, made.profile_id) as holder
    from mine left join made on made.value = mine.value where mine.holder is distinct from mine.id`.execute(db)
  return {
    claimed: rows.filter(({ id, holder }) => id === holder).map(({ value }) => value),
    taken: rows.filter(({ id, holder }) => id !== holder),
  }
}

/** Returns live profiles that have one of these values, the oldest for each. */
async function heirsOf(db: Db, storeId: number, values: readonly string[]): Promise<number[]> {
  if (values.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct on (v.value) p.id from unnest(${values}::text[]) v (value)
    cross join lateral (select id, deleted_at, merged_into from profile
      where store_id = ${storeId} and line_user_id = v.value offset 0) p
    where p.deleted_at is null and p.merged_into is null order by v.value, p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ties friends of accounts, and stops, to the profile that holds their user id. Returns whose consents a stop withdrew. */
export async function moveFriends(
  db: Db,
  storeId: number,
  values: readonly string[],
): Promise<ChangedProfiles | undefined> {
  if (values.length === 0) return undefined
  // Held first, so that each row is met again below: an upsert looks it up by its key, whatever the statistics say.
  await sql`select count(*) from unnest(${values}::text[]) v (value) cross join lateral (
    select from channel_friend where store_id = ${storeId} and external_id = v.value offset 0 for no key update) held`.execute(
    db,
  )
  await sql`
    insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    select store_id, channel_type, channel_id, external_id, ${holderOf(storeId, sql`v.value`)}, status, since
    from unnest(${values}::text[]) v (value)
    cross join lateral (select * from channel_friend where store_id = ${storeId} and external_id = v.value offset 0) own
    where channel_type <> 'facebook' and profile_id is distinct from ${holderOf(storeId, sql`v.value`)}
    on conflict (store_id, channel_type, channel_id, external_id)
      do update set profile_id = excluded.profile_id, updated_at = clock_timestamp(),
        -- The customer gets the friend's name. A friend whom no customer holds any more gets one of its own.
        name_at = case when (excluded.profile_id is null) <> (channel_friend.display_name is not null)
          then clock_timestamp() else channel_friend.name_at end`.execute(db)
  return followStops(db, storeId, values)
}

/** Marks the ids of profiles that a merge or its undo is about to move: none of them is freed by the values it writes. */
export async function lockLineIds(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`update identity set kept = true where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(
    db,
  )
}

/** Ends what lockLineIds began: ids that the profiles have in their fields follow them again. */
export async function followLineIds(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update identity i set kept = false from profile p
    where i.store_id = ${storeId} and i.profile_id = any(${ids}::bigint[]) and i.kept
      and p.store_id = ${storeId} and p.id = i.profile_id and p.line_user_id = i.value`.execute(db)
}
