import type { ErrorName } from '@ruam/contract/errors.ts'
import type { FileSettings, FileWarning, fileTypes } from '@ruam/contract/files.ts'
import type { ActivityFormula, ProfileFormula } from '@ruam/contract/formulas.ts'
import type { JobKind } from '@ruam/contract/jobs.ts'
import type { MappingBody } from '@ruam/contract/mapping.ts'
import type { duplicateReasons } from '@ruam/contract/profile-duplicates.ts'
import type { ViewDefinition } from '@ruam/contract/profile-views.ts'
import type { DataSourceStatus, RecordStatus, RunStatus } from '@ruam/contract/status.ts'
import type { DataType, systemFields } from '@ruam/contract/system-fields.ts'
import type { ColumnType, Generated } from 'kysely'
import type { ColumnFacts } from '../files/column-facts.ts'
import type { StoredError } from '../import-run/write-records.ts'

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

/** Where values came from, by field id: the kind of source, which one, and the row of a file. */
export type Sources = Record<
  string,
  [source: 'run' | 'user' | 'api_key' | 'line' | 'system' | 'merge' | 'undo', id: number | null, row?: number]
>

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
    formula: Json<ProfileFormula | null>
    sensitive: Kept<boolean>
    match_key: Kept<boolean>
    converting_to: DataType | null
    created_by: number | null
  }
  profile: Timed &
    ProfileColumns & {
      store_id: number
      id: Generated<number>
      custom: Json<Record<string, string | number | boolean>>
      search_key: Generated<string>
      custom_search: Generated<string | null>
      origin_run: number | null
      origin_row: number | null
      sources: Json<Sources>
      created_by: number | null
      deleted_at: string | null
      merged_into: number | null
    }
  profile_total: { store_id: number; live: number }
  profile_key: { store_id: number; field_id: number; value: string; profile_id: number }
  profile_value: {
    store_id: number
    field_id: number
    key: string
    hash: number
    profile_id: number | null
    value: string | null
  }
  profile_value_read: { store_id: number; updated_at: Kept<string>; after_id: Kept<number> }
  profile_contact: {
    store_id: number
    profile_id: number
    field_id: number
    value: string
    source: 'merge'
    source_id: number
    created_at: Stamp
  }
  identity: {
    store_id: number
    kind: 'line' | 'facebook'
    scope: string
    value: string
    profile_id: number
    created_at: Stamp
  }
  erasure: { store_id: number; key_hash: Buffer; profile_id: number; erased_at: Stamp }
  erased_profile: { store_id: number; profile_id: number; erased_at: Stamp }
  erasure_mention: {
    store_id: number
    id: Generated<number>
    erased_id: number
    place: string
    field: string
    row_key: string
    profile_id: number | null
    found_at: Stamp
    outcome: 'kept' | 'cleaned' | null
    settled_at: string | null
    settled_by: number | null
  }
  consent_purpose: Timed & { store_id: number; id: Generated<number>; name: string; description: Kept<string> }
  consent_entry: {
    store_id: number
    id: Generated<number>
    profile_id: number
    purpose_id: number
    status: 'granted' | 'withdrawn'
    source: 'user' | 'run' | 'api_key' | 'line'
    at: Stamp
    created_by: number | null
    note: string | null
  }
  label: Timed & {
    store_id: number
    id: Generated<number>
    name: string
    description: Kept<string>
    color: string
    type: 'general' | 'advanced'
    display_enabled: Kept<boolean>
    auto_apply_enabled: Kept<boolean>
    segment_rule: Json<unknown>
    target_count: Kept<number>
    created_by: number | null
  }
  profile_label: {
    store_id: number
    label_id: number
    profile_id: number
    source: 'rule' | 'manual_add' | 'manual_remove' | 'import'
    run_id: number | null
    taken_at: Kept<string | null>
  }
  activity_field: Timed & {
    store_id: number
    id: Generated<number>
    field_name: string
    display_name: string
    data_type: DataType
    field_type: Kept<'custom_activity' | 'transform_activity'>
    formula: Json<ActivityFormula | null>
    status: Kept<string>
    converting_to: DataType | null
    purpose: 'note' | null
  }
  activity_type: Timed & {
    store_id: number
    id: Generated<number>
    name: string
    description: Kept<string>
    field_ids: Kept<number[]>
    purpose: 'note' | null
  }
  user_preference: {
    store_id: number
    user_id: number
    datasource_cont_alert_dismiss: Kept<number[]>
    profile_list_column: Json<
      { column_id: string; sort_id: number; enabled: boolean; width?: number; pinned?: boolean }[]
    >
    profile_view_id: number | null
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
    /** SHA-256 of what was uploaded; null of a file from before it was kept. */
    content_hash: Buffer | null
    row_lines: Json<number[]>
    header_signature: string | null
    warnings: Json<FileWarning[]>
    load_status: Kept<'none' | 'waiting' | 'loading' | 'loaded' | 'failed'>
    load_progress: Kept<number>
    load_error: Json<{ name: ErrorName; details?: Record<string, unknown> } | null>
    load_fence: Kept<number>
    created_by: number | null
    created_at: Stamp
    /** When what lies in the storage was given up. */
    removed_at: string | null
  }
  file_field: { store_id: number; file_id: number; source_schema_id: string; destination_id: number }
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
    undone_at: string | null
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
    /** Rows whose keys point to different people; among the failed. */
    conflict: Kept<number>
    /** Rows that wait for somebody's word whether they are the person found; among the failed. */
    held: Kept<number>
    activities: Kept<number>
    /** Rows about people who were erased; among the failed. */
    erased: Kept<number>
    error: Json<{ name: string; details?: Record<string, unknown> } | null>
    cancel_requested: Kept<boolean>
    fence: Kept<number>
    created_by: number | null
    created_at: Stamp
    started_at: string | null
    finished_at: string | null
    undone_at: string | null
    /** Rows of its file that an undo has taken back by now. */
    undone_to: Kept<number>
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
    /** An activity that was there already and that the row stands for. */
    met_activity: number | null
    error: Json<StoredError | null>
  }
  match_answer: {
    store_id: number
    id: Generated<number>
    key_hash: Buffer
    row_hash: Buffer
    same: boolean
    profile_id: number | null
    person_hash: Buffer | null
    added_id: number | null
    answered_by: number | null
    answered_at: Stamp
  }
  run_profile: {
    store_id: number
    run: number
    profile_id: number
    updated_at: string
    sources: Json<Sources>
    befores: Json<Record<string, unknown>>
  }
  profile_change: {
    store_id: number
    id: Generated<number>
    profile_id: number
    at: Stamp
    source: 'user' | 'api_key' | 'line' | 'system' | 'merge' | 'undo'
    source_id: number | null
    /** Besides field ids, the keys `label:<id>` and `deleted`. */
    changes: Json<Record<string, [before: unknown, after: unknown]>>
    job: number | null
    previous: Json<Record<string, Sources[string] | null>>
  }
  activity: {
    store_id: number
    id: Generated<number>
    profile_id: number
    type_id: number
    activity_at: string
    fields: Json<Record<string, string | number | boolean>>
    run_id: number | null
    row_no: number | null
    created_by: number | null
    created_at: Stamp
  }
  job: {
    store_id: number
    id: Generated<number>
    kind: JobKind
    status: Kept<RunStatus>
    request: Json<object>
    total: number | null
    done: Kept<number>
    changed: Kept<number>
    skipped: Kept<number>
    cursor: Json<unknown>
    result: Json<object>
    error: Json<{ name: string; details?: Record<string, unknown> } | null>
    cancel_requested: Kept<boolean>
    fence: Kept<number>
    created_by: number | null
    created_at: Stamp
    started_at: string | null
    finished_at: string | null
    undone_at: string | null
  }
  job_profile: { store_id: number; job: number; profile_id: number }
  profile_duplicate_key: { store_id: number; profile_id: number; hash: number }
  profile_duplicate: {
    store_id: number
    id: Generated<number>
    low_id: number
    high_id: number
    score: number
    gain: Kept<number>
    reasons: (typeof duplicateReasons)[number][]
    status: Kept<'open' | 'dismissed' | 'merged'>
    chosen: Kept<boolean>
    found_at: Stamp
    settled_at: string | null
    settled_by: number | null
  }
  profile_merge: {
    store_id: number
    id: Generated<number>
    duplicate_id: number
    kept_id: number
    gone_id: number
    labels: Json<Record<string, { source: Tables['profile_label']['source']; run_id: number | null } | null>>
    activities: Kept<number[]>
    consents: Kept<number[]>
    identities: Kept<string[]>
    created_by: number | null
    created_at: Stamp
    undone_at: string | null
    undone_by: number | null
  }
  profile_view: Timed & {
    store_id: number
    id: Generated<number>
    name: string
    shared: Kept<boolean>
    definition: Json<ViewDefinition>
    created_by: number
  }
}
