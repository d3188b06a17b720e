import type { FileSettings } from '@ruam/contract/files.ts'
import type { Db } from '../core/db.ts'
import type { ColumnFacts } from '../data-sources/column-facts.ts'

export interface NewFile {
  name: string
  /** Bytes. */
  size: number
  type: 'csv'
  storage_key: string
  settings: FileSettings
}

export function insertFile(db: Db, storeId: number, userId: number, file: NewFile) {
  return db
    .insertInto('file')
    .values({ ...file, settings: JSON.stringify(file.settings), store_id: storeId, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export function findFile(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'size', 'type', 'storage_key', 'settings', 'columns', 'facts', 'row_count', 'row_offsets'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type StoredFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

export async function saveSettings(db: Db, storeId: number, id: number, settings: FileSettings): Promise<void> {
  await db
    .updateTable('file')
    .set({ settings: JSON.stringify(settings) })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

interface Loaded {
  columns: string[]
  facts: ColumnFacts[]
  row_count: number
  row_offsets: number[]
}

export async function saveLoaded(
  db: Db,
  storeId: number,
  id: number,
  { columns, facts, row_count, row_offsets }: Loaded,
): Promise<void> {
  await db
    .updateTable('file')
    .set({
      columns: JSON.stringify(columns),
      facts: JSON.stringify(facts),
      row_count,
      row_offsets: JSON.stringify(row_offsets),
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}
