import { z } from 'zod'
import {
  byId,
  Description,
  Direction,
  Exists,
  Id,
  Keyword,
  Name,
  Page,
  ProfileId,
  pageOf,
  sortBy,
  Text,
  Time,
  TimeText,
} from './common.ts'
import { MAX_FILE_COLUMNS } from './constants.ts'
import { feature } from './endpoint.ts'
import { FileSettings, fileTypes } from './files.ts'
import { FieldValue } from './profiles.ts'
import { dataSourceStatuses, recordStatuses, runStatuses } from './status.ts'
import { dataTypes } from './system-fields.ts'

const Stats = z.object({
  total: z.int(),
  pending: z.int(),
  /** The last run's added. */
  success: z.int(),
  update: z.int(),
  duplicate: z.int(),
  failed: z.int(),
})

export const DataSource = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  status: z.enum(dataSourceStatuses),
  type: z.enum(['local_file', 'openapi']),
  enabled: z.boolean(),
  stats: Stats,
  author: z.object({ id: Id, name: z.string() }).nullable(),
  created_at: Time,
  updated_at: Time,
})
export type DataSource = z.infer<typeof DataSource>

/** added + updated + duplicated + failed = total once the run is over; conflicts are among the failed. */
export const RunStats = z.object({
  added: z.int(),
  updated: z.int(),
  duplicated: z.int(),
  failed: z.int(),
  conflict: z.int(),
  total: z.int(),
})

export const Run = z.object({
  run_id: z.string(),
  kind: z.enum(['dry', 'real']),
  status: z.enum(runStatuses),
  /** 0 to 1. */
  progress: z.number(),
  stats: RunStats,
  /** Seconds that are left, when that can be told. */
  eta: z.number().nullable(),
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
  /** A dry run answers for the mapping it was made with. */
  outdated: z.boolean(),
  created_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
})
export type Run = z.infer<typeof Run>

/** A column of the file: its id is its place, counted from 1. */
export const Column = z.object({ id: z.string(), name: z.string() })
const ColumnId = z.string().regex(/^[1-9]\d{0,2}$/)

export const overwriteModes = ['always', 'if_empty', 'never'] as const
export const matchModes = ['both', 'new', 'existing'] as const

export const MappingRow = z.strictObject({
  source_schema_id: ColumnId,
  destination_id: Id,
  destination_type: z.enum(['system_profile', 'custom_profile']),
  /** What happens to a value the profile already has. */
  overwrite: z.enum(overwriteModes).default('always'),
})
export type MappingRow = z.output<typeof MappingRow>

export const Match = z.strictObject({
  /** Field ids in the order they are asked: the first that finds somebody decides. */
  keys: z.array(Id).max(5),
  mode: z.enum(matchModes),
})

export const MappingBody = z.strictObject({
  activity_id: z.null().default(null),
  labels: z.array(Id).max(0).default([]),
  mapping: z.array(MappingRow).max(MAX_FILE_COLUMNS),
  match: Match,
})
export type MappingBody = z.output<typeof MappingBody>

const Suggestion = z.object({
  source_schema_id: z.string(),
  /** Null when the column is left out unless somebody says otherwise. */
  destination_id: Id.nullable(),
  /** Why it was or was not mapped. */
  reason: z.enum(['keyword', 'content', 'ambiguous', 'vetoed', 'unknown', 'empty']),
  /** The type a new custom field of this column would have. */
  data_type: z.enum(dataTypes),
})

export const Mapping = z.object({
  activity_id: Id.nullable(),
  labels: z.array(Id),
  mapping: z.array(MappingRow),
  match: Match,
  /** False until somebody has saved a mapping: what is shown is the suggestion. */
  saved: z.boolean(),
  source_schema: z.array(Column),
  preview_data: z.array(z.object({ id: z.string(), values: z.array(z.string()) })),
  profile_fields: z.array(
    z.object({
      id: Id,
      field_name: z.string(),
      display_name: z.string(),
      data_type: z.enum(dataTypes),
      field_type: z.string(),
    }),
  ),
  /** Fields of which a mapping needs one at least: those that can tell people apart or name them. */
  require_fields: z.array(Id),
  source_mapping: z.array(Suggestion),
  updated_at: Time,
})

const SideOfChange = z.object({
  fields: z.array(z.object({ id: Id, name: z.string(), value: FieldValue })),
  label_ids: z.array(Id),
})

/** One row of the file and what it does. */
export const RunRecord = z.object({
  record_no: z.int(),
  status: z.enum(recordStatuses),
  profile_id: ProfileId.nullable(),
  data: z.array(z.object({ id: z.string(), value: z.string(), error: z.string().nullable() })),
  change: z
    .object({ activity: z.null(), previous_profile: SideOfChange.nullable(), next_profile: SideOfChange.nullable() })
    .nullable(),
  /** The sentence for the row as a whole. */
  error: z.string().nullable(),
})
export type RunRecord = z.infer<typeof RunRecord>

