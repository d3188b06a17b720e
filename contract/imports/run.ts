import { z } from 'zod'
import { byId, Id, Page, pageOf, WidePage } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { ConsentCounts } from './consent-columns.ts'
import { OrderCounts } from './order-lines.ts'
import { ReviewGroup, ReviewGroupId } from './review-groups.ts'
import { AnswerBody, CorrectBody, Corrected, RunRecord } from './run-records.ts'
import { byRun, ContactsAlone, Run, RunId } from './run-state.ts'
import { recordStatuses, runStatuses } from './status.ts'

/** A run with what it held back. */
const RunDetail = Run.extend({
  /** The waiting rows by question, the largest group first. */
  held_groups: z.array(ReviewGroup),
  /** Failed rows that wait for no answer, by the column at fault (null: the row as a whole), the most frequent first. */
  failed_columns: z.array(z.object({ id: z.string().nullable(), rows: z.int() })),
  /** Names of labels that the run made; of a preview, that it would make. */
  new_labels: z.array(z.string()),
  /** Null for a file with a column that tells people apart. */
  contacts_alone: ContactsAlone.nullable(),
  /** Null if its rows are no lines of orders, and until it ends. */
  orders: OrderCounts.nullable(),
  /** Answers of its consent columns. */
  consents: z.array(ConsentCounts),
  /** True for a preview of a run that would end more than 5 % of the consents to a purpose, and waits for a confirmation. */
  withdraws_many: z.boolean(),
})

/** Result of a run (spec section 3). */
const RunResult = z.object({
  status: z.enum(runStatuses),
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
  stats: z.object({ added: z.int(), updated: z.int(), duplicated: z.int(), failed: z.int(), total: z.int() }),
  activity_type: z.object({ id: Id, name: z.string() }).nullable(),
})

/**
 * A run is asked for by its id. That of a dry run answers the real run which began with it, once there is one; `kind=dry` answers
 * the preview still.
 */
const RunQuery = z.strictObject({ kind: z.enum(['dry']).optional() })

const RecordQuery = WidePage.extend({
  /** `held`: the conflicts that wait for an answer; `conflict`: the others; `faulty`: what failed and is no conflict; `to_mend`: both of these; `unread`: imported rows with cells left empty. */
  status: z.enum([...recordStatuses, 'held', 'faulty', 'to_mend', 'unread', 'all']).default('all'),
  kind: RunQuery.shape.kind,
  /** Only waiting rows of this group. */
  group: ReviewGroupId.optional(),
})

export type RecordFilter = z.output<typeof RecordQuery>['status']

const RunStarted = z.object({ run_id: z.string() })
const read = 'cdp-core.datasource.read'
const execute = 'cdp-core.datasource.execute'

