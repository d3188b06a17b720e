import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Found } from './comparer.ts'
import { lockForPairs } from './queries.ts'

/** A firm without a person is compared by its name. */
const firstName = `case when num_nonnulls(p.first_name, p.last_name, p.first_name_en, p.last_name_en) = 0 then p.company else p.first_name end`

/** A profile `p` with the transaction that wrote it as `stamp`, as comparer.ts reads it: one text of many is cheaper than their rows. */
export const personRow = sql.raw(
  `json_build_array(p.id, p.stamp, ${firstName}, p.last_name, p.first_name_en, p.last_name_en, p.birth_date, p.phone, p.email,
    p.citizen_id, p.line_user_id, p.gender, p.address, p.address_en, p.custom)`,
)
export const liveProfile = sql.raw('p.deleted_at is null and p.merged_into is null')

/** Live ones of these profiles, as JSON. One probe for each, for the statistics may know nothing yet of what was imported a moment ago. */
export async function peopleAsJson(db: Db, storeId: number, ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return '[]'
  const { rows } = await sql<{ people: string }>`
    select coalesce(json_agg(${personRow}), '[]')::text as people from unnest(${ids}::bigint[]) w (id)
    cross join lateral (select *, xmin::text::bigint as stamp from profile where store_id = ${storeId} and id = w.id offset 0) p
    where ${liveProfile}`.execute(db)
  return rows[0]!.people
}

/** Names of live profiles, as JSON. */
export async function namesOf(db: Db, storeId: number, ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return '[]'
  const { rows } = await sql<{ names: string }>`
    select coalesce(json_agg(json_build_array(p.id, ${sql.raw(firstName)}, p.last_name, p.first_name_en, p.last_name_en)), '[]')::text
      as names
    from unnest(${ids}::bigint[]) w (id)
    cross join lateral (select * from profile where store_id = ${storeId} and id = w.id offset 0) p
    where ${liveProfile}`.execute(db)
  return rows[0]!.names
}

const SAMPLE = 2000

/** Returns a deterministic sample of the store's profiles, as JSON. */
export async function samplePeople(db: Db, storeId: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    with ends as (
      select (select id from profile where store_id = ${storeId} order by id limit 1) as low,
        (select id from profile where store_id = ${storeId} order by id desc limit 1) as high)
    select distinct one.id from ends, generate_series(low, high, greatest((high - low) / ${SAMPLE}::int, 1)) at
    cross join lateral (select id from profile where store_id = ${storeId} and id >= at order by id limit 1) one
    order by one.id`.execute(db)
  return peopleAsJson(
    db,
    storeId,
    rows.map(({ id }) => id),
  )
}

/** All open pairs of the store that a scan has found, as JSON. */
export async function openPairs(db: Db, storeId: number): Promise<string> {
  const { rows } = await sql<{ pairs: string }>`
    select coalesce(json_agg(json_build_array(id, low_id, high_id, score, 'linked' = any(reasons)) order by low_id, high_id), '[]')::text
      as pairs
    from profile_duplicate where store_id = ${storeId} and status = 'open' and not chosen`.execute(db)
  return rows[0]!.pairs
}

/** Upserts found pairs. Settled and chosen ones stay unchanged. */
export async function writePairs(db: Db, storeId: number, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return
  const there = await lockForPairs(db, storeId, [...new Set(found.flatMap(({ low_id, high_id }) => [low_id, high_id]))])
  const pairs = found.filter(({ low_id, high_id }) => there.has(low_id) && there.has(high_id))
  await sql`
    insert into profile_duplicate as d (store_id, low_id, high_id, score, gain, reasons)
    select ${storeId}, low_id, high_id, score, gain, reasons
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) f (low_id bigint, high_id bigint, score real, gain real, reasons text[])
    order by low_id, high_id
    on conflict (store_id, low_id, high_id) do update set score = excluded.score, gain = excluded.gain, reasons = excluded.reasons
    where d.status = 'open' and not d.chosen and (d.score, d.gain, d.reasons) is distinct from (excluded.score, excluded.gain, excluded.reasons)
  `.execute(db)
}

export async function dropPairs(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('profile_duplicate')
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .where('status', '=', 'open')
    .where('chosen', '=', false)
    .execute()
}
