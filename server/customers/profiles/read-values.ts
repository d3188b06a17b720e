import { type RawBuilder, sql } from 'kysely'
import { type Db, inStore } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import type { Core } from '../../servers/core.ts'
import {
  beginReading,
  comparableText,
  deleteUnheld,
  freeValues,
  indexedHash,
  isIndexed,
  valueKeyOf,
} from '../changes/indexed-values.ts'
import { type Field, fieldsOf } from '../fields/fields.ts'
import { isLive } from '../fields/live.ts'
import { writesMany } from './lock.ts'

/** Profiles of one transaction. */
const BLOCK = 20_000

interface Reading {
  signal?: AbortSignal | undefined
  /** Reads while an import or a job writes many profiles, and waits for another reader. Without it, the next run continues instead. */
  wait?: boolean
  rows?: number
}

/** Position in the order of profiles by their last change. */
interface Place {
  updated_at: string
  after_id: number
}

/** Position of the reader: `kept` as stored, `from` within this run. */
interface Progress {
  kept: Place
  from: Place
  /** Changes of transactions that were open at the start must be read again. */
  safe: string | null
}

/**
 * Stores the values of profiles that changed since the last run, in blocks. Then checks which values without a known holder are still
 * in use.
 */
export async function readValues({ pool }: Pick<Core, 'pool'>, storeId: number, reading: Reading = {}): Promise<void> {
  let progress: Progress | undefined
  for (let more = true; more; ) {
    reading.signal?.throwIfAborted()
    more = await inStore(pool, storeId, async (db) => {
      const next = await readBlock(db, storeId, progress, reading)
      progress = next?.progress
      return next?.more === true
    })
  }
  if (progress) await inStore(pool, storeId, (db) => settleValues(db, storeId, reading))
}

async function readBlock(db: Db, storeId: number, before: Progress | undefined, reading: Reading) {
  const { rows: limit = BLOCK } = reading
  const kept = await takeTurn(db, storeId, reading)
  if (!kept) return undefined
  const goesOn = before && JSON.stringify(before.kept) === JSON.stringify(kept)
  const { from, safe } = goesOn ? before : { from: kept, safe: null }
  // Running writers began after this time, and their changes have later times.
  const { rows: open } = await sql<{ since: string }>`select min(xact_start)::text as since from pg_stat_activity
    where datname = current_database() and usename = current_user`.execute(db)
  await byIndexes(db)
  const { rows } = await sql<{ ids: string; count: number; last: string; last_id: number }>`
    with next as materialized (
      select id, updated_at from profile
      where store_id = ${storeId} and deleted_at is null and merged_into is null
        and (updated_at, id) > (${from.updated_at}::timestamptz, ${from.after_id}::bigint)
      order by updated_at, id limit ${limit}
    )
    select array_agg(id)::text as ids, count(*)::int as count, max(updated_at)::text as last,
      (select id from next order by updated_at desc, id desc limit 1) as last_id from next`.execute(db)
  const { ids, count, last, last_id } = rows[0]!
  if (count === 0) return { more: false, progress: { kept, from, safe } }
  await keepValues(db, storeId, sql`${ids}::bigint[]`)
  const upTo = sql`coalesce(${safe}::timestamptz, case when ${last}::timestamptz > ${open[0]!.since} then ${open[0]!.since}::timestamptz end)`
  const { rows: moved } = await sql<Place & { safe: string | null }>`update profile_value_read set
      updated_at = least(${last}::timestamptz, ${upTo}),
      after_id = case when ${last}::timestamptz > ${upTo} then 0 else ${last_id}::bigint end
    where store_id = ${storeId}
    returning updated_at::text, after_id, ${upTo}::text as safe`.execute(db)
  const { safe: now, ...place } = moved[0]!
  return {
    more: count === limit,
    progress: { kept: place, from: { updated_at: last, after_id: last_id }, safe: now },
  }
}

