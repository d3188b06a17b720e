import type { ProfileFilter } from '@ruam/contract/customers/profiles.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { RecordFilter } from '@ruam/contract/imports/run.ts'
import type { ExportFileType, ExportType } from '@ruam/contract/reports/exports.ts'

/** What the job of an export carries. Who was chosen one by one stands in `job_profile`. */
export interface ExportRequest {
  type: ExportType
  file_type: ExportFileType
  /** Of the person who asked: headers and words are in it. */
  language: Language
  columns?: string[]
  /** Goes when the export is over. */
  filter?: ProfileFilter
  chosen?: true
  activity_id?: number
  /** Of another list: what narrows it, days as instants. */
  narrowed?: { keyword?: string | undefined; from?: string | undefined; to?: string | undefined }
  /** The rows of a run. */
  run?: { id: number; status: RecordFilter }
}
