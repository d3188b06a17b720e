import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import type { FileSettings, FileWarning, fileTypes, TableKind } from '@ruam/contract/formats/files.ts'
import type { Generated } from 'kysely'
import type { ColumnFacts } from './column-facts.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    file: {
      store_id: number
      id: Generated<number>
      name: string
      size: number
      type: (typeof fileTypes)[number]
      /** The true kind of a table; null of text, and of a workbook from before it was kept. */
      kind: TableKind | null
      storage_key: string
      /** Key of the rows written by the load, if any. */
      rows_key: string | null
      settings: Json<FileSettings>
      columns: Json<string[]>
      facts: Json<ColumnFacts[]>
      row_count: number | null
      row_offsets: Json<number[]>
      /** SHA-256 of what was uploaded; null of a file from before it was kept. */
      content_hash: Buffer | null
      row_lines: Json<number[]>
      header_signature: string | null
      warnings: Json<FileWarning[]>
      load_status: WithDefault<'none' | 'waiting' | 'loading' | 'loaded' | 'failed'>
      load_progress: WithDefault<number>
      load_error: Json<{ name: ErrorName; details?: Record<string, unknown> } | null>
      load_fence: WithDefault<number>
      created_by: number | null
      created_at: Stamp
      /** When what lies in the storage was given up. */
      removed_at: string | null
    }
  }
}