/** Locks the store's position until the transaction ends and returns it. Undefined if another reader holds it. */
async function takeTurn(db: Db, storeId: number, { wait = false }: Reading): Promise<Place | undefined> {
  if (!wait && (await writesMany(db, storeId))) return undefined
  await beginReading(db, storeId)
  const { rows } = await sql<Place>`select updated_at::text, after_id from profile_value_read
    where store_id = ${storeId} for update ${sql.raw(wait ? '' : 'skip locked')}`.execute(db)
  return rows[0]
}

const keptFields = async (db: Db, storeId: number) => (await fieldsOf(db, storeId, 'en')).filter(isIndexed)

/**
 * Stores the current values of these profiles, and removes their former ones. `offset 0` and `on conflict` look up each row by its key:
 * a join that is planned while the table is empty reads all rows of the store for each one.
 */
async function keepValues(db: Db, storeId: number, ids: RawBuilder<unknown>): Promise<void> {
  const fields = await keptFields(db, storeId)
  await freeValues(db, storeId, ids, sql`${indexedHash(textByField(fields))} is distinct from v.hash`)
  await sql`with had as materialized (
      select f.id as field_id, f.shown, min(p.id) as profile_id, count(*) > 1 as many
      from profile p cross join lateral (values ${textsOf(fields)}) f (id, shown)
      where p.store_id = ${storeId} and p.id = any(${ids}) and ${isLive('p')}
        and f.shown is not null
      group by f.id, f.shown
    ),
    keyed as materialized (
      select field_id, ${valueKeyOf(sql`shown`)} as key, ${indexedHash(sql`shown`)} as hash, profile_id, many, shown from had
      order by field_id, key
    )
    insert into profile_value (store_id, field_id, key, hash, profile_id, value)
    select ${storeId}, k.field_id, k.key, k.hash, coalesce(v.profile_id, k.profile_id),
      case when k.many or v.hash is not null then k.shown end
    from keyed k left join lateral (
      select hash, profile_id, value from profile_value
      where store_id = ${storeId} and field_id = k.field_id and key = k.key and hash = k.hash offset 0
    ) v on true
    where v.hash is null or v.profile_id is null or v.value is null and (k.many or k.profile_id <> v.profile_id)
    on conflict (store_id, field_id, key, hash) do update set profile_id = excluded.profile_id, value = excluded.value`.execute(
    db,
  )
  await deleteUnheld(db, storeId)
}

/** Finds a holder for each value without one, by one scan of all profiles. Deletes values without a holder. */
async function settleValues(db: Db, storeId: number, reading: Reading): Promise<void> {
  if (!(await takeTurn(db, storeId, reading))) return
  const { rows } = await sql<{ field_id: number; value: string }>`select field_id, value
    from profile_value where store_id = ${storeId} and profile_id is null`.execute(db)
  if (rows.length === 0) return
  // An array is looked up by its hashes; a join, by statistics that know of no doubted values, might try each with each.
  const doubted = sql`any(${rows.map(({ field_id, value }) => `${field_id}:${value}`)}::text[])`
  const fields = (await keptFields(db, storeId)).filter(({ id }) => rows.some(({ field_id }) => field_id === id))
  if (fields.length > 0)
    await sql`with holder as materialized (
        select f.id as field_id, f.shown, min(p.id) as profile_id
        from profile p cross join lateral (values ${textsOf(fields)}) f (id, shown)
        where p.store_id = ${storeId} and p.deleted_at is null and p.merged_into is null and f.id || ':' || f.shown = ${doubted}
        group by f.id, f.shown
      )
      insert into profile_value (store_id, field_id, key, hash, profile_id, value)
      select ${storeId}, field_id, ${valueKeyOf(sql`shown`)}, ${indexedHash(sql`shown`)}, profile_id, shown from holder
      on conflict (store_id, field_id, key, hash) do update set profile_id = excluded.profile_id`.execute(db)
  await sql`delete from profile_value where store_id = ${storeId} and profile_id is null`.execute(db)
}

const textsOf = (fields: readonly Field[]) =>
  sql.join(fields.map((field) => sql`(${sql.lit(field.id)}, ${comparableText(field)})`))

function textByField(fields: readonly Field[]) {
  const cases = fields.map((field) => sql`when ${sql.lit(field.id)} then ${comparableText(field)}`)
  return sql`case v.field_id ${sql.join(cases, sql` `)} end`
}
