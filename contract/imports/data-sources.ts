import { z } from 'zod'
import { FileSettings, fileKinds, fileTypes, RequestedSettings } from '../formats/files.ts'
import {
  byId,
  Description,
  Direction,
  Exists,
  From,
  Id,
  type InInstants,
  Keyword,
  Name,
  Page,
  pageOf,
  sortBy,
  Text,
  Time,
  To,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { Column } from './columns.ts'
import { Mapping, MappingSent } from './mapping.ts'
import { dataSourceStatuses } from './status.ts'

export const dataSourceTypes = ['local_file', 'openapi'] as const

/** Senders of a data source: people with files, a connector, or one program. */
const sourceOrigins = ['file', 'connector', 'program'] as const
export type SourceOrigin = (typeof sourceOrigins)[number]

const Stats = z.object({
  total: z.int(),
  pending: z.int(),
  /** The last run's added. */
  success: z.int(),
  update: z.int(),
  duplicate: z.int(),
  failed: z.int(),
  /** Rows that wait for an answer; among the failed. */
  held: z.int(),
})

export const DataSource = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  status: z.enum(dataSourceStatuses),
  type: z.enum(dataSourceTypes),
  origin: z.enum(sourceOrigins),
  /** API key or API token of the origin program; null for what programs sent before each had a source. */
  program_id: Id.nullable(),
  enabled: z.boolean(),
  stats: Stats,
  author: z.object({ id: Id, name: z.string() }).nullable(),
  /** When its latest run was taken back. */
  undone_at: Time.nullable(),
  created_at: Time,
  updated_at: Time,
})
export type DataSource = z.infer<typeof DataSource>

export const DataSourceQuery = Page.extend({
  keyword: Keyword.optional(),
  status: z.enum(dataSourceStatuses).optional(),
  type: z.enum(dataSourceTypes).optional(),
  created_from: From.optional(),
  created_to: To.optional(),
  start_datetime: From.optional(),
  end_datetime: To.optional(),
  sort_by: sortBy(['updated_at', 'created_at', 'name', 'status'], 'updated_at'),
  sort_dir: Direction.default('desc'),
})
export type DataSourceQuery = InInstants<z.output<typeof DataSourceQuery>>

/** Errors of reading the head of a file. */
const headErrors = [
  'duplicate_column_header',
  'empty_column_header',
  'file_empty',
  'charset_unreadable',
  'quote_unclosed',
  'quotes_unclear',
  'no_table',
  'sheet_hidden',
  'too_many_columns',
  'sheet_not_found',
  'workbook_broken',
  'workbook_too_big',
  'json_broken',
  'file_encrypted',
] as const

const read = 'cdp-core.datasource.read'
const create = 'cdp-core.datasource.create'
const edit = 'cdp-core.datasource.edit'

/** A file that was uploaded, and how to read it where that differs from what it seems. */
const UploadedFile = z.strictObject({
  file_id: Id,
  file_type: z.enum(fileTypes),
  settings: RequestedSettings.optional(),
})

const DataSourceFile = z.object({
  file_id: Id,
  /** Null until loading was asked for. */
  import_id: z.string().nullable(),
  file_name: z.string(),
  /** Bytes. */
  file_size: z.int(),
  file_type: z.enum(fileTypes),
  file_kind: z.enum(fileKinds),
  settings: FileSettings,
  row_count: z.int().nullable(),
  /** Dropped content of the file. */
  warnings: z.array(z.string()),
})

/** A data source with all that its own screen shows. */
const DataSourceDetail = DataSource.extend({
  file: DataSourceFile.nullable(),
  /** 0 to 1 while the file is being read. */
  load_progress: z.number(),
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
  latest_dry_run: z.string().nullable(),
  latest_run: z.string().nullable(),
})