export const importRun = feature({
  dryRun: {
    method: 'POST',
    path: '/datasource/{id}/execute/dry',
    summary: ['เริ่มทดลองนำเข้า', 'Start a test run'],
    whenFull: 'refused',
    permission: execute,
    // Shows which rows of a file are customers, and who.
    audit: 'dry_run_started',
    params: byId,
    response: RunStarted,
    errors: [
      'data_source_not_found',
      'data_source_status',
      'data_source_disabled',
      'match_keys_missing',
      'field_sensitive',
      'column_sensitive',
    ],
  },
  run: {
    method: 'POST',
    path: '/datasource/{id}/execute',
    summary: ['เริ่มนำเข้าจริง', 'Start an import'],
    whenFull: 'refused',
    permission: execute,
    audit: 'run_started',
    params: byId,
    body: z.strictObject({
      run_id: RunId,
      /** A person has confirmed that the run ends more than 5 % of the consents to a purpose. */
      confirm_withdrawals: z.boolean().default(false),
    }),
    response: RunStarted,
    errors: [
      'data_source_not_found',
      'data_source_status',
      'data_source_disabled',
      'run_outdated',
      'withdrawals_unconfirmed',
      'match_keys_missing',
      'pipeline_busy',
      'field_sensitive',
      'column_sensitive',
    ],
  },
  runs: {
    method: 'GET',
    path: '/datasource/{id}/history',
    summary: ['อ่านประวัติการนำเข้าของแหล่งข้อมูล', 'List the imports of a data source'],
    permission: read,
    params: byId,
    query: Page.extend({
      /** The run of this number alone, by which the older API and old bookmarks name it. */
      number: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number)
        .optional(),
    }),
    response: pageOf(Run),
    errors: ['data_source_not_found'],
  },
  getRun: {
    method: 'GET',
    path: '/datasource/{id}/history/{run_id}',
    summary: ['อ่านการนำเข้า', 'Read an import'],
    permission: read,
    params: byRun,
    query: RunQuery,
    response: RunDetail,
    errors: ['data_source_not_found'],
  },
  /** Values and segments that an ended run changed. Null for figures that take too long, or that the caller may not see. */
  changes: {
    method: 'GET',
    path: '/datasource/{id}/history/{run_id}/changes',
    summary: ['อ่านสิ่งที่การนำเข้าเปลี่ยน', 'Read what an import changed'],
    permission: read,
    params: byRun,
    query: RunQuery,
    limit: 'search',
    response: z.object({
      /** By field, the most frequent first. */
      values: z.array(z.object({ id: Id, name: z.string(), count: z.int() })).nullable(),
      /** Customers of the run who joined and left. Known for seven days; `pending`: some segments are still to be calculated. */
      segments: z
        .object({
          pending: z.boolean(),
          data: z.array(z.object({ id: Id, name: z.string(), joined: z.int(), left: z.int() })),
        })
        .nullable(),
    }),
    errors: ['data_source_not_found'],
  },
  result: {
    method: 'GET',
    path: '/datasource/{id}/result/{run_id}',
    summary: ['อ่านผลการนำเข้า', 'Read the results of an import'],
    permission: read,
    params: byRun,
    query: RunQuery,
    response: RunResult,
    errors: ['data_source_not_found'],
  },
  cancelRun: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/cancel',
    summary: ['หยุดการนำเข้า', 'Stop an import'],
    permission: execute,
    audit: 'run_cancelled',
    params: byRun,
    errors: ['data_source_not_found', 'data_source_status'],
  },
  records: {
    method: 'GET',
    path: '/datasource/{id}/history/{run_id}/records',
    summary: ['อ่านรายการแถวของการนำเข้า', 'List the rows of an import'],
    permission: read,
    params: byRun,
    query: RecordQuery,
    response: pageOf(RunRecord),
    errors: ['data_source_not_found'],
  },
  /** Says of rows that were held back whether the person found is the same. The next dry run goes by it; one before counts no more. */
  answer: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/answer',
    summary: ['ยืนยันแถวของการนำเข้า', 'Review rows of an import'],
    permission: execute,
    audit: 'import_rows_answered',
    params: byRun,
    /** The numbers of 1,000 rows. */
    bodyBytes: 32 * 1024,
    body: AnswerBody,
    /** Number of answered rows. */
    response: z.object({ answered: z.int() }),
    errors: ['data_source_not_found', 'data_source_status'],
  },
  /** Returns rows that failed or have unread cells, in their own columns with the reason, to be corrected and uploaded again. */
  correction: {
    method: 'GET',
    path: '/datasource/{id}/history/{run_id}/correction',
    summary: ['ดาวน์โหลดไฟล์แก้ไข', 'Download the correction file'],
    permission: read,
    audit: 'correction_downloaded',
    params: byRun,
    query: RunQuery.extend({
      /** `failed`: failed rows that wait for no answer; `unread`: imported rows with cells left empty. Without: both, and waiting rows. */
      rows: z.enum(['failed', 'unread']).optional(),
    }),
    download: true,
    errors: ['data_source_not_found', 'no_failed_rows'],
  },
  /** Imports failed rows of a run with corrected cells. They become rows of the same run. */
  correct: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/correct',
    summary: ['นำเข้าแถวที่แก้ไขแล้ว', 'Import corrected rows'],
    whenFull: 'refused',
    permission: execute,
    audit: 'import_rows_corrected',
    // The engine writes on a connection of its own.
    transaction: false,
    params: byRun,
    bodyBytes: 128 * 1024,
    body: CorrectBody,
    response: Corrected,
    errors: [
      'data_source_not_found',
      'data_source_status',
      'data_source_disabled',
      'match_keys_missing',
      'pipeline_busy',
      'field_sensitive',
      'column_sensitive',
    ],
  },
})
