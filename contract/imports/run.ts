import { z } from 'zod'
import { FieldValue } from '../customers/profiles.ts'
import { byId, Id, Page, ProfileId, pageOf, Time, WidePage } from '../platform/common.ts'
import { MAX_CORRECTED_ROWS, MAX_FILE_ROWS, MAX_WIDE_PAGE_SIZE } from '../platform/constants.ts'
import { feature } from '../platform/endpoint.ts'
import { event } from '../platform/event.ts'
import { notice } from '../platform/notice.ts'
import { HeldGroup, HeldGroupId } from './held-groups.ts'
import { dataSourceStatuses, recordStatuses, runKinds, runStatuses } from './status.ts'

/** added + updated + duplicated + failed = total once the run is over; conflicts and rows held back are among the failed. */
export const RunStats = z.object({
  added: z.int(),
  updated: z.int(),
  duplicated: z.int(),
  failed: z.int(),
  /** Rows whose values point to more than one customer. */
  conflict: z.int(),
  /** Rows that found a customer who may be somebody else, and wait for an answer. */
  held: z.int(),
  /** Activities that were written; a row that repeats one adds none. */
  activities: z.int(),
  /** Rows about people who asked to be forgotten; they are among the failed. */
  erased: z.int(),
  /** Imported rows with cells that could not be read and were left empty. */
  unread_rows: z.int(),
  /** Number of those cells. */
  unread_cells: z.int(),
  /** Added rows without any value that tells people apart: the same rows again are recognised by their content. */
  keyless: z.int(),
  total: z.int(),
})

export const Run = z.object({
  run_id: z.string(),
  kind: z.enum(runKinds),
  status: z.enum(runStatuses),
  /** 0 to 1. */
  progress: z.number(),
  stats: RunStats,
  /** Seconds that are left; null before there is a pace. */
  eta: z.number().nullable(),
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
  /** A dry run answers for the mapping it was made with. */
  outdated: z.boolean(),
  /** Person who started it. */
  author: z.object({ id: Id, name: z.string() }).nullable(),
  created_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
  /** Until when it can be taken back; null when it can't. */
  undoable_until: Time.nullable(),
  undone_at: Time.nullable(),
  /** Name of the person who took it back; null if unknown. */
  undone_by: z.string().nullable(),
  /** The job that is taking it back. */
  undo_job_id: Id.nullable(),
})
export type Run = z.infer<typeof Run>

/** A run with what it held back. */
const RunDetail = Run.extend({
  /** The waiting rows by question, the largest group first. */
  held_groups: z.array(HeldGroup),
  /** Failed rows that wait for no answer, by the column at fault (null: the row as a whole), the most frequent first. */
  failed_columns: z.array(z.object({ id: z.string().nullable(), rows: z.int() })),
  /** Names of labels that the run made; of a preview, that it would make. */
  new_labels: z.array(z.string()),
})

const SideOfChange = z.object({
  fields: z.array(z.object({ id: Id, name: z.string(), value: FieldValue })),
  label_ids: z.array(Id),
})

/** Somebody whom a row in conflict points to. */
const PointedTo = z.object({
  /** Null: nobody yet, a row of the file would make them. */
  profile_id: ProfileId.nullable(),
  /** That row; null for somebody who is there. */
  record_no: z.int().nullable(),
  /** The line of that row in the file. */
  line: z.int().nullable(),
  /** The field whose value points to them. */
  field_id: Id,
  /** Values of the profile in the mapped fields when the row was read. */
  fields: SideOfChange.shape.fields,
})

/** Answers to a row pending review. */
const matchAnswers = ['same', 'other'] as const

