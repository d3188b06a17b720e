import type { FileKind, FileSettings, fileTypes, TableKind } from '@ruam/contract/formats/files.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'

export type FileType = (typeof fileTypes)[number]

/** Returns the true kind of a file. Tables from before kinds were kept are workbooks. */
export const kindOf = ({ type, kind }: { type: FileType; kind?: TableKind | null }): FileKind =>
  type === 'xlsx' ? (kind ?? 'xlsx') : type

interface NewFile {
  name: string
  /** Bytes. */
  size: number
  type: FileType
  kind?: TableKind | null
  storage_key: string
  content_hash: Buffer
  settings: FileSettings
}

export function insertFile(db: Db, storeId: number, userId: number, file: NewFile) {
  return db
    .insertInto('file')
    .values({ ...file, settings: JSON.stringify(file.settings), store_id: storeId, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A file that lies in the storage; undefined also of one that was given up. */
export function findFile(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('file')
    .select([
      'id',
      'name',
      'size',
      'type',
      'kind',
      'storage_key',
      'rows_key',
      'settings',
      'columns',
      'facts',
      'row_count',
      'row_offsets',
      'row_lines',
      'header_signature',
      'warnings',
      'load_status',
      'load_progress',
      'load_error',
      'created_by',
    ])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export type StoredFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Gives up what lies in the storage of these files, and what a load found in it; answers where it lies, for the caller to remove. */
export async function discardFiles(db: Db, storeId: number, which: RawBuilder<boolean>): Promise<string[]> {
  const rows = await db
    .updateTable('file')
    .set({ removed_at: sql`clock_timestamp()`, facts: '[]', row_offsets: '[]', row_lines: '[]' })
    .where('store_id', '=', storeId)
    .where('removed_at', 'is', null)
    .where(which)
    .returning(['storage_key', 'rows_key'])
    .execute()
  return rows.flatMap(({ storage_key, rows_key }) => (rows_key === null ? [storage_key] : [storage_key, rows_key]))
}
