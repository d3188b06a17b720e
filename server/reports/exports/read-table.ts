import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type pg from 'pg'
import type { Storage } from '../../storage/storage.ts'
import type { CellStyle } from './cells.ts'
import type { ExportTable } from './export-file.ts'
import type { ExportRequest } from './request.ts'

export interface TableQuery {
  storeId: number
  job: number
  /** Author of the export. */
  userId: number
  request: ExportRequest
  /** Current permissions of the author. */
  rights: Rights
  style: CellStyle
  storage: Storage
  secretKey: string
}

/** Reads what one type of export is made of, on the connection of its snapshot. */
export type ReadTable = (client: pg.ClientBase, asked: TableQuery) => Promise<ExportTable>