/** One row of the file and what it does. */
export const RunRecord = z.object({
  record_no: z.int(),
  /** Line in the file, or row in the sheet. Null if an older load recorded no lines. */
  line: z.int().nullable(),
  status: z.enum(recordStatuses),
  profile_id: ProfileId.nullable(),
  /** The field that found the person; null for a new one, and for one that their number found. */
  matched_by: Id.nullable(),
  /** The person was found by a sensitive field, and is left out for readers who may not see its values. */
  withheld: z.boolean(),
  data: z.array(
    z.object({
      id: z.string(),
      value: z.string(),
      error: z.string().nullable(),
      /** Correction that made the value readable. */
      note: z.string().nullable(),
    }),
  ),
  change: z
    .object({
      /** The activity that the row adds. */
      activity: z
        .object({
          activity_id: Id,
          activity_at: Time,
          fields: z.array(z.object({ id: Id, name: z.string(), value: FieldValue })),
        })
        .nullable(),
      /** Names of labels that the row gives and that are not there: a run would make them. */
      new_labels: z.array(z.string()),
      previous_profile: SideOfChange.nullable(),
      next_profile: SideOfChange.nullable(),
    })
    .nullable(),
  /** The sentence for the row as a whole. */
  error: z.string().nullable(),
  /** Reason of a conflict. `held`: the row is pending review. */
  conflict: z
    .object({
      held: z.boolean(),
      /** The group of rows that one answer can settle. */
      group: HeldGroupId.nullable(),
      /** Values of the row in the mapped fields. */
      fields: SideOfChange.shape.fields,
      /** At most 5. */
      people: z.array(PointedTo),
      /** Later answer; applies from the next dry run on. */
      answer: z.enum(matchAnswers).nullable(),
    })
    .nullable(),
  /** Columns of a failed row (their ids) whose cells can be corrected here; empty if the row needs the correction file or an answer. */
  correctable: z.array(z.string()),
  /** The row failed at first and was taken with corrected cells. Its `data` are those of the file. */
  corrected: z.boolean(),
})
export type RunRecord = z.infer<typeof RunRecord>

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
  group: HeldGroupId.optional(),
})

export type RecordFilter = z.output<typeof RecordQuery>['status']

const RecordNo = z.int().positive().max(MAX_FILE_ROWS)

/** Answer to rows pending review: the matched person is the same, or another; `none` withdraws an answer. */
const AnswerBody = z.strictObject({
  answer: z.enum([...matchAnswers, 'none']),
  /** Without: all rows of the run that wait and were not answered since; to take back, all that wait. */
  record_nos: z.array(RecordNo).min(1).max(MAX_WIDE_PAGE_SIZE).optional(),
  /** Only rows of this group. */
  group: HeldGroupId.optional(),
  /** The same person among several: a profile, or the row that would add them. */
  person: z.union([z.strictObject({ profile_id: ProfileId }), z.strictObject({ record_no: RecordNo })]).optional(),
})

/** Corrected cells of failed rows. */
const CorrectBody = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        record_no: RecordNo,
        cells: z
          .array(z.strictObject({ id: z.string().regex(/^[1-9]\d{0,3}$/), value: z.string().max(1000) }))
          .min(1)
          .max(10),
      }),
    )
    .min(1)
    .max(MAX_CORRECTED_ROWS),
})

/** Answer to corrected rows. */
const Corrected = z.object({
  /** Number of rows that were taken. */
  imported: z.int(),
  /** Rows that fail still, each with the first reason. */
  failed: z.array(z.object({ record_no: z.int(), id: z.string().nullable(), error: z.string() })),
})

const RunId = z.string().regex(/^run_\d{1,10}_\d{1,15}_\d{1,15}_[0-9a-z]{8}$/)
export const byRun = byId.extend({ run_id: RunId })
const RunStarted = z.object({ run_id: z.string() })
const read = 'cdp-core.datasource.read'
const execute = 'cdp-core.datasource.execute'

