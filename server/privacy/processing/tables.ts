import type { ProcessingLine } from '@ruam/contract/privacy/processing.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    processing_record: {
      store_id: number
      id: Generated<number>
      taken_at: Stamp
      taken_by: number | null
      lines: Json<ProcessingLine[]>
    }
  }
}