export const dataSources = feature({
  exists: {
    method: 'GET',
    path: '/datasource/exists',
    summary: ['ตรวจว่ามีชื่อแหล่งข้อมูลนี้แล้วหรือไม่', 'Check if a data source name is taken'],
    permission: [create, read],
    query: z.strictObject({ name: Text(1000) }),
    response: Exists,
  },
  /** Reads the head of an uploaded file with the settings given, or the ones it seems to have. */
  validate: {
    method: 'POST',
    path: '/datasource/import/validate',
    summary: ['ตรวจไฟล์ที่อัปโหลด', 'Check an uploaded file'],
    permission: create,
    // Reads alone.
    audit: false,
    body: UploadedFile,
    limit: 'search',
    response: z.object({
      file_id: Id,
      file_type: z.enum(fileTypes),
      file_kind: z.enum(fileKinds),
      settings: FileSettings,
      /** For workbooks. */
      sheets: z.array(z.object({ name: z.string(), rows: z.int().nullable(), hidden: z.boolean() })),
      /** Other visible sheets with the same columns. */
      alike_sheets: z.array(z.string()),
      columns: z.array(Column),
      /** The first five rows of data. */
      sample: z.array(z.array(z.string())),
      /** The first rows as they stand, the header among them. */
      first_rows: z.array(z.array(z.string())),
      /** The line of the file, or the row of the sheet, of each of them. */
      first_lines: z.array(z.int()),
      /** True if the reading options are an uncertain guess that needs review. */
      reading_unsure: z.boolean(),
      /** The first row looks like data: a person has to say whether it is the header. */
      header_unsure: z.boolean(),
    }),
    errors: ['data_source_invalid', ...headErrors],
  },
  /** Begins to read an uploaded file while the data source is still being named. */
  import: {
    method: 'POST',
    path: '/datasource/import',
    summary: ['เริ่มอ่านไฟล์ที่อัปโหลด', 'Begin to read an uploaded file'],
    whenFull: 'refused',
    permission: create,
    // The upload before it is written down, and the data source that comes of it.
    audit: false,
    body: UploadedFile,
    response: z.object({ import_id: z.string() }),
    errors: ['data_source_invalid', 'file_used', 'header_unsure', ...headErrors],
  },
  /** Loading starts by itself. */
  create: {
    method: 'POST',
    path: '/datasource',
    summary: ['สร้างแหล่งข้อมูล', 'Create a data source'],
    whenFull: 'refused',
    permission: create,
    audit: 'data_source_created',
    body: UploadedFile.extend({ name: Name, description: Description.default('') }),
    response: z.object({ datasource_id: Id }),
    errors: ['data_source_invalid', 'name_taken', 'file_used', 'header_unsure', ...headErrors],
  },
  list: {
    method: 'GET',
    path: '/datasource',
    summary: ['อ่านรายการแหล่งข้อมูล', 'List data sources'],
    permission: read,
    query: DataSourceQuery,
    response: pageOf(DataSource),
  },
  /** Counts data sources by type. */
  types: {
    method: 'GET',
    path: '/datasource/types',
    summary: ['นับแหล่งข้อมูลตามชนิด', 'Count data sources by type'],
    permission: read,
    response: z.object({ data: z.array(z.object({ type: z.enum(dataSourceTypes), total: z.int() })), total: z.int() }),
  },
  /** The caller's newest data source that the wizard can go on with. */
  latest: {
    method: 'GET',
    path: '/datasource/user/latest',
    summary: ['อ่านแหล่งข้อมูลล่าสุดของคุณ', 'Read your latest data source'],
    permission: [create, read],
    response: DataSourceDetail,
    errors: ['no_latest_data_source'],
  },
  get: {
    method: 'GET',
    path: '/datasource/{id}',
    summary: ['อ่านแหล่งข้อมูล', 'Read a data source'],
    permission: read,
    params: byId,
    response: DataSourceDetail,
    errors: ['data_source_not_found'],
  },
  /**
   * Deletes a data source. If rules of segments or views use it (data_source_in_use lists them), `confirm` is needed and they become
   * broken.
   */
  delete: {
    method: 'DELETE',
    path: '/datasource/{id}',
    summary: ['ลบแหล่งข้อมูล', 'Delete a data source'],
    permission: 'cdp-core.datasource.delete',
    audit: 'data_source_deleted',
    params: byId,
    query: z.strictObject({ confirm: z.enum(['true', 'false']).optional() }),
    errors: ['data_source_not_found', 'data_source_busy', 'data_source_in_use', 'source_of_program'],
  },
  setEnabled: {
    method: 'PUT',
    path: '/datasource/{id}/enabled',
    summary: ['เปิดหรือปิดการนำเข้าของแหล่งข้อมูล', 'Turn a data source on or off'],
    permission: edit,
    audit: 'data_source_changed',
    params: byId,
    body: z.strictObject({ value: z.boolean() }),
    errors: ['data_source_not_found', 'source_of_program'],
  },
  file: {
    method: 'GET',
    path: '/datasource/{id}/file',
    summary: ['อ่านข้อมูลไฟล์ของแหล่งข้อมูล', 'Read the file of a data source'],
    permission: read,
    params: byId,
    response: DataSourceFile,
    errors: ['data_source_not_found'],
  },
  downloadFile: {
    method: 'GET',
    path: '/datasource/{id}/file/download',
    summary: ['ดาวน์โหลดไฟล์ของแหล่งข้อมูล', 'Download the file of a data source'],
    permission: read,
    audit: 'data_source_file_downloaded',
    params: byId,
    download: true,
    errors: ['data_source_not_found'],
  },
  /** A new file takes the place of the old one; the mapping stays where the columns do. */
  putFile: {
    method: 'PUT',
    path: '/datasource/{id}/file',
    summary: ['เปลี่ยนไฟล์ของแหล่งข้อมูล', 'Replace the file of a data source'],
    whenFull: 'refused',
    permission: edit,
    audit: 'data_source_file_replaced',
    params: byId,
    body: UploadedFile,
    errors: [
      'data_source_not_found',
      'data_source_invalid',
      'data_source_status',
      'file_used',
      'header_unsure',
      ...headErrors,
    ],
  },
  /** Reads the file once more, with other settings where they are given. */
  retryLoad: {
    method: 'POST',
    path: '/datasource/{id}/load/retry',
    summary: ['อ่านไฟล์อีกครั้ง', 'Read the file again'],
    permission: create,
    audit: 'data_source_load_retried',
    params: byId,
    body: z.strictObject({ settings: RequestedSettings.optional() }),
    errors: ['data_source_not_found', 'data_source_status', 'header_unsure', ...headErrors],
  },
  getMapping: {
    method: 'GET',
    path: '/datasource/{id}/mapping',
    summary: ['อ่านการจับคู่ข้อมูลของแหล่งข้อมูล', 'Read the mapping of a data source'],
    permission: read,
    params: byId,
    response: Mapping,
    errors: ['data_source_not_found', 'data_source_status'],
  },
  putMapping: {
    method: 'PUT',
    path: '/datasource/{id}/mapping',
    summary: ['บันทึกการจับคู่ข้อมูลของแหล่งข้อมูล', 'Save the mapping of a data source'],
    permission: [edit, create],
    audit: 'mapping_saved',
    params: byId,
    /** Two rows for each of 500 columns. */
    bodyBytes: 544 * 1024,
    body: MappingSent,
    errors: [
      'data_source_not_found',
      'data_source_status',
      'mapping_invalid',
      'match_keys_missing',
      'label_type_invalid',
      'field_sensitive',
      'column_sensitive',
    ],
  },
})
