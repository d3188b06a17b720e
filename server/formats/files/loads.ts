import { isDeepStrictEqual } from 'node:util'
import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import type { FileSettings, FileWarning } from '@ruam/contract/formats/files.ts'
import { dataSourceEvent } from '@ruam/contract/imports/run-notices.ts'
import type { DataSourceStatus } from '@ruam/contract/imports/status.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { publish, pushCommand } from '../../push/publish.ts'
import type { Core } from '../../servers/core.ts'
import type { ColumnFacts } from './column-facts.ts'

/**
 * Makes sure that a file is loaded, or being loaded, with exactly these settings; other settings, and a load that failed, begin
 * again. Data sources of the file that wait for it (waiting_for_load) are moved along. The job is part of the transaction.
 * Throws file_used when what an earlier load found is already built on: beginning again would take it away.
 */
export async function requestLoad(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  fileId: number,
  settings: FileSettings,
): Promise<'waiting' | 'loading' | 'loaded'> {
  const file = await db
    .selectFrom('file')
    .select(['load_status', 'settings'])
    .where('store_id', '=', storeId)
    .where('id', '=', fileId)
    // Until the caller commits, no load can end without its data source.
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { load_status: now } = file
  if (now !== 'none' && now !== 'failed' && sameSettings(file.settings, settings)) {
    await moveAlong(db, storeId, fileId, now)
    return now
  }
  if (await isInUse(db, storeId, fileId)) throw new ApiError('file_used')
  await db
    .updateTable('file')
    .set({
      settings: JSON.stringify(settings),
      load_status: 'waiting',
      load_progress: 0,
      load_error: null,
      // A worker that loads with other settings is fenced off.
      load_fence: sql`load_fence + 1`,
      columns: '[]',
      facts: '[]',
      row_count: null,
      row_offsets: '[]',
      row_lines: '[]',
      header_signature: null,
      warnings: '[]',
    })
    .where('store_id', '=', storeId)
    .where('id', '=', fileId)
    .execute()
  await core.jobs.enqueue(db, 'file-load', { store_id: storeId, file_id: fileId })
  await pushCommand(db, 'datasource-load', { store_id: storeId, file_id: fileId })
  return 'waiting'
}

const notYetLoaded: DataSourceStatus[] = ['ready_to_load', 'waiting_for_load', 'loading', 'load_failed']

async function isInUse(db: Db, storeId: number, fileId: number): Promise<boolean> {
  const row = await db
    .selectFrom('data_source')
    .select('id')
    .where('store_id', '=', storeId)
    .where('file_id', '=', fileId)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', notYetLoaded)
    .executeTakeFirst()
  return row !== undefined
}

const settingNames = ['delimiter', 'quotes', 'charset', 'header_row', 'drop_empty_last', 'sheet'] as const

function sameSettings(a: FileSettings, b: FileSettings): boolean {
  return settingNames.every((name) => a[name] === b[name]) && isDeepStrictEqual(a.more_sheets, b.more_sheets)
}

/** Which status a file's data source has while its load is in this one. */
const followed = { waiting: null, loading: 'loading', loaded: 'ready_to_map', failed: 'load_failed' } as const

