import type { ProfileFilter, ProfileOrder } from '@ruam/contract/customers/profiles.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { RecordFilter } from '@ruam/contract/imports/run.ts'
import type { ExportFileType, ExportPurpose, ExportType } from '@ruam/contract/reports/exports.ts'

/** Filters of a list, with days as instants. */
export interface Narrowed {
  keyword?: string | undefined
  from?: string | undefined
  to?: string | undefined
  broadcast_id?: number | undefined
  source?: string | undefined
  channel_id?: number | undefined
  event_type?: string | undefined
  status?: string | undefined
  answered?: 'yes' | 'no' | undefined
}

/** Request of an export job. Selected ids are in `job_profile`. */
export interface ExportRequest {
  type: ExportType
  file_type: ExportFileType
  /** Language of headers and words. */
  language: Language
  columns?: string[]
  line_link?: true
  purpose?: ExportPurpose
  /** Sensitive fields are included. The reason is in the audit log alone. */
  sensitive?: true
  with_empty?: true
  /** Goes when the export is over. */
  filter?: ProfileFilter
  order?: ProfileOrder
  chosen?: true
  activity_id?: number
  /** For other lists. */
  narrowed?: Narrowed
  /** The rows of a run. */
  run?: { id: number; status: RecordFilter }
}
