import { z } from 'zod'
import { FileSettings, fileTypes, RequestedSettings } from '../formats/files.ts'
import { Column } from '../imports/columns.ts'
import { dataSources } from '../imports/data-sources.ts'
import { RunRecord } from '../imports/run-records.ts'
import { recordStatuses } from '../imports/status.ts'
import { byId, Id, pageOf, WidePage } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** A file of a data source, how it is read, and its columns. */
const file = {
  file_id: Id,
  datasource_id: Id,
  file_name: z.string(),
  file_size: z.int(),
  file_type: z.enum(fileTypes),
  settings: FileSettings,
  columns: z.array(Column),
  /** Null until it is loaded. */
  row_count: z.int().nullable(),
}

/** The file as rows. */
const DataFrame = pageOf(z.object({ row_no: z.int(), values: z.array(z.string()) })).extend(file)

const { create, get, retryLoad } = dataSources
const read = get.permission
const runNumber = ['{id} คือลำดับของการนำเข้า', '{id} is the number of a run'] as const

/** Files as rows (`/api/v1/datasources/…/dataframes`). */
export const olderDataFrames = feature({
  /** Makes a data source of an uploaded file, and loads it. */
  import: {
    ...create,
    path: '/v1/datasources/dataframes/import',
    summary: ['สร้างแหล่งข้อมูลจากไฟล์', 'Create a data source from a file'],
    older: { successor: '/datasource', differs: null },
  },
  get: {
    method: 'GET',
    path: '/v1/datasources/dataframes/{id}',
    summary: ['อ่านแถวของไฟล์', 'Read the rows of a file'],
    permission: read,
    params: byId,
    query: WidePage,
    response: DataFrame,
    older: {
      successor: null,
      differs: [
        '{id} คือ file_id ของแหล่งข้อมูล คำตอบคือการตั้งค่า คอลัมน์ และแถวหนึ่งหน้า',
        '{id} is the file_id of a data source: its settings, columns and a page of rows.',
      ],
    },
  },
  /** Reads the file of a data source once more, with these settings. */
  update: {
    method: 'PUT',
    path: '/v1/datasources/dataframes/{id}',
    summary: ['อ่านไฟล์อีกครั้งด้วยการตั้งค่าอื่น', 'Read a file again with other settings'],
    permission: 'cdp-core.datasource.edit',
    audit: retryLoad.audit,
    params: byId,
    body: z.strictObject({ settings: RequestedSettings }),
    response: z.object(file),
    errors: retryLoad.errors,
    older: {
      successor: '/datasource/{datasource_id}/load/retry',
      method: 'POST',
      differs: ['{id} คือ file_id ของแหล่งข้อมูล', '{id} is the file_id of a data source.'],
    },
  },
  ofDataSource: {
    method: 'GET',
    path: '/v1/datasources/{id}/dataframes',
    summary: ['อ่านแถวของแหล่งข้อมูล', 'Read the rows of a data source'],
    permission: read,
    params: byId,
    query: WidePage,
    response: DataFrame,
    errors: ['data_source_not_found'],
    older: { successor: '/datasource/{id}/file', differs: ['มาพร้อมแถวหนึ่งหน้า', 'With a page of rows.'] },
  },
  /** Records of a run. */
  ofRun: {
    method: 'GET',
    path: '/v1/datasources/log/{id}/dataframes',
    summary: ['อ่านแถวของการนำเข้า', 'Read the rows of an import'],
    permission: read,
    params: byId,
    query: WidePage.extend({ status: z.enum([...recordStatuses, 'all']).default('all') }),
    response: pageOf(RunRecord),
    older: {
      successor: '/datasource/{datasource_id}/history/{run_id}/records',
      differs: [runNumber[0], `${runNumber[1]}.`],
    },
  },
  /** Records of a run by status. */
  statusOutput: {
    method: 'GET',
    path: '/v1/datasources/status-output/{id}',
    summary: ['นับแถวของการนำเข้าตามสถานะ', 'Count rows of an import by status'],
    permission: read,
    params: byId,
    response: z.object({
      data: z.array(z.object({ status: z.enum(recordStatuses), total: z.int() })),
      total: z.int(),
    }),
    older: {
      successor: '/datasource/{datasource_id}/result/{run_id}',
      differs: [
        `${runNumber[0]} คำตอบนับแถวตามสถานะ โดยแยกแถวที่ขัดแย้งจากแถวผิดพลาด`,
        `${runNumber[1]}: its records by status; conflicts are none of the failed here.`,
      ],
    },
  },
})
