import type { ErrorName } from '@ruam/contract/errors.ts'
import type { FileSettings, FileWarning, fileTypes } from '@ruam/contract/files.ts'
import type { MappingBody } from '@ruam/contract/mapping.ts'
import type { DataSourceStatus, RecordStatus, RunStatus } from '@ruam/contract/status.ts'
import type { DataType, systemFields } from '@ruam/contract/system-fields.ts'
import type { ColumnType, Generated } from 'kysely'
import type { RowError } from '../data-sources/decide.ts'
import type { ColumnFacts } from '../files/column-facts.ts'

/** Instants and dates travel as text, see db.ts. */
type Stamp = Generated<string>
/** jsonb: read as it is, written as JSON text. */
type Json<T> = ColumnType<T, string | null | undefined, string | null>
type Kept<T> = ColumnType<T, T | undefined, T>

interface Timed {
  created_at: Stamp
  updated_at: Stamp
}

type Field = (typeof systemFields)[number]

/** The columns of the system fields. */
export type ProfileColumns = {
  [F in Field as F['column']]: F['data_type'] extends 'Number' ? number | null : string | null
}

/** The tables the application role works with, as the migrations make them. */
export interface Tables {
  store: Timed & { store_id: Generated<number>; name: string; time_zone: Kept<string>; era: Kept<'ce' | 'be'> }
  users: { id: number; first_name: string; last_name: string; email: string; language: 'th' | 'en'; era: 'ce' | 'be' }
  role: Timed & { store_id: number; id: Generated<number>; name: string; preset: Kept<boolean>; permissions: string[] }
  store_member: { store_id: number; user_id: number; role_id: number; created_at: Stamp; removed_at: string | null }
  audit_log: {
    store_id: number
    id: Generated<number>
    at: Stamp
    user_id: number | null
    action: string
    subject_type: string
    subject_id: string | null
    details: Json<Record<string, unknown>>
    request_id: string | null
  }
  profile_field: Timed & {
    store_id: number
    id: Generated<number>
    field_name: string
    display_name: string
    data_type: DataType
    field_type: Kept<'custom_profile' | 'transform_profile'>
    sensitive: Kept<boolean>
    match_key: Kept<boolean>
    created_by: number | null
  }
  profile: Timed &
    ProfileColumns & {
      store_id: number
      id: Generated<number>
      custom: Json<Record<string, string | number | boolean>>
      search_key: Generated<string>
      origin_run: number | null
      origin_row: number | null
      sources: Json<Record<string, [source: string, id: number, row: number]>>
      created_by: number | null
      deleted_at: string | null
      merged_into: number | null
    }
  profile_total: { store_id: number; live: number }
  profile_key: { store_id: number; field_id: number; value: string; profile_id: number }
  label: Timed & {
    store_id: number
    id: Generated<number>
    name: string
    description: Kept<string>
    color: string
    type: 'general' | 'advanced'
    display_enabled: Kept<boolean>
    target_count: Kept<number>
    created_by: number | null
  }
  profile_label: {
    store_id: number
    label_id: number
    profile_id: number
    source: 'rule' | 'manual_add' | 'manual_remove' | 'import'
    run_id: number | null
  }
  activity_field: Timed & {
    store_id: number
    id: Generated<number>
    field_name: string
    display_name: string
    data_type: DataType
    field_type: Kept<'custom_activity' | 'transform_activity'>
    status: Kept<string>
  }
  activity_type: Timed & {
    store_id: number
    id: Generated<number>
    name: string
    description: Kept<string>
    field_ids: Kept<number[]>
  }
  user_preference: {
    store_id: number
    user_id: number
    datasource_cont_alert_dismiss: Kept<number[]>
    profile_list_column: Json<{ column_id: string; sort_id: number; enabled: boolean }[]>
    updated_at: Stamp
  }
  hourly_count: { store_id: number; hour: string; metric: string; channel: string; value: number }
  file: {
    store_id: number
    id: Generated<number>
    name: string
    size: number
    type: (typeof fileTypes)[number]
    storage_key: string
    /** Of the rows as the load wrote them down, where it did. */
    rows_key: string | null
    settings: Json<FileSettings>
    columns: Json<string[]>
    facts: Json<ColumnFacts[]>
    row_count: number | null
    row_offsets: Json<number[]>
    header_signature: string | null
    warnings: Json<FileWarning[]>
    load_status: Kept<'none' | 'waiting' | 'loading' | 'loaded' | 'failed'>
    load_progress: Kept<number>
    load_error: Json<{ name: ErrorName; details?: Record<string, unknown> } | null>
    load_fence: Kept<number>
    created_by: number | null
    created_at: Stamp
  }
  data_source: Timed & {
    store_id: number
    id: Generated<number>
    name: string
    description: Kept<string>
    type: Kept<'local_file' | 'openapi'>
    status: Kept<DataSourceStatus>
    enabled: Kept<boolean>
    file_id: number | null
    mapping: Json<MappingBody | null>
    version: Kept<number>
    stats: Json<{ total: number; pending: number; success: number; update: number; duplicate: number; failed: number }>
    created_by: number | null
    deleted_at: string | null
  }
  run: {
    store_id: number
    id: Generated<number>
    run_id: string
    data_source_id: number
    kind: 'dry' | 'real'
    status: Kept<RunStatus>
    version: number
    mapping: Json<MappingBody>
    file_id: number
    dry_run_id: number | null
    total: number
    done: Kept<number>
    added: Kept<number>
    updated: Kept<number>
    duplicated: Kept<number>
    failed: Kept<number>
    conflict: Kept<number>
    activities: Kept<number>
    error: Json<{ name: string; details?: Record<string, unknown> } | null>
    cancel_requested: Kept<boolean>
    fence: Kept<number>
    created_by: number | null
    created_at: Stamp
    started_at: string | null
    finished_at: string | null
  }
  run_record: {
    store_id: number
    run: number
    record_no: number
    status: RecordStatus
    profile_id: number | null
    changes: Json<Record<string, [before: unknown, after: unknown]> | null>
    matched_by: number | null
    adds_activity: boolean | null
    error: Json<RowError | null>
  }
}
