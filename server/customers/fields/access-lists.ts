import type { ListedField } from '@ruam/contract/open-api/credentials.ts'
import { sql } from 'kysely'
import { lockNamesVersion, raiseNames } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'
import { type Field, fieldsOf } from './fields.ts'

/** A field in the store's list. */
interface StoreListed {
  field_id: number
  read: boolean
  write: boolean
}

/** The store's list: what programs and the SQL login may read and write at most. */
export interface StoreList {
  reads: ReadonlySet<number>
  writes: ReadonlySet<number>
}

export async function storeListOf(db: Db, storeId: number): Promise<StoreList> {
  const rows = await db
    .selectFrom('profile_api_field')
    .select(['field_id', 'reads', 'writes'])
    .where('store_id', '=', storeId)
    .execute()
  const idsWith = (key: 'reads' | 'writes') => new Set(rows.flatMap((row) => (row[key] ? row.field_id : [])))
  return { reads: idsWith('reads'), writes: idsWith('writes') }
}

/** Returns the fields of the store, which stay as they are until the transaction ends. Called before a list is checked and saved. */
export async function lockFields(db: Db, storeId: number): Promise<Field[]> {
  await lockNamesVersion(db, storeId)
  return fieldsOf(db, storeId, 'en')
}

/** Replaces the store's list. Raises the version of the names, by which the views of the SQL login follow. */
export async function saveStoreList(db: Db, storeId: number, fields: readonly StoreListed[]): Promise<void> {
  const open = fields.filter(({ read, write }) => read || write).toSorted((a, b) => a.field_id - b.field_id)
  const ids = open.map(({ field_id }) => field_id)
  await db
    .deleteFrom('profile_api_field')
    .where('store_id', '=', storeId)
    .where('field_id', '<>', sql<number>`all(${ids}::int[])`)
    .execute()
  await sql`insert into profile_api_field (store_id, field_id, reads, writes)
    select ${storeId}::int, f.* from unnest(${ids}::int[], ${open.map(({ read }) => read)}::boolean[],
      ${open.map(({ write }) => write)}::boolean[]) as f
    on conflict (store_id, field_id) do update set reads = excluded.reads, writes = excluded.writes`.execute(db)
  await raiseNames(db, storeId)
}

/** Replaces the list of an API key. Last uses of closed fields stay. */
export async function saveKeyList(db: Db, storeId: number, id: number, fields: readonly ListedField[]): Promise<void> {
  const { ids, reads, writes } = columnsOf(fields)
  await sql`update credential_field set reads = false, writes = null
    where store_id = ${storeId} and credential_id = ${id} and field_id <> all(${ids}::int[])`.execute(db)
  await sql`insert into credential_field (store_id, credential_id, field_id, reads, writes)
    select ${storeId}::int, ${id}::int, f.* from unnest(${ids}::int[], ${reads}::boolean[], ${writes}::text[]) as f
    on conflict (store_id, credential_id, field_id) do update set reads = excluded.reads, writes = excluded.writes`.execute(
    db,
  )
}

/** Replaces the list of an open API. */
export async function saveOpenApiList(
  db: Db,
  storeId: number,
  id: number,
  fields: readonly ListedField[],
): Promise<void> {
  const { ids, reads, writes } = columnsOf(fields)
  await sql`delete from open_api_field
    where store_id = ${storeId} and open_api_id = ${id} and field_id <> all(${ids}::int[])`.execute(db)
  await sql`insert into open_api_field (store_id, open_api_id, field_id, reads, writes)
    select ${storeId}::int, ${id}::int, f.* from unnest(${ids}::int[], ${reads}::boolean[], ${writes}::text[]) as f
    on conflict (store_id, open_api_id, field_id) do update set reads = excluded.reads, writes = excluded.writes`.execute(
    db,
  )
}

/** The open fields of a list as columns, in one order for all writers. */
function columnsOf(fields: readonly ListedField[]) {
  const open = fields.filter(({ read, write }) => read || write !== null).toSorted((a, b) => a.field_id - b.field_id)
  return {
    ids: open.map(({ field_id }) => field_id),
    reads: open.map(({ read }) => read),
    writes: open.map(({ write }) => write),
  }
}

/** Closes fields to all programs: those that were deleted, or became sensitive. Called after `raiseNames`, for which writers of lists wait. */
export async function closeFields(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  const all = sql<number>`any(${ids}::int[])`
  await db.deleteFrom('profile_api_field').where('store_id', '=', storeId).where('field_id', '=', all).execute()
  await db.deleteFrom('credential_field').where('store_id', '=', storeId).where('field_id', '=', all).execute()
  await db.deleteFrom('open_api_field').where('store_id', '=', storeId).where('field_id', '=', all).execute()
}

/** Runs a change of fields, and closes to all programs those that it made sensitive, also by their source. */
export async function closeSensitive<T>(db: Db, storeId: number, change: () => Promise<T>): Promise<T> {
  const sensitiveOf = async () => (await fieldsOf(db, storeId, 'en')).filter((field) => field.sensitive)
  const before = new Set((await sensitiveOf()).map(({ id }) => id))
  const result = await change()
  const made = (await sensitiveOf()).filter(({ id }) => !before.has(id))
  if (made.length > 0)
    await closeFields(
      db,
      storeId,
      made.map(({ id }) => id),
    )
  return result
}
