import { z } from 'zod'
import { Column } from '../imports/columns.ts'
import { dataSources, dataSourceTypes } from '../imports/data-sources.ts'
import { importRun } from '../imports/run.ts'
import { Run } from '../imports/run-state.ts'
import { byId, Description, Exists, Id, Name, pageOf, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { dataTypes, fieldKinds } from '../platform/system-fields.ts'
import { ActivityOfProfile, activityPage } from './activity-of-profile.ts'
import { NO_STATUS, olderPage, olderStatuses } from './words.ts'

/** A row of a mapping: the column, and the field it feeds. */
const MappedColumn = z.object({
  source: Column,
  destination: z.object({ id: Id, name: z.string(), type: z.string() }),
})

/** A data source as the older API answers it (spec section 7). */
export const MappingQuery = z.object({
  id: Id,
  data_source_name: z.string(),
  description: z.string(),
  data_source_type: z.enum(dataSourceTypes),
  enabled: z.boolean(),
  /** Mapping rows grouped by target; empty until a mapping is saved. */
  mapping_query_groups: z.object({ profile: z.array(MappedColumn), activity: z.array(MappedColumn) }),
  status: z.enum(olderStatuses),
  /** Rows of the file; 0 until it is loaded. */
  data_frame_total: z.int(),
  /** File of the data source, by whose id `/datasources/dataframes/{id}` answers it. */
  file_id: Id.nullable(),
  created_at: Time,
  updated_at: Time,
})
export type MappingQuery = z.infer<typeof MappingQuery>

/** A run by its number. */
export const RunLog = Run.omit({ undo_job_id: true, undoable_until: true }).extend({
  id: z.int().positive(),
  data_source_id: Id,
})
export type RunLog = z.infer<typeof RunLog>

/** Field that a mapping can name. */
const MappableField = z.object({
  id: Id,
  field_name: z.string(),
  display_name: z.string(),
  data_type: z.enum(dataTypes),
  field_type: z.enum(fieldKinds),
})

const { list, get, types, exists } = dataSources
const read = list.permission
const errors = ['data_source_not_found'] as const

/** Data sources and their runs (`/api/v1/datasources`). */
export const olderDataSources = feature({
  list: {
    ...list,
    path: '/v1/datasources',
    summary: ['อ่านรายการแหล่งข้อมูลพร้อมการจับคู่', 'List data sources with their mappings'],
    query: olderPage(['updated_at', 'created_at', 'name', 'status'], 'updated_at').extend({
      /** An older word; `none` for ''. */
      status: z.enum([NO_STATUS, ...olderStatuses]).optional(),
    }),
    response: pageOf(MappingQuery),
    older: {
      successor: '/datasource',
      differs: ['แหล่งข้อมูลมาพร้อมการจับคู่ และ status ใช้คำเดิม', 'Data sources with their mappings; status in older words.'],
    },
  },
  types: { ...types, path: '/v1/datasources/types', older: { successor: '/datasource/types', differs: null } },
  /** Fields that a mapping can name. */
  fields: {
    method: 'GET',
    path: '/v1/datasources/mapping-data-fields',
    summary: ['อ่านรายการฟิลด์ที่จับคู่ได้', 'List fields that a mapping can use'],
    permission: read,
    query: olderPage(['id', 'field_name', 'display_name'], 'id', 'asc'),
    response: pageOf(MappableField),
    older: {
      successor: '/profile-field',
      differs: [
        'ฟิลด์โปรไฟล์และกิจกรรมอยู่ในรายการเดียว ไม่มีฟิลด์คำนวณ every_row_is_new และ consents',
        'Fields of profiles and activities in one list; computed ones are left out, and so are every_row_is_new and consents.',
      ],
    },
  },
  nameExists: {
    method: 'POST',
    path: '/v1/datasources/validate-name',
    summary: ['ตรวจว่ามีชื่อแหล่งข้อมูลนี้แล้วหรือไม่', 'Check if a data source name is taken'],
    permission: 'cdp-core.datasource.create',
    // Reads alone.
    audit: false,
    body: z.strictObject({ name: exists.query.shape.name }),
    response: Exists,
    older: { successor: '/datasource/exists', method: 'GET', differs: ['name อยู่ใน body', 'name is in the body.'] },
  },
  /** Maps a loaded data source as an earlier one was, by the names of the columns. */
  preset: {
    method: 'POST',
    path: '/v1/datasources/presets',
    summary: ['ใช้การจับคู่ของแหล่งข้อมูลอื่น', 'Use the mapping of another data source'],
    permission: 'cdp-core.datasource.create',
    audit: 'mapping_saved',
    body: z.strictObject({
      datasource_id: Id,
      /** The earlier data source. */
      preset_id: Id,
    }),
    response: MappingQuery,
    errors: [...dataSources.putMapping.errors],
    older: {
      successor: '/datasource/{datasource_id}/mapping',
      method: 'PUT',
      differs: [
        'ใช้การจับคู่ของ preset_id โดยเว้นคอลัมน์ที่ไม่มีในไฟล์ใหม่',
        'Takes the mapping of preset_id; columns that are missing in the new file are left out.',
      ],
    },
  },
  /** Activities that a run wrote, in the order of its rows. */
  orderLog: {
    method: 'GET',
    path: '/v1/datasources/order-log/{id}',
    summary: ['อ่านรายการกิจกรรมของการนำเข้า', 'List the activities of an import'],
    permission: read,
    params: byId,
    query: activityPage.pick({ offset: true, limit: true }),
    response: pageOf(ActivityOfProfile),
    older: {
      successor: '/datasource/{datasource_id}/history/{run_id}/records',
      differs: [
        '{id} คือลำดับของการนำเข้า คำตอบคือกิจกรรมที่บันทึกพร้อมลูกค้า ภายใน 30 วัน',
        '{id} is the number of a run: the activities that it wrote, with their profiles, for 30 days.',
      ],
    },
  },
  /** A run. */
  log: {
    method: 'GET',
    path: '/v1/datasources/log/{id}',
    summary: ['อ่านการนำเข้า', 'Read an import'],
    permission: read,
    params: byId,
    response: RunLog.extend({ activity_type: importRun.result.response.shape.activity_type }),
    older: {
      successor: '/datasource/{datasource_id}/history/{run_id}',
      differs: ['{id} คือลำดับของการนำเข้า คำตอบมี activity_type', '{id} is the number of a run; with its activity_type.'],
    },
  },
  get: {
    ...get,
    path: '/v1/datasources/{id}',
    summary: ['อ่านแหล่งข้อมูลพร้อมการจับคู่', 'Read a data source with its mapping'],
    response: MappingQuery,
    older: {
      successor: '/datasource/{id}',
      differs: ['มาพร้อมการจับคู่ และ status ใช้คำเดิม', 'With its mapping; status in older words.'],
    },
  },
  update: {
    method: 'PATCH',
    path: '/v1/datasources/{id}',
    summary: ['แก้ไขแหล่งข้อมูล', 'Change a data source'],
    permission: 'cdp-core.datasource.edit',
    audit: 'data_source_changed',
    params: byId,
    body: z.strictObject({
      data_source_name: Name.optional(),
      description: Description.optional(),
      enabled: z.boolean().optional(),
      origin_time: TimeText.optional(),
    }),
    response: MappingQuery,
    stale: MappingQuery,
    errors: ['data_source_not_found', 'name_taken'],
    older: {
      successor: '/datasource/{id}/enabled',
      method: 'PUT',
      differs: [
        'แก้ data_source_name และ description ได้ด้วย และแก้เฉพาะสิ่งที่ส่ง',
        'Also changes data_source_name and description; changes what is sent alone.',
      ],
    },
  },
  /** Runs of a data source, the newest first. */
  logs: {
    method: 'GET',
    path: '/v1/datasources/{id}/log',
    summary: ['อ่านประวัติการนำเข้าของแหล่งข้อมูล', 'List the imports of a data source'],
    permission: read,
    params: byId,
    query: olderPage(['created_at'], 'created_at').omit({ keyword: true }),
    response: pageOf(RunLog),
    errors,
    older: { successor: '/datasource/{id}/history', differs: ['การนำเข้ามาพร้อมลำดับ', 'Runs with their numbers.'] },
  },
  /** Header of the file. */
  columns: {
    method: 'GET',
    path: '/v1/datasources/{id}/columns',
    summary: ['อ่านรายการคอลัมน์ของแหล่งข้อมูล', 'List the columns of a data source'],
    permission: read,
    params: byId,
    query: olderPage(['id', 'name'], 'id', 'asc'),
    response: pageOf(Column),
    errors: ['data_source_not_found', 'data_source_status'],
    older: { successor: '/datasource/{id}/mapping', differs: ['มีเฉพาะ source_schema', 'source_schema alone.'] },
  },
})