/** State of a data source: progress of its load, dry run or run. */
export const dataSourceEvent = event({
  event_type: 'datasource',
  topics: ['datasource-load', 'pipeline-dry-run', 'pipeline'],
  visibleTo: 'cdp-core.datasource.read',
  leadsTo: { screen: 'data-source-v2-list-output', id: 'datasource_id' },
  data: z.object({
    datasource_id: Id,
    status: z.enum(dataSourceStatuses),
    /** 0 to 1 while the file is being read. */
    load_progress: z.number().optional(),
    run: Run.pick({ run_id: true, kind: true, status: true, progress: true, stats: true, eta: true }).optional(),
  }),
})

const counts = {
  th: 'เพิ่ม {added} · อัปเดต {updated} · ซ้ำ {duplicated} · ผิดพลาด {failed}',
  en: '{added} added · {updated} updated · {duplicated} duplicate · {failed} failed',
}

/** The end of a real run. */
export const runNotice = notice({
  kind: 'import_ended',
  topic: 'import',
  readBy: 'cdp-core.datasource.read',
  leadsTo: { screen: 'data-source-v2-list-output', param: 'dataSourceId', id: 'datasource_id' },
  data: ['datasource_id', 'added', 'updated', 'duplicated', 'failed'],
  names: { name: ['data_source', 'datasource_id'] },
  says: {
    completed: { title: { th: 'นำเข้า {name} สำเร็จ', en: '{name} was imported' }, text: counts },
    cancel: { title: { th: 'หยุดนำเข้า {name} แล้ว', en: 'The import of {name} was stopped' }, text: counts },
    failed: { title: { th: 'นำเข้า {name} ไม่สำเร็จ', en: '{name} could not be imported' }, text: counts },
  },
})

/** The end of a dry run that nobody may have waited for. */
export const dryRunNotice = notice({
  ...runNotice,
  kind: 'dry_run_ended',
  says: {
    completed: {
      title: { th: 'ทดลองนำเข้า {name} เสร็จแล้ว', en: 'The test run of {name} has finished' },
      text: {
        th: 'จะเพิ่ม {added} · อัปเดต {updated} · ซ้ำ {duplicated} · ผิดพลาด {failed}',
        en: '{added} to be added · {updated} updated · {duplicated} duplicate · {failed} failed',
      },
    },
    failed: {
      title: { th: 'ทดลองนำเข้า {name} ไม่สำเร็จ', en: 'The test run of {name} failed' },
      text: { th: 'ยังไม่มีข้อมูลใดเปลี่ยน', en: 'Nothing has changed.' },
    },
  },
})

export const importRun = feature({
  dryRun: {
    method: 'POST',
    path: '/datasource/{id}/execute/dry',
    permission: execute,
    // Shows which rows of a file are customers, and who.
    audit: 'dry_run_started',
    params: byId,
    response: RunStarted,
    errors: [
      'data_source_not_found',
      'data_source_status',
      'data_source_disabled',
      'field_sensitive',
      'column_sensitive',
    ],
  },
  run: {
    method: 'POST',
    path: '/datasource/{id}/execute',
    permission: execute,
    audit: 'run_started',
    params: byId,
    body: z.strictObject({ run_id: RunId }),
    response: RunStarted,
    errors: [
      'data_source_not_found',
      'data_source_status',
      'data_source_disabled',
      'run_outdated',
      'pipeline_busy',
      'field_sensitive',
      'column_sensitive',
    ],
  },
  runs: {
    method: 'GET',
    path: '/datasource/{id}/history',
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
    permission: read,
    params: byRun,
    query: RunQuery,
    response: RunDetail,
    errors: ['data_source_not_found'],
  },
  result: {
    method: 'GET',
    path: '/datasource/{id}/result/{run_id}',
    permission: read,
    params: byRun,
    query: RunQuery,
    response: RunResult,
    errors: ['data_source_not_found'],
  },
  cancelRun: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/cancel',
    permission: execute,
    audit: 'run_cancelled',
    params: byRun,
    errors: ['data_source_not_found', 'data_source_status'],
  },
  records: {
    method: 'GET',
    path: '/datasource/{id}/history/{run_id}/records',
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
      'pipeline_busy',
      'field_sensitive',
      'column_sensitive',
    ],
  },
})
