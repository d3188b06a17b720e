import { z } from 'zod'
import { byId, Id, IdText, Name, NamedRow, Page, pageOf, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { WatchFigures } from './figures.ts'
import { BrokenTerm, WatchTerms } from './limits.ts'
import { Pattern, placeErrors, secrets, Trial, WatchPlace } from './places.ts'

/** Watches of a store. */
export const MAX_WATCHES = 50
/** Minutes between two looks. */
const LEAST_MINUTES = 5
/** Days after which a file that waits is discarded. */
export const WATCH_WAIT_DAYS = 30

/** `arrived` to `importing` move by themselves; `waiting` needs a decision; the others are over. */
const watchFileStatuses = [
  'arrived',
  'reading',
  'trying',
  'waiting',
  'importing',
  'imported',
  'skipped',
  'discarded',
  'failed',
] as const
export type WatchFileStatus = (typeof watchFileStatuses)[number]

/** Reasons to wait apart from the terms: many consents end, the content was discarded or taken back before, or there are no terms yet. */
const watchQuestions = ['withdrawals', 'sent_again', 'no_terms'] as const
export type WatchQuestion = (typeof watchQuestions)[number]

const Hour = z.int().min(0).max(23)

export const WatchSchedule = z.strictObject({
  /** Minutes between two looks, or the hour of the store's day after which files come. */
  looks: z.union([
    z.strictObject({ every_minutes: z.int().min(LEAST_MINUTES).max(1440) }),
    z.strictObject({ after_hour: Hour }),
  ]),
  /** Hour by which a file of the day is expected; null: none is missed. */
  due_hour: Hour.nullable().default(null),
  /** Weekdays without a file, from Monday (1) to Sunday (7). */
  closed_days: z
    .array(z.int().min(1).max(7))
    .max(6)
    .default([])
    .transform((days) => [...new Set(days)].sort()),
})
export type WatchSchedule = z.output<typeof WatchSchedule>

const Failure = z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable()

const WatchFile = z.object({
  id: Id,
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  status: z.enum(watchFileStatuses),
  arrived_at: Time,
  ended_at: Time.nullable(),
  figures: WatchFigures.nullable(),
  broken: z.array(BrokenTerm),
  questions: z.array(z.enum(watchQuestions)),
  /** Why it ended, or waits. */
  error: Failure,
  /** The dry run, and the run once it began. */
  dry_run_id: z.string().nullable(),
  run_id: z.string().nullable(),
  /** `by`: null if the days for a decision ended. */
  decision: z.object({ decision: z.enum(['import', 'discard']), by: NamedRow.nullable(), at: Time }).nullable(),
  /** When its run was taken back. */
  undone_at: Time.nullable(),
  /** Last moment for a decision; null unless it waits. */
  waits_until: Time.nullable(),
})
export type WatchFile = z.infer<typeof WatchFile>

export const Watch = z.object({
  id: Id,
  name: z.string(),
  place: WatchPlace,
  pattern: z.string(),
  data_source: NamedRow,
  terms: WatchTerms.nullable(),
  schedule: WatchSchedule,
  /** Notices also go to the LINE of members who linked it, at one message of the quota each. */
  line_notice: z.boolean(),
  status: z.enum(['active', 'paused']),
  /** Why Ruam paused it; null if a person did, or it is active. */
  reason: Failure,
  paused_at: Time.nullable(),
  paused_by: NamedRow.nullable(),
  /** Why the place could not be read at the last look. */
  error: Failure,
  looked_at: Time.nullable(),
  next_look_at: Time.nullable(),
  /** Member with whose rights files are imported. */
  acts_for: NamedRow,
  /** The newest three. */
  files: z.array(WatchFile),
  /** Files that wait for a decision, or behind one that does. */
  waiting: z.int(),
  created_at: Time,
  updated_at: Time,
})
export type Watch = z.infer<typeof Watch>

const WatchDetail = Watch.extend({
  /** The newest imported or waiting files with figures, newest first. */
  latest: z.array(WatchFile),
  /** Terms proposed from them; null with fewer than ten. */
  proposed: WatchTerms.nullable(),
  /** Weekdays on which no file came in the last five weeks; none for a shorter past. */
  proposed_closed_days: z.array(z.int()),
  /** Members who may read its notices, by name. */
  notified: z.array(z.object({ id: Id, name: z.string(), line_linked: z.boolean() })),
})

const settings = {
  name: Name,
  place: WatchPlace,
  pattern: Pattern,
  data_source_id: Id,
  terms: WatchTerms.nullable(),
  schedule: WatchSchedule,
  line_notice: z.boolean(),
}

const chosen = ['data_source_not_found', 'watch_mapping', 'field_sensitive', 'column_sensitive'] as const
const ofPlace = ['watch_secret_missing', 'watch_chat_taken'] as const

const byFile = z.strictObject({ id: IdText, file_id: IdText })
const path = '/datasource-watch'
const edit = 'cdp-core.datasource.edit'

/** Files that arrive by themselves: each is tried first, and imported if it is inside the terms of its watch. */
export const watches = feature({
  /** By name. */
  list: {
    method: 'GET',
    path,
    summary: ['อ่านรายการไฟล์อัตโนมัติ', 'List automatic files'],
    permission: 'cdp-core.datasource.read',
    response: z.object({
      data: z.array(Watch),
      total: z.int(),
      /** Files imported in the last seven days. */
      imported: z.int(),
    }),
  },
  create: {
    method: 'POST',
    path,
    summary: ['เพิ่มไฟล์อัตโนมัติ', 'Add automatic files'],
    permission: 'cdp-core.datasource.create',
    alsoRequires: 'cdp-core.datasource.execute',
    audit: 'watch_created',
    body: z.strictObject({
      ...settings,
      ...secrets,
      terms: settings.terms.default(null),
      line_notice: settings.line_notice.default(false),
    }),
    response: Watch,
    errors: [...chosen, ...ofPlace, 'name_taken', 'watch_limit'],
  },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    summary: ['อ่านไฟล์อัตโนมัติ', 'Read automatic files'],
    permission: 'cdp-core.datasource.read',
    params: byId,
    response: WatchDetail,
  },
  /**
   * Takes the rights of the caller, and the mapping that the data source has now. Without a secret the stored one stays, unless the address
   * changes: a stored secret is sent to no other. Accepts another host key of a server if `host_key` is null.
   * A watch that is paused because of its host key resumes once another one is accepted.
   */
  update: {
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: ['แก้ไขไฟล์อัตโนมัติ', 'Change automatic files'],
    permission: edit,
    alsoRequires: 'cdp-core.datasource.execute',
    audit: 'watch_changed',
    params: byId,
    body: z.strictObject({ origin_time: TimeText, ...z.object(settings).partial().shape, ...secrets }),
    response: Watch,
    stale: Watch,
    errors: [...chosen, ...ofPlace, 'name_taken'],
  },
  delete: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: ['ลบไฟล์อัตโนมัติ', 'Delete automatic files'],
    permission: edit,
    audit: 'watch_deleted',
    params: byId,
    errors: ['watch_state'],
  },
  /** Lists the newest names of a place that match, without taking a file. */
  test: {
    method: 'POST',
    path: `${path}/test`,
    summary: ['ลองอ่านที่เก็บไฟล์', 'Try a place of files'],
    permission: 'cdp-core.datasource.create',
    audit: false,
    transaction: false,
    limit: 'search',
    body: z.strictObject({ place: WatchPlace, pattern: Pattern, ...secrets }),
    response: Trial,
    errors: [...placeErrors, 'watch_secret_missing'],
  },
  /** Lists a place for a watch, with its stored secret unless another one is sent or the address has changed. */
  testChange: {
    method: 'POST',
    path: `${path}/{id}/test`,
    summary: ['ลองอ่านที่เก็บไฟล์ที่แก้ไข', 'Try a changed place of files'],
    permission: edit,
    audit: false,
    transaction: false,
    limit: 'search',
    params: byId,
    body: z.strictObject({ place: WatchPlace, pattern: Pattern, ...secrets }),
    response: Trial,
    errors: [...placeErrors, 'watch_secret_missing'],
  },
  pause: {
    method: 'POST',
    path: `${path}/{id}/pause`,
    summary: ['พักไฟล์อัตโนมัติ', 'Pause automatic files'],
    permission: edit,
    audit: 'watch_paused',
    params: byId,
    response: Watch,
    errors: ['watch_state'],
  },
  /** Takes the rights of the caller, and the mapping that the data source has now. */
  resume: {
    method: 'POST',
    path: `${path}/{id}/resume`,
    summary: ['เปิดไฟล์อัตโนมัติอีกครั้ง', 'Resume automatic files'],
    permission: edit,
    alsoRequires: 'cdp-core.datasource.execute',
    audit: 'watch_resumed',
    params: byId,
    response: Watch,
    errors: [...chosen, 'watch_state'],
  },
  /** Looks within a minute. */
  look: {
    method: 'POST',
    path: `${path}/{id}/look`,
    summary: ['ดูไฟล์เดี๋ยวนี้', 'Look for files now'],
    permission: 'cdp-core.datasource.execute',
    audit: 'watch_looked',
    params: byId,
    response: Watch,
    errors: ['watch_state'],
  },
  /** Newest first. */
  files: {
    method: 'GET',
    path: `${path}/{id}/file`,
    summary: ['อ่านรายการไฟล์ที่มาถึง', 'List arrived files'],
    permission: 'cdp-core.datasource.read',
    params: byId,
    query: Page,
    response: pageOf(WatchFile),
  },
  file: {
    method: 'GET',
    path: `${path}/{id}/file/{file_id}`,
    summary: ['อ่านไฟล์ที่มาถึง', 'Read an arrived file'],
    permission: 'cdp-core.datasource.read',
    params: byFile,
    response: WatchFile,
  },
  downloadFile: {
    method: 'GET',
    path: `${path}/{id}/file/{file_id}/download`,
    summary: ['ดาวน์โหลดไฟล์ที่มาถึง', 'Download an arrived file'],
    permission: 'cdp-core.datasource.read',
    audit: 'watch_file_downloaded',
    params: byFile,
    download: true,
  },
  /**
   * Decides on the file that waits, once. An import repeats the dry run and the terms first. New terms need the right to change the watch,
   * and are saved only together with the decision.
   */
  decide: {
    method: 'POST',
    path: `${path}/{id}/file/{file_id}/decide`,
    summary: ['ยืนยันไฟล์ที่รอ', 'Decide on a waiting file'],
    permission: 'cdp-core.datasource.execute',
    audit: 'watch_file_decided',
    params: byFile,
    body: z
      .strictObject({
        decision: z.enum(['import', 'discard']),
        /** Confirms that many consents end. */
        confirm_withdrawals: z.boolean().default(false),
        /** Changed terms, with the version of the watch that they were read in. */
        terms: WatchTerms.optional(),
        origin_time: TimeText.optional(),
      })
      .refine(({ decision, terms, origin_time }) =>
        terms ? decision === 'import' && origin_time !== undefined : origin_time === undefined,
      ),
    response: WatchFile,
    stale: Watch,
    errors: [...chosen, 'watch_state', 'withdrawals_unconfirmed'],
  },
})