export const DataSourceQuery = Page.extend({
  keyword: Keyword.optional(),
  status: z.enum(dataSourceStatuses).optional(),
  type: z.enum(['local_file', 'openapi']).optional(),
  created_from: TimeText.optional(),
  created_to: TimeText.optional(),
  start_datetime: TimeText.optional(),
  end_datetime: TimeText.optional(),
  sort_by: sortBy(['updated_at', 'created_at', 'name', 'status'], 'updated_at'),
  sort_dir: Direction.default('desc'),
})
export type DataSourceQuery = z.output<typeof DataSourceQuery>

export const RecordQuery = Page.extend({ status: z.enum([...recordStatuses, 'all']).default('all') })

/** What the head of a file may be refused for. */
const headErrors = [
  'duplicate_column_header',
  'empty_column_header',
  'file_empty',
  'charset_unreadable',
  'quote_unclosed',
  'too_many_columns',
] as const

const RunId = z.string().regex(/^run_\d{1,10}_\d{1,15}_\d{1,15}_[0-9a-z]{8}$/)
const byRun = byId.extend({ run_id: RunId })
const RunStarted = z.object({ run_id: z.string() })
const read = 'cdp-core.datasource.read'
const create = 'cdp-core.datasource.create'
const execute = 'cdp-core.datasource.execute'

export const dataSources = feature({
  exists: {
    method: 'GET',
    path: '/datasource/exists',
    permission: [create, read],
    query: z.strictObject({ name: Text(1000) }),
    response: Exists,
  },
  /** Reads the head of an uploaded file with the settings given, or the ones it seems to have. */
  validate: {
    method: 'POST',
    path: '/datasource/import/validate',
    permission: create,
    body: z.strictObject({ file_id: Id, file_type: z.enum(fileTypes), settings: FileSettings.partial().optional() }),
    response: z.object({
      file_id: Id,
      file_type: z.enum(fileTypes),
      settings: FileSettings,
      columns: z.array(Column),
      sample: z.array(z.array(z.string())),
      warnings: z.array(z.string()),
    }),
    errors: headErrors,
  },
  /** Loading starts by itself. */
  create: {
    method: 'POST',
    path: '/datasource',
    permission: create,
    body: z.strictObject({
      name: Name,
      description: Description.default(''),
      file_id: Id,
      file_type: z.enum(fileTypes),
      settings: FileSettings.partial().optional(),
    }),
    response: z.object({ datasource_id: Id }),
    errors: ['name_taken', 'file_used', ...headErrors],
  },
  list: { method: 'GET', path: '/datasource', permission: read, query: DataSourceQuery, response: pageOf(DataSource) },
  get: {
    method: 'GET',
    path: '/datasource/{id}',
    permission: read,
    params: byId,
    response: DataSource.extend({
      file: z.object({ file_name: z.string(), file_size: z.int(), row_count: z.int().nullable() }).nullable(),
      /** 0 to 1 while the file is being read. */
      load_progress: z.number(),
      error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
      latest_dry_run: z.string().nullable(),
      latest_run: z.string().nullable(),
    }),
  },
  getMapping: {
    method: 'GET',
    path: '/datasource/{id}/mapping',
    permission: read,
    params: byId,
    response: Mapping,
    errors: ['data_source_status'],
  },
  putMapping: {
    method: 'PUT',
    path: '/datasource/{id}/mapping',
    permission: ['cdp-core.datasource.edit', create],
    params: byId,
    body: MappingBody,
    errors: ['data_source_status', 'mapping_invalid'],
  },
  dryRun: {
    method: 'POST',
    path: '/datasource/{id}/execute/dry',
    permission: execute,
    params: byId,
    response: RunStarted,
    errors: ['data_source_status', 'data_source_disabled'],
  },
  run: {
    method: 'POST',
    path: '/datasource/{id}/execute',
    permission: execute,
    params: byId,
    body: z.strictObject({ run_id: RunId }),
    response: RunStarted,
    errors: ['data_source_status', 'data_source_disabled', 'run_outdated', 'pipeline_busy'],
  },
  runs: {
    method: 'GET',
    path: '/datasource/{id}/history',
    permission: read,
    params: byId,
    query: Page,
    response: pageOf(Run),
  },
  getRun: { method: 'GET', path: '/datasource/{id}/history/{run_id}', permission: read, params: byRun, response: Run },
  cancelRun: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/cancel',
    permission: execute,
    params: byRun,
    errors: ['data_source_status'],
  },
  records: {
    method: 'GET',
    path: '/datasource/{id}/history/{run_id}/records',
    permission: read,
    params: byRun,
    query: RecordQuery,
    response: pageOf(RunRecord),
  },
})
