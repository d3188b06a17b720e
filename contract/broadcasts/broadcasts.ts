import { z } from 'zod'
import { RULE_BYTES } from '../customers/rules.ts'
import { byId, Direction, Id, IdText, Keyword, Moment, Page, sortBy, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { textChoices } from './ab-test.ts'
import {
  Broadcast,
  broadcastStatuses,
  broadcastSubStatuses,
  Channel,
  Chunk,
  Excluded,
  Exclusion,
  exclusionReasons,
  Reach,
  Recipient,
  recipientStatuses,
  Summary,
  skipReasons,
  Target,
  written,
} from './broadcast.ts'
import { Calendar, Month } from './calendar.ts'
import { Effect, ListedEffect, MonthEffect } from './effect.ts'
import { Everyone } from './everyone.ts'
import { WordPreview } from './personal.ts'

/** Twice five texts of 5,000 Thai letters and five flex messages, and the rule of a target. */
const BODY_BYTES = RULE_BYTES + 1024 * 1024

const read = 'cdp-core.setting-line.read'

/** Ids of a page of the list, separated by commas. */
const BroadcastIds = z
  .string()
  .max(1200)
  .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99}$/)
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.every((id) => id <= 2_147_483_647))

const sending = [
  'broadcast_invalid',
  'broadcast_quota',
  'broadcast_quiet',
  'broadcast_past',
  'broadcast_nobody',
  'word_closed',
  'clicks_closed',
  'sandbox_store',
] as const
/** Refusals of LINE's call for everyone. */
const toAll = ['line_all_restricted', 'line_all_count', 'line_all_withdrawn'] as const
/** Friends who withdrew, as the caller confirms them: LINE's call for everyone reaches them too. */
const withdrawn = z.int().min(0).optional()
const state = ['broadcast_state', 'broadcast_final'] as const
const draftOnly = ['broadcast_final', 'broadcast_pending'] as const
const atLine = [
  'picture_address',
  'coupon_closed',
  'broadcast_account',
  'broadcast_refused',
  'channel_unreachable',
] as const

