import { addAbortSignal, Readable } from 'node:stream'
import { may, type Permission } from '@ruam/contract/platform/permissions.ts'
import type pg from 'pg'
import { rightsNow } from '../../access/roles/rights-now.ts'
import { exportPrefixOf, timeZoneOf } from '../../access/stores/queries.ts'
import { ApiError } from '../../core/api-error.ts'
import { contextOf } from '../../core/context.ts'
import { onConnection } from '../../database/db.ts'
import { csvLine, guarded } from '../../formats/files/csv-line.ts'
import { zonedHeader } from '../../formats/files/zoned-header.ts'
import type { Core } from '../../servers/core.ts'
import { type Storage, StorageFull, TooLarge } from '../../storage/storage.ts'
import { activityTable } from './activity-table.ts'
import type { ExportTable } from './export-file.ts'
import { historyTable } from './history-table.ts'
import { listTable } from './list-table.ts'
import { profileTable } from './profile-table.ts'
import type { ReadTable } from './read-table.ts'
import type { ExportRequest } from './request.ts'
import { workbookOf } from './workbook.ts'

const tables: Partial<Record<ExportRequest['type'], ReadTable>> = {
  profile: profileTable,
  activity: activityTable,
  preview_history: historyTable,
}

/** Maximum bytes of a file, so that no export fills a disk. */
const MAX_BYTES = 8 * 1024 ** 3

/** Progress of a file being made. */
export interface FileProgress {
  rows: number
  total: number | undefined
  /** Required permissions. */
  rights: Permission[]
}

/** A complete file in the storage. */
export interface MadeFile {
  storage_key: string
  rows: number
  size: number
  cut: number
  columns: number
}

interface FileAsked {
  storeId: number
  userId: number
  job: number
  request: ExportRequest
}

/**
 * Makes the file of an export in one snapshot: concurrent changes are not in it. Rows are streamed into the storage, which keeps no
 * unfinished file.
 */
export async function makeFile(
  { pool, storage, config, disk }: Pick<Core, 'pool' | 'storage' | 'config' | 'disk'>,
  asked: FileAsked,
  making: FileProgress,
  signal: AbortSignal,
): Promise<MadeFile> {
  const { storeId, request } = asked
  const client = await pool.connect()
  let cut = 0
  try {
    await client.query(
      `begin isolation level repeatable read; ${contextOf(storeId)}; set local jit = off; set local datestyle = 'ISO, YMD'`,
    )
    const table = await tableOf(client, asked, storage, config.secretKey)
    // With statistics from before a large import, a plan would read the whole table for each block.
    await client.query('set local enable_seqscan = off; set local enable_mergejoin = off')
    making.total = table.total
    making.rights = ['cdp-core.profile.download', ...table.rights]
    const written = { making, room: async () => disk?.room(signal) }
    const content =
      request.file_type === 'csv' ? csvOf(table, written) : xlsxOf(table, written, (cells) => (cut = cells))
    const source = addAbortSignal(signal, Readable.from(content, { objectMode: false }))
    // An abort before the storage listens would be an uncaught error and end the worker.
    source.on('error', () => {})
    const { key, size } = await storage.put(storeId, source, MAX_BYTES)
    await client.query('commit')
    client.release()
    return { storage_key: key, rows: making.rows, size, cut, columns: table.columns.length }
  } catch (error) {
    // It may be in the middle of a statement: the connection goes with it.
    client.release(true)
    if (signal.aborted) throw signal.reason
    if (error instanceof StorageFull) throw new ApiError('storage_full')
    if (error instanceof TooLarge) throw new ApiError('export_too_large')
    throw error
  }
}

async function tableOf(
  client: pg.ClientBase,
  { storeId, userId, job, request }: FileAsked,
  storage: Storage,
  secretKey: string,
): Promise<ExportTable> {
  const db = onConnection(client)
  const rights = await rightsNow(db, storeId, userId)
  if (!rights || !may(rights, 'cdp-core.profile.download')) throw new ApiError('export_right_lost')
  const style = {
    format: request.file_type === 'csv' ? ('csv' as const) : ('text' as const),
    language: request.language,
    timeZone: await timeZoneOf(db, storeId),
    mark: await exportPrefixOf(db, storeId),
    plain: request.purpose !== undefined && request.purpose !== 'back',
  }
  const table = await (tables[request.type] ?? listTable)(client, {
    ...{ storeId, job, userId, request, rights, style, storage, secretKey },
  })
  if (!may(rights, ...table.rights)) throw new ApiError('export_right_lost')
  const columns = table.columns.map(({ header, type }) => ({
    header: type === 'instant' ? zonedHeader(header, style.timeZone) : header,
    type,
  }))
  return { ...table, columns }
}

interface Written {
  making: FileProgress
  /** Waits until the disk has room. */
  room(): Promise<void>
}

async function* counted({ rows }: Pick<ExportTable, 'rows'>, { making, room }: Written) {
  for await (const piece of rows) {
    await room()
    making.rows += piece.rows
    if (piece.content.length > 0) yield piece.content
  }
}

async function* csvOf(table: ExportTable, written: Written) {
  const header = csvLine(table.columns.map(({ header }) => guarded(header)))
  // Lines end as PostgreSQL ends them.
  yield `\ufeff${header.replace(/\r\n$/, '\n')}`
  yield* counted(table, written)
}

async function* xlsxOf(table: ExportTable, written: Written, cutCells: (count: number) => void) {
  const { sheet, columns } = table
  const job = { sheet, columns: columns.map(({ header, type }) => ({ header, type })) }
  yield* workbookOf(counted(table, written), job, ({ cut }) => cutCells(cut))
}
