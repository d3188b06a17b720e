import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { ComparedPerson } from './compare.ts'
import type { DuplicateKey } from './keys.ts'
import { lockForPairs } from './queries.ts'
import type { Reason } from './rule.ts'

/** Maximum profiles that share a key. A value of more, such as a shop's own phone, identifies no one and yields no pairs. */
const MOST_HOLDERS = 20

/** A firm without a person is compared by its name. */
const columns = sql.raw(
  `p.id, case when num_nonnulls(p.first_name, p.last_name, p.first_name_en, p.last_name_en) = 0 then p.company else p.first_name end as first_name, p.last_name, p.first_name_en, p.last_name_en, p.birth_date, p.phone, p.email, p.citizen_id,
   p.line_user_id, p.gender, p.address, p.address_en, p.custom`,
)
const live = sql.raw('p.deleted_at is null and p.merged_into is null')

/** Range of a scan: profiles whose last change lies between these instants. */
export interface ScanSpan {
  /** Null: from the beginning. */
  from: string | null
  until: string
}

export interface Residence {
  updated_at: string
  id: number
}

const within = (storeId: number, { from, until }: ScanSpan) =>
  sql`p.store_id = ${storeId} and ${live} and p.updated_at > ${from ?? '-infinity'}::timestamptz and p.updated_at <= ${until}::timestamptz`

export async function countSpan(db: Db, storeId: number, span: ScanSpan): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from profile p where ${within(storeId, span)}`.execute(
    db,
  )
  return rows[0]!.n
}

/** The next profiles of a walk, the longest unchanged first. */
export async function nextOf(db: Db, storeId: number, span: ScanSpan, after: Residence | null, limit: number) {
  const start = after ? sql`and (p.updated_at, p.id) > (${after.updated_at}::timestamptz, ${after.id})` : sql``
  const { rows } = await sql<ComparedPerson & Residence>`
    select ${columns}, p.updated_at from profile p where ${within(storeId, span)} ${start}
    order by p.updated_at, p.id limit ${limit}`.execute(db)
  return rows
}

/** Live ones alone. One probe for each, for the statistics may know nothing yet of what was imported a moment ago. */
export async function peopleOfSpan(db: Db, storeId: number, ids: number[]): Promise<Map<number, ComparedPerson>> {
  const { rows } = await sql<ComparedPerson>`
    select ${columns} from unnest(${ids}::bigint[]) w (id)
    cross join lateral (select * from profile where store_id = ${storeId} and id = w.id offset 0) p
    where ${live}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const SAMPLE = 2000

/** Returns a deterministic sample of the store's profiles. */
export async function samplePeople(db: Db, storeId: number): Promise<ComparedPerson[]> {
  const { rows } = await sql<{ id: number }>`
    with ends as (
      select (select id from profile where store_id = ${storeId} order by id limit 1) as low,
        (select id from profile where store_id = ${storeId} order by id desc limit 1) as high)
    select distinct one.id from ends, generate_series(low, high, greatest((high - low) / ${SAMPLE}::int, 1)) at
    cross join lateral (select id from profile where store_id = ${storeId} and id >= at order by id limit 1) one`.execute(
    db,
  )
  const people = await peopleOfSpan(
    db,
    storeId,
    rows.map((row) => row.id),
  )
  return [...people.values()].sort((a, b) => a.id - b.id)
}

type Keyed = readonly { id: number; keys: readonly DuplicateKey[] }[]

/** Updates the lookup keys of profiles. Unchanged keys are not written. */
export async function writeKeys(db: Db, storeId: number, keyed: Keyed): Promise<void> {
  // Not a lookup for each id: while the table is known to be empty, each would read all keys of the store.
  const { rows } = await sql<{ profile_id: number; hash: number }>`
    select profile_id, hash from profile_duplicate_key
    where store_id = ${storeId} and profile_id = any(${keyed.map(({ id }) => id)}::bigint[])`.execute(db)
  const kept = Map.groupBy(rows, (row) => row.profile_id)
  const stale: Row[] = []
  const fresh: Row[] = []
  for (const { id, keys } of keyed) {
    const before = new Set(kept.get(id)?.map((row) => row.hash))
    for (const { hash } of keys) if (!before.delete(hash)) fresh.push([id, hash])
    for (const hash of before) stale.push([id, hash])
  }
  if (stale.length > 0) {
    await sql`delete from profile_duplicate_key k using ${given(stale)}
      where k.store_id = ${storeId} and k.profile_id = w.id and k.hash = w.hash`.execute(db)
  }
  if (fresh.length > 0) {
    await sql`insert into profile_duplicate_key (store_id, profile_id, hash)
      select ${storeId}, w.id, w.hash from ${given(fresh)}`.execute(db)
  }
}

type Row = [id: number, hash: number]
const given = (rows: Row[]) =>
  sql`unnest(${rows.map(([id]) => id)}::bigint[], ${rows.map(([, hash]) => hash)}::int[]) w (id, hash)`

/** Returns profiles that share a key with one of these; `many` if there are more than the maximum. */
export async function placeHoldersOf(db: Db, storeId: number, keyed: Keyed) {
  const ids = keyed.flatMap(({ id, keys }) => keys.map(() => id))
  const hashes = keyed.flatMap(({ keys }) => keys.map((key) => key.hash))
  const contacts = keyed.flatMap(({ keys }) => keys.map((key) => key.contact))
  const { rows } = await sql<{ id: number; hash: number; contact: boolean; holders: string[] }>`
    select w.id, w.hash, w.contact, o.holders from unnest(${ids}::bigint[], ${hashes}::int[], ${contacts}::boolean[]) w (id, hash, contact)
    cross join lateral (
      select array_agg(h.profile_id) as holders from (
        select k.profile_id from profile_duplicate_key k where k.store_id = ${storeId} and k.hash = w.hash
        limit ${MOST_HOLDERS + 1}::int) h) o
    where cardinality(o.holders) > 1`.execute(db)
  return rows.map(({ id, hash, contact, holders }) => ({
    id,
    hash,
    contact,
    holders: holders.map(Number),
    many: holders.length > MOST_HOLDERS,
  }))
}

/** Keys of profiles that were deleted or merged since. */
export async function dropScanKeys(db: Db, storeId: number, profileIds: number[]): Promise<void> {
  await db
    .deleteFrom('profile_duplicate_key')
    .where('store_id', '=', storeId)
    .where('profile_id', 'in', profileIds)
    .execute()
}

/** Open pairs with one of these profiles that a scan has found. */
export async function openPairs(db: Db, storeId: number, ids: number[]) {
  const side = (column: 'low_id' | 'high_id') => sql`
    select d.id, d.low_id, d.high_id, d.score, 'linked' = any(d.reasons) as linked from unnest(${ids}::bigint[]) w (id)
    cross join lateral (
      select * from profile_duplicate where store_id = ${storeId} and ${sql.ref(column)} = w.id offset 0) d
    where d.status = 'open' and not d.chosen`
  const { rows } = await sql<{ id: number; low_id: number; high_id: number; score: number; linked: boolean }>`
    ${side('low_id')} union ${side('high_id')}`.execute(db)
  return rows
}

export interface Found {
  low_id: number
  high_id: number
  score: number
  /** See gain.ts. */
  gain: number
  reasons: Reason[]
}

/** Upserts found pairs. Settled and chosen ones stay unchanged. */
export async function writePairs(db: Db, storeId: number, found: Found[]): Promise<void> {
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

export async function dropPairs(db: Db, storeId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('profile_duplicate')
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .where('status', '=', 'open')
    .execute()
}