export const broadcasts = feature({
  create: {
    method: 'POST',
    path: '/broadcast',
    summary: ['สร้างบรอดแคสต์', 'Create a broadcast'],
    permission: 'cdp-core.broadcast.create',
    audit: 'broadcast_created',
    bodyBytes: BODY_BYTES,
    body: z.strictObject(written).partial(),
    response: Broadcast,
    errors: ['word_closed'],
  },
  list: {
    method: 'GET',
    path: '/broadcast',
    summary: ['อ่านรายการบรอดแคสต์', 'List broadcasts'],
    permission: read,
    query: Page.extend({
      keyword: Keyword.default(''),
      status: z.enum(broadcastStatuses).optional(),
      sub_status: z.enum(broadcastSubStatuses).optional(),
      /** A segment or label that is included. Takes the right to read them. */
      label_id: IdText.optional(),
      sort_by: sortBy(['updated_at', 'created_at', 'name', 'send_at'], 'updated_at'),
      sort_dir: Direction.default('desc'),
    }),
    response: z.object({ results: z.array(Summary), total: z.int() }),
  },
  /** Saves a draft over the version that was read. `pending` schedules it: that takes the right to send. */
  update: {
    method: 'PUT',
    path: '/broadcast',
    summary: ['แก้ไขหรือตั้งเวลาบรอดแคสต์', 'Change or schedule a broadcast'],
    permission: 'cdp-core.broadcast.edit',
    audit: 'broadcast_changed',
    transaction: false,
    bodyBytes: BODY_BYTES,
    body: z
      .strictObject(written)
      .partial()
      .extend({ id: Id, status: z.enum(['draft', 'pending']).default('draft'), origin_time: TimeText, withdrawn }),
    response: Broadcast,
    stale: Broadcast,
    errors: [...sending, ...toAll, ...atLine, ...draftOnly],
  },
  get: {
    method: 'GET',
    path: '/broadcast/{id}',
    summary: ['อ่านบรอดแคสต์', 'Read a broadcast'],
    permission: read,
    params: byId,
    response: Broadcast,
  },
  delete: {
    method: 'DELETE',
    path: '/broadcast/{id}',
    summary: ['ลบบรอดแคสต์', 'Delete a broadcast'],
    permission: 'cdp-core.broadcast.delete',
    audit: 'broadcast_deleted',
    params: byId,
    errors: [...draftOnly],
  },
  /** Counts whom a target means and who of them can be reached. */
  target: {
    method: 'POST',
    path: '/broadcast/target',
    summary: ['นับผู้รับของบรอดแคสต์', 'Count the recipients of a broadcast'],
    permission: read,
    // Nothing is kept.
    audit: false,
    limit: 'search',
    bodyBytes: BODY_BYTES,
    body: z.strictObject({ channel: Channel, target: Target, purpose_id: Id.nullable().default(null) }),
    response: Reach.extend({
      exclusions: z.array(Exclusion),
      /** Null for any other target than `line_all`. */
      everyone: Everyone.nullable(),
    }),
  },
  /** The people of a target who are not reached, each with the reason. */
  excluded: {
    method: 'POST',
    path: '/broadcast/target/excluded',
    summary: ['อ่านรายชื่อผู้ที่ส่งไม่ถึง', 'List people who are not reached'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    // Nothing is kept.
    audit: false,
    limit: 'search',
    bodyBytes: BODY_BYTES,
    body: z.strictObject({
      channel: Channel,
      target: Target,
      purpose_id: Id.nullable().default(null),
      reason: z.enum(exclusionReasons).nullable().default(null),
      offset: z.int().min(0).max(1_000_000).default(0),
      limit: z.int().min(1).max(100).default(20),
    }),
    response: z.object({
      results: z.array(Excluded),
      total: z.int(),
    }),
  },
  /** Values of words for five customers who differ, and what is known of all who are reached. */
  preview: {
    method: 'POST',
    path: '/broadcast/preview',
    summary: ['ดูคำเฉพาะลูกค้าของข้อความ', 'Preview the words of a message'],
    permission: ['cdp-core.broadcast.create', 'cdp-core.broadcast.edit'],
    alsoRequires: 'cdp-core.profile.read',
    // Nothing is kept.
    audit: false,
    limit: 'search',
    bodyBytes: BODY_BYTES,
    body: z.strictObject({
      channel: Channel,
      target: Target,
      purpose_id: Id.nullable().default(null),
      field_ids: z.array(Id).max(50),
    }),
    response: WordPreview,
    errors: ['word_closed'],
  },
  usage: {
    method: 'POST',
    path: '/broadcast/usage',
    summary: ['อ่านโควตาของช่องทาง', 'Read the quota of a channel'],
    permission: read,
    // Nothing is kept.
    audit: false,
    body: z.strictObject({ channel: Channel, send_at: TimeText.nullable().default(null) }),
    response: z.object({
      /** LINE's quota; null for a plan without one. */
      limit: z.int().nullable(),
      usage: z.int(),
      /** Messages that other broadcasts of the month have reserved. */
      schedule: z.int(),
      /** When LINE counted; null if it never did. */
      at: Time.nullable(),
      /** Each message of a broadcast counts; else a broadcast counts once for each person. */
      per_object: z.boolean(),
      /** Baht. */
      price: z.number().nullable(),
    }),
  },
  /** A month of the store with the quota of an account: past days as facts, later ones as they are planned. */
  calendar: {
    method: 'GET',
    path: '/broadcast/calendar',
    summary: ['อ่านปฏิทินบรอดแคสต์', 'Read the calendar of broadcasts'],
    permission: read,
    // Drafts are counted in transactions of their own.
    transaction: false,
    limit: 'search',
    query: z.strictObject({ channel_id: IdText, month: Month }),
    response: Calendar,
  },
  /** Sends a broadcast at another time. One that was scheduled or waited for approval is scheduled, or asks for approval, again. */
  move: {
    method: 'POST',
    path: '/broadcast/{id}/move',
    summary: ['เลื่อนวันส่งบรอดแคสต์', 'Move a broadcast to another time'],
    permission: 'cdp-core.broadcast.edit',
    audit: 'broadcast_moved',
    transaction: false,
    params: byId,
    body: z.strictObject({ send_at: Moment, origin_time: TimeText }),
    response: Broadcast,
    stale: Broadcast,
    errors: [...sending, ...toAll, ...atLine, ...state],
  },
  duplicate: {
    method: 'POST',
    path: '/broadcast/{id}/duplicate',
    summary: ['ทำสำเนาบรอดแคสต์', 'Duplicate a broadcast'],
    permission: 'cdp-core.broadcast.create',
    audit: 'broadcast_duplicated',
    params: byId,
    /**
     * `failed`: a draft for those who are counted as `unsent`. `rest`: for these and the held-out people. `not_clicked`: for those who
     * got it and clicked nothing.
     */
    body: z.strictObject({ to: z.enum(['target', 'failed', 'rest', 'not_clicked']).default('target') }),
    response: Broadcast,
    errors: ['broadcast_nobody', 'clicks_closed'],
  },
  approve: {
    method: 'POST',
    path: '/broadcast/{id}/approve',
    summary: ['อนุมัติบรอดแคสต์', 'Approve a broadcast'],
    permission: 'cdp-core.broadcast.approve',
    audit: 'broadcast_approved',
    transaction: false,
    params: byId,
    /** The version that was read: a later edit voids it. */
    body: z.strictObject({ version: z.int().positive(), withdrawn }),
    response: Broadcast,
    errors: [...sending, ...toAll, ...atLine, ...state, 'broadcast_own_approval', 'line_all_owner'],
  },
  pause: {
    method: 'POST',
    path: '/broadcast/{id}/pause',
    summary: ['พักการส่งบรอดแคสต์', 'Pause a broadcast'],
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_paused',
    params: byId,
    response: Broadcast,
    errors: [...state],
  },
  resume: {
    method: 'POST',
    path: '/broadcast/{id}/resume',
    summary: ['ส่งบรอดแคสต์ต่อ', 'Resume a broadcast'],
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_resumed',
    params: byId,
    response: Broadcast,
    errors: [...state, 'broadcast_quiet', 'broadcast_account'],
  },
  /** Before the first chunk: a draft again. After it: those who wait are skipped. */
  cancel: {
    method: 'POST',
    path: '/broadcast/{id}/cancel',
    summary: ['หยุดส่งบรอดแคสต์', 'Stop sending a broadcast'],
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_canceled',
    params: byId,
    response: Broadcast,
    errors: [...state],
  },
  /** Sends a failed broadcast to those who were not accepted. */
  retry: {
    method: 'POST',
    path: '/broadcast/{id}/retry',
    summary: ['ส่งบรอดแคสต์ที่ส่งไม่สำเร็จอีกครั้ง', 'Send a failed broadcast again'],
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_retried',
    params: byId,
    response: Broadcast,
    errors: [...state, 'broadcast_quota', 'broadcast_quiet', 'broadcast_account', 'broadcast_nobody'],
  },
  /** Chooses the text of everybody outside of an A/B test's trial, before the figures do or instead of them. */
  winner: {
    method: 'POST',
    path: '/broadcast/{id}/winner',
    summary: ['เลือกข้อความของการทดสอบ A/B', 'Choose the text of an A/B test'],
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_text_chosen',
    params: byId,
    body: z.strictObject({ choice: z.enum(textChoices) }),
    response: Broadcast,
    errors: [...state, 'broadcast_account', 'trial_running', 'text_chosen'],
  },
  /** Sends the messages to the receivers of tests. */
  test: {
    method: 'POST',
    path: '/broadcast/{id}/test',
    summary: ['ส่งข้อความทดสอบ', 'Send a test message'],
    permission: 'cdp-core.broadcast.edit',
    audit: 'broadcast_tested',
    transaction: false,
    limit: 'search',
    params: byId,
    response: z.object({ sent: z.int() }),
    errors: [
      'broadcast_invalid',
      'broadcast_test_limit',
      'broadcast_no_tester',
      'word_closed',
      'sandbox_store',
      ...atLine,
    ],
  },
  /** LINE's figures for a broadcast as a whole. Null where it has none yet, or hides them for fewer than 20 people. */
  statistics: {
    method: 'GET',
    path: '/broadcast/{id}/statistic',
    summary: ['อ่านตัวเลขของบรอดแคสต์', 'Read the figures of a broadcast'],
    permission: read,
    // Refreshed from LINE at most every half hour.
    transaction: false,
    limit: 'search',
    params: byId,
    response: z.object({
      opened: z.int().nullable(),
      clicked: z.int().nullable(),
      /** Messages that LINE delivered: it tells that of a call for everyone alone. */
      delivered: z.int().nullable(),
      /** When LINE was asked; null if it never answered. */
      at: Time.nullable(),
    }),
  },
  /** Purchases per person of those who were drawn to receive a broadcast against those who were held out. */
  effect: {
    method: 'GET',
    path: '/broadcast/{id}/effect',
    summary: ['อ่านว่าบรอดแคสต์ได้ผลไหม', 'Read the effect of a broadcast'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    limit: 'search',
    params: byId,
    response: Effect,
  },
  /** Effects for a page of the list. Missing: broadcasts without a comparison group, and those to closed segments. */
  effects: {
    method: 'GET',
    path: '/broadcast/effects',
    summary: ['อ่านว่าบรอดแคสต์ในรายการได้ผลไหม', 'Read the effects of listed broadcasts'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    limit: 'search',
    query: z.strictObject({ ids: BroadcastIds }),
    response: z.object({ results: z.array(ListedEffect), as_of: Time }),
  },
  /** The effect of all broadcasts of a month of the store, for shops whose single ones are too small. */
  monthEffect: {
    method: 'GET',
    path: '/broadcast/effect',
    summary: ['อ่านว่าบรอดแคสต์ของเดือนได้ผลไหม', 'Read the effect of a month’s broadcasts'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    limit: 'search',
    query: z.strictObject({ month: Month }),
    response: MonthEffect,
  },
  recipients: {
    method: 'GET',
    path: '/broadcast/{id}/recipient',
    summary: ['อ่านรายชื่อผู้รับของบรอดแคสต์', 'List the recipients of a broadcast'],
    permission: read,
    params: byId,
    query: Page.extend({
      status: z.enum(recipientStatuses).optional(),
      reason: z.enum(skipReasons).optional(),
      /** Position of the last recipient of the page before. */
      after: IdText.optional(),
    }),
    response: z.object({
      results: z.array(Recipient),
      total: z.int(),
      reasons: z.array(z.object({ status: z.enum(recipientStatuses), reason: z.enum(skipReasons), total: z.int() })),
      /** The newest first. */
      chunks: z.array(Chunk),
    }),
  },
})
