import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

// Two profiles with one LINE id.

/** Priority of two profiles with one LINE account, of which only one can be written to. The migration of identities names it too. */
export const SAME_LINE_PRIORITY = 900

/** Live ones of these profiles, with their LINE id as `value`. */
export const liveWithLineId = (storeId: number, ids: readonly number[]) => sql`
  select p.id, p.line_user_id as value from unnest(${ids}::bigint[]) w (id)
  cross join lateral (select id, line_user_id, deleted_at, merged_into from profile where store_id = ${storeId} and id = w.id offset 0) p
  where p.deleted_at is null and p.merged_into is null`

/** Gives ids of deleted profiles to these live ones that have them. Returns the ids. */
export async function transferLineIds(db: Db, storeId: number, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    with free as materialized (
      select distinct on (i.value, i.scope) i.value, i.scope, p.id from (${liveWithLineId(storeId, ids)}) p
      cross join lateral (select scope, value, profile_id from identity
        where store_id = ${storeId} and kind = 'line' and value = p.value offset 0) i
      cross join lateral (select deleted_at, merged_into from profile
        where store_id = ${storeId} and id = i.profile_id offset 0) h
      where i.profile_id <> p.id and (h.deleted_at is not null or h.merged_into is not null) order by 1, 2, 3
    )
    update identity i set profile_id = free.id, kept = false from free
    where i.store_id = ${storeId} and i.kind = 'line' and i.value = free.value and i.scope = free.scope returning i.value`.execute(
    db,
  )
  return rows.map(({ value }) => value)
}

/** Makes pairs of the profiles and the holders of their ids. A scan drops those whose fields differ, unless they are `chosen`. */
export async function pairSameLine(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with met as materialized (
      select distinct p.id, i.profile_id as holder, i.kept from (${liveWithLineId(storeId, ids)}) p
      cross join lateral (select profile_id, kept from identity
        where store_id = ${storeId} and kind = 'line' and value = p.value offset 0) i
      where i.profile_id <> p.id
    ),
    held as materialized (
      select id from profile
      where store_id = ${storeId} and id = any(array(select id from met union select holder from met))
      order by id for key share
    )
    insert into profile_duplicate as d (store_id, low_id, high_id, score, gain, reasons, chosen)
    select ${storeId}, least(met.id, holder), greatest(met.id, holder), 1, ${SAME_LINE_PRIORITY}, array['same_line'], bool_or(kept)
    from met join held one on one.id = met.id join held other on other.id = met.holder
    group by 2, 3 order by 2, 3
    on conflict (store_id, low_id, high_id) do update set score = greatest(d.score, excluded.score),
      gain = greatest(d.gain, excluded.gain), chosen = d.chosen or excluded.chosen,
      reasons = array_append(array_remove(d.reasons, 'same_line'), 'same_line')
    where d.status = 'open'`.execute(db)
}
