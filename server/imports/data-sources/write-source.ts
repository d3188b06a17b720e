import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { DataSourceStatus } from '@ruam/contract/imports/status.ts'
import { sourcesOf } from '@ruam/contract/imports/status.ts'
import { sql } from 'kysely'
import { storeKeys } from '../../customers/changes/keys.ts'
import { markMatchKeys } from '../../customers/fields/field-queries.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { discardFiles } from '../../formats/files/queries.ts'
import { rememberFed } from './fed-columns.ts'

/**
 * Changes the sent parts of a data source; `seen`: the version that the caller has read, if it counts. False if there is a newer one, or
 * none. Throws on a name that is taken (index data_source_name).
 */
export async function changeDataSource(
  db: Db,
  storeId: number,
  id: number,
  change: { name?: string; description?: string; enabled?: boolean },
  seen?: string,
): Promise<boolean> {
  let source = db
    .updateTable('data_source')
    .set({ ...change, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  if (seen !== undefined) source = source.where('updated_at', '=', sql<string>`${seen}::timestamptz`)
  return (await source.executeTakeFirst()).numUpdatedRows > 0n
}

/**
 * Releases the files of a deleted data source and its runs, unless another data source uses them: their rows can no longer be requested.
 * Returns their storage keys, which the caller removes after the commit.
 */
export function discardSourceFiles(db: Db, storeId: number, id: number): Promise<string[]> {
  return discardFiles(
    db,
    storeId,
    sql<boolean>`id in (
      select file_id from data_source where store_id = ${storeId} and id = ${id}
      union select file_id from run where store_id = ${storeId} and data_source_id = ${id})
      and not exists (select from data_source d
        where d.store_id = ${storeId} and d.file_id = file.id and d.deleted_at is null)
      and not exists (select from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
        where r.store_id = ${storeId} and r.file_id = file.id and d.deleted_at is null)`,
  )
}

/** Deletes a data source that nothing works on, and for which no items wait; false when something does, or there is none. */
export async function deleteDataSource(db: Db, storeId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_source')
    .set({ deleted_at: sql<string>`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', ['loading', 'waiting', 'processing'])
    .where(sql<boolean>`not exists (select from receipt
      where store_id = ${storeId} and data_source_id = ${id} and done_at is null)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when there is none. */
export async function setEnabled(db: Db, storeId: number, id: number, enabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_source')
    .set({ enabled, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces the file with a new one, whose load has this `status`; another header drops the mapping, and a mapping never repeats that every row is new. `also`: further statuses that the caller allows. Returns false if the status forbids it. */
export async function replaceFile(
  db: Db,
  storeId: number,
  id: number,
  next: { file_id: number; status: DataSourceStatus; signature: string | null },
  also: readonly DataSourceStatus[] = [],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_source')
    .set({
      file_id: next.file_id,
      status: next.status,
      version: sql`version + 1`,
      mapping: sql`case when exists (select from file where file.store_id = data_source.store_id
        and file.id = data_source.file_id and header_signature = ${next.signature}) then mapping - 'every_row_is_new' end`,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('type', '=', 'local_file')
    .where('status', 'in', [...mayTakeFile, ...also])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await rememberFed(db, storeId, id)
  return true
}

/** Whatever was run, or could not be read. */
const mayTakeFile: DataSourceStatus[] = ['success', 'process_failed', 'ready_to_update', 'load_failed']

/** Sets the status of a data source with an unreadable file to that of its new load. */
export async function retryDataSource(db: Db, storeId: number, id: number, status: DataSourceStatus): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_source')
    .set({ status, version: sql`version + 1`, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'load_failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Throws on a name that is taken (index data_source_name) and on a file that is used (data_source_file). */
export function insertDataSource(
  db: Db,
  storeId: number,
  userId: number,
  values: {
    name: string
    description: string
    status: DataSourceStatus
    file_id?: number
    type?: 'openapi'
  },
) {
  return db
    .insertInto('data_source')
    .values({ ...values, store_id: storeId, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Moves a data source if its status allows it, in one statement; false when it does not. Statuses: product decisions section 3. */
export async function moveDataSource(
  db: Db,
  storeId: number,
  id: number,
  to: DataSourceStatus,
  from = sourcesOf(to),
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_source')
    .set({ status: to, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Saves a mapping where the status allows one; what was run becomes ready_to_update. False when it does not. */
export async function saveMapping(db: Db, storeId: number, id: number, mapping: MappingBody): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_source')
    .set({
      mapping: JSON.stringify(mapping),
      version: sql`version + 1`,
      status: sql<DataSourceStatus>`case when type = 'openapi' then status when status in ('ready_to_map', 'ready') then 'ready' else 'ready_to_update' end`,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', [...new Set([...sourcesOf('ready'), ...sourcesOf('ready_to_update')])].filter(isEditable))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await rememberFed(db, storeId, id)
  return true
}

/** waiting and processing reach ready and ready_to_update too, but by a cancel. */
const isEditable = (status: DataSourceStatus) => status !== 'waiting' && status !== 'processing'

/** Makes custom fields match keys, and puts the values they have so far where an import looks them up. */
export async function makeMatchKeys(db: Db, storeId: number, fieldIds: number[]): Promise<void> {
  if (fieldIds.length > 0) await storeKeys(db, storeId, await markMatchKeys(db, storeId, fieldIds))
}