/** Moves the data sources that wait for this file (product decisions section 3: waiting_for_load, loading, then the outcome). */
async function moveAlong(db: Db, storeId: number, fileId: number, load: keyof typeof followed): Promise<void> {
  const to = followed[load]
  if (to === null) return
  const from: DataSourceStatus[] = to === 'loading' ? ['waiting_for_load'] : ['waiting_for_load', 'loading']
  await db
    .updateTable('data_source')
    .set({ status: to, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('file_id', '=', fileId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', from)
    .execute()
  await publishLoad(db, storeId, fileId)
}

/** Publishes how far the file of a data source is read, when the transaction commits. */
async function publishLoad(db: Db, storeId: number, fileId: number): Promise<void> {
  const sources = await db
    .selectFrom('data_source')
    .innerJoin('file', (join) =>
      join.onRef('file.store_id', '=', 'data_source.store_id').onRef('file.id', '=', 'data_source.file_id'),
    )
    .select(['data_source.id', 'data_source.status', 'file.load_progress'])
    .where('data_source.store_id', '=', storeId)
    .where('data_source.file_id', '=', fileId)
    .where('data_source.deleted_at', 'is', null)
    .execute()
  for (const { id, status, load_progress } of sources) {
    await publish(db, dataSourceEvent, { storeId, data: { datasource_id: id, status, load_progress } })
  }
}

/** Data sources before the file, as a call has them that moves one and then asks for the load: no two wait for each other. */
async function lockDataSources(db: Db, storeId: number, fileId: number): Promise<void> {
  await db
    .selectFrom('data_source')
    .select('id')
    .where('store_id', '=', storeId)
    .where('file_id', '=', fileId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Claims the load; nothing comes back when there is nothing to load. A later claim fences this one off. */
export async function claimLoad(db: Db, storeId: number, fileId: number) {
  await lockDataSources(db, storeId, fileId)
  const file = await db
    .updateTable('file')
    .set({ load_status: 'loading', load_fence: sql`load_fence + 1`, load_progress: 0, load_error: null })
    .where('store_id', '=', storeId)
    .where('id', '=', fileId)
    // A worker that died while loading is followed by one that begins again.
    .where('load_status', 'in', ['waiting', 'loading'])
    .where('removed_at', 'is', null)
    .returning(['id', 'type', 'kind', 'storage_key', 'rows_key', 'size', 'settings', 'load_fence'])
    .executeTakeFirst()
  if (file) await moveAlong(db, storeId, fileId, 'loading')
  return file
}

export type ClaimedFile = NonNullable<Awaited<ReturnType<typeof claimLoad>>>

/** Result of loading. */
export interface LoadedRows {
  columns: string[]
  facts: ColumnFacts[]
  row_count: number
  row_offsets: number[]
  row_lines: number[]
  rows_key: string | null
  header_signature: string | null
  warnings: FileWarning[]
}

/** Progress from 0 to 1. False when another worker has claimed the load since, or it was asked for with other settings. */
export async function noteProgress(
  db: Db,
  storeId: number,
  file: ClaimedFile,
  load_progress: number,
): Promise<boolean> {
  const { numUpdatedRows } = await mine(db, storeId, file).set({ load_progress }).executeTakeFirst()
  if (numUpdatedRows > 0n) await publishLoad(db, storeId, file.id)
  return numUpdatedRows > 0n
}

/** Ends the load and moves the file's data sources with it; false as noteProgress. */
export async function endLoad(
  db: Db,
  storeId: number,
  file: ClaimedFile,
  outcome: LoadedRows | { error: { name: ErrorName; details?: Record<string, unknown> } },
): Promise<boolean> {
  await lockDataSources(db, storeId, file.id)
  const set =
    'error' in outcome
      ? { load_status: 'failed' as const, load_error: JSON.stringify(outcome.error) }
      : {
          ...outcome,
          columns: JSON.stringify(outcome.columns),
          facts: JSON.stringify(outcome.facts),
          row_offsets: JSON.stringify(outcome.row_offsets),
          row_lines: JSON.stringify(outcome.row_lines),
          warnings: JSON.stringify(outcome.warnings),
          load_status: 'loaded' as const,
          load_progress: 1,
        }
  const { numUpdatedRows } = await mine(db, storeId, file).set(set).executeTakeFirst()
  if (numUpdatedRows > 0n) await moveAlong(db, storeId, file.id, set.load_status)
  return numUpdatedRows > 0n
}

const mine = (db: Db, storeId: number, file: ClaimedFile) =>
  db
    .updateTable('file')
    .where('store_id', '=', storeId)
    .where('id', '=', file.id)
    .where('load_status', '=', 'loading')
    .where('removed_at', 'is', null)
    .where('load_fence', '=', file.load_fence)
