import { type RawBuilder, sql } from 'kysely'
import { type Db, escapeLike } from '../../database/db.ts'
import { onePlan } from '../../database/plans.ts'
import type { Field } from '../fields/fields.ts'
import { isLive } from '../fields/live.ts'

/** Length of an indexed prefix; longer input is compared with the whole value. */
const KEY_LETTERS = 60

/** Fields that are found by an index of their column instead. */
const indexed: ReadonlySet<string | undefined> = new Set(['phone', 'email', 'citizen_id'])

/** True if values of the field are indexed; computed ones are not stored. */
export const isIndexed = ({ column, type }: Field) => type !== 'transform_profile' && !indexed.has(column)

export const comparableText = ({ column, id }: Field): RawBuilder<unknown> =>
  column ? sql`${sql.ref(column)}::text` : sql`custom ->> ${sql.lit(String(id))}`

export const valueKeyOf = (text: RawBuilder<unknown>) => sql`left(search_key(${text}), ${sql.lit(KEY_LETTERS)})`
export const indexedHash = (text: RawBuilder<unknown>) => sql`hashtextextended(${text}, 0)`

/**
 * Returns the first values of a field with this prefix that a profile has, up to `most`. A value whose holder has changed is included
 * until settleValues has checked whether other profiles have it.
 */
export async function indexedValuesStartingWith(db: Db, storeId: number, field: Field, text: string, most: number) {
  const start = valueKeyOf(sql`${text}::text`)
  // Read in the order of its index until the page is full: planned by statistics older than an import, all of them might be sorted.
  await onePlan(db, 'on')
  const { rows } = await sql<{ shown: string }>`
    select coalesce(holder.shown, kept.value) as shown
    from (
      select key, hash, profile_id, value from profile_value
      where store_id = ${storeId} and field_id = ${field.id} and key >= ${start} and key < ${start} || ${'\u{10ffff}'}
      order by key, hash
    ) kept
    left join lateral (
      select shown from (
        select ${comparableText(field)} as shown from profile
        where store_id = ${storeId} and id = kept.profile_id and ${isLive()} offset 0
      ) now where ${indexedHash(sql`shown`)} = kept.hash
    ) holder on true
    where search_key(coalesce(holder.shown, kept.value)) like search_key(${escapeLike(text)}) || '%'
      and coalesce(holder.shown, kept.value) is not null
    order by kept.key, kept.hash limit ${most}`.execute(db)
  await onePlan(db, 'off')
  return rows.map((row) => row.shown)
}

export const beginReading = (db: Db, storeId: number) =>
  sql`insert into profile_value_read (store_id) values (${storeId}) on conflict do nothing`.execute(db)

/**
 * Removes the values of deleted or hidden profiles. The next run checks values that other profiles have had as well. Blocks readers
 * until the transaction ends, because they would still see the profiles.
 */
export async function loseValues(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await beginReading(db, storeId)
  await sql`select from profile_value_read where store_id = ${storeId} for share`.execute(db)
  // Deleted at once: a value that is first left without a holder is written twice.
  await sql`delete from profile_value where ctid = any(array(select v.ctid from unnest(${ids}::bigint[]) as who (id)
      cross join lateral (select ctid, value from profile_value
        where store_id = ${storeId} and profile_id = who.id offset 0) v
      where v.value is null))`.execute(db)
  await freeValues(db, storeId, sql`${ids}::bigint[]`)
}

/** Deletes the values of a deleted field that these profiles hold. */
export async function dropFieldValues(db: Db, storeId: number, field: number, ids: readonly number[]): Promise<void> {
  await sql`insert into profile_value (store_id, field_id, key, hash)
    select ${storeId}, ${field}, v.key, v.hash from (select distinct unnest(${ids}::bigint[]) as id) who
    cross join lateral (select key, hash from profile_value
      where store_id = ${storeId} and profile_id = who.id and field_id = ${field} offset 0) v
    on conflict (store_id, field_id, key, hash) do update set profile_id = null, value = null`.execute(db)
  await deleteUnheld(db, storeId)
}

/**
 * Leaves the values that these profiles stand for without a holder, or those that `changed` matches for profile `p` and value `v`. Each is
 * looked up by its key: planned while the table is known to be empty, an array of profiles is compared with all values of the store.
 */
export async function freeValues(db: Db, storeId: number, ids: RawBuilder<unknown>, changed?: RawBuilder<unknown>) {
  const profile = sql`cross join lateral (select * from profile where store_id = ${storeId} and id = who.id offset 0) p`
  await sql`insert into profile_value (store_id, field_id, key, hash, value)
    select ${storeId}, v.field_id, v.key, v.hash, v.value from (select distinct unnest(${ids}) as id) who
    cross join lateral (select field_id, key, hash, value from profile_value
      where store_id = ${storeId} and profile_id = who.id offset 0) v
    ${changed ? sql`${profile} where ${changed}` : sql``}
    on conflict (store_id, field_id, key, hash) do update set profile_id = null`.execute(db)
}

/** Deletes values without a holder that no other profile is known to have had. */
export async function deleteUnheld(db: Db, storeId: number): Promise<void> {
  await sql`delete from profile_value where store_id = ${storeId} and profile_id is null and value is null`.execute(db)
}

/**
 * Has profiles read again that were changed since then, everybody without it: for a writer that leaves updated_at as it is or sets it
 * back, with its transaction.
 */
export async function readAgain(db: Db, storeId: number, since = '-infinity'): Promise<void> {
  await sql`update profile_value_read set updated_at = ${since}::timestamptz, after_id = 0
    where store_id = ${storeId} and updated_at >= ${since}::timestamptz`.execute(db)
}
