import { z } from 'zod'
import {
  byId,
  Direction,
  Id,
  IdText,
  Keyword,
  Page,
  ProfileId,
  sortBy,
  Text,
  Time,
  TimeText,
  TimeZone,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { Message, Messages, QuickReplies } from './messages.ts'

export const broadcastStatuses = ['draft', 'pending', 'published', 'failed'] as const
export const broadcastSubStatuses = [
  'awaiting_approval',
  'scheduled',
  'queued',
  'sending',
  'paused',
  'canceled',
] as const

/** Reasons for a paused or stopped broadcast, or for its return to a draft. */
export const broadcastReasons = [
  ...['user', 'quiet_hours', 'rate', 'account', 'quota', 'missed', 'target_broken', 'nobody', 'refused', 'picture'],
] as const
export type BroadcastReason = (typeof broadcastReasons)[number]

/** Reasons that exclude a person of the target. */
export const exclusionReasons = [
  ...['not_linked', 'blocked', 'withdrawn', 'unknown_consent', 'restricted', 'capped'],
] as const
const skipReasons = [...exclusionReasons, 'erased', 'merged', 'over_quota', 'canceled', 'line_refused'] as const

export const recipientStatuses = ['queued', 'accepted', 'failed', 'skipped', 'unknown'] as const

const Channel = z.strictObject({ type: z.enum(['lineOA', 'lineModule']), channel_id: Id })

/** People chosen one by one. */
const MAX_CHOSEN = 500

const target = {
  type: z.enum(['all_friends', 'segments', 'profiles']),
  include: z
    .strictObject({ condition: z.enum(['and', 'or']), label_ids: z.array(Id).max(50) })
    .default({ condition: 'or', label_ids: [] }),
  exclude: z.strictObject({ label_ids: z.array(Id).max(50) }).default({ label_ids: [] }),
  profile_ids: z.array(ProfileId).max(MAX_CHOSEN).default([]),
  /** A broadcast: the people of it whom LINE did not accept. */
  failed_of: Id.nullable().default(null),
  limit: z
    .strictObject({ max: z.int().min(1).max(10_000_000).nullable(), up_to_remaining_quota: z.boolean() })
    .default({ max: null, up_to_remaining_quota: false }),
}
const Target = z.strictObject(target)
export type BroadcastTarget = z.infer<typeof Target>

const Schedule = z.strictObject({
  type: z.enum(['now', 'at']),
  send_at: TimeText.nullable().default(null),
  time_zone: TimeZone.nullable().default(null),
})

const Reach = z.object({
  /** People matched, and those who can be reached on the account now. */
  total: z.int(),
  target: z.int(),
})

const Counts = z.object({
  queued: z.int(),
  accepted: z.int(),
  failed: z.int(),
  skipped: z.int(),
  unknown: z.int(),
})

const Person = z.object({ id: Id, name: z.string() })
const Chosen = z.object({ id: ProfileId, name: z.string() })

const summary = {
  id: Id,
  name: z.string(),
  status: z.enum(broadcastStatuses),
  sub_status: z.enum(broadcastSubStatuses).nullable(),
  reason: z.enum(broadcastReasons).nullable(),
  channel: z.object({ type: z.enum(['lineOA', 'lineModule']), channel_id: Id, name: z.string() }).nullable(),
  purpose_id: Id.nullable(),
  schedule: z.object({ type: z.enum(['now', 'at']), send_at: Time.nullable(), time_zone: z.string().nullable() }),
  /** As it was when it was scheduled, or frozen. */
  estimate: Reach.nullable(),
  counts: Counts,
  author: Person.nullable(),
  created_at: Time,
  updated_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
}

const Summary = z.object(summary)
export type BroadcastSummary = z.infer<typeof Summary>

export const Broadcast = z.object({
  ...summary,
  target: Target,
  /** The live profiles of `target.profile_ids`. */
  chosen: z.array(Chosen),
  messages: z.array(Message),
  quick_replies: QuickReplies,
  stop_reply: z.boolean(),
  notification_disabled: z.boolean(),
  /** Rises with each edit; an approval holds for one version alone. */
  version: z.int(),
  approved_by: Person.nullable(),
  approved_at: Time.nullable(),
  /** False for everybody who wrote a part of it. */
  may_approve: z.boolean(),
})
export type Broadcast = z.infer<typeof Broadcast>

const written = {
  name: Text(200),
  channel: Channel.nullable(),
  purpose_id: Id.nullable(),
  target: Target,
  messages: Messages,
  quick_replies: QuickReplies,
  stop_reply: z.boolean(),
  schedule: Schedule,
  notification_disabled: z.boolean(),
}

/** Five texts of 5,000 Thai letters and five flex messages. */
const BODY_BYTES = 512 * 1024

const read = 'cdp-core.setting-line.read'

const sending = [
  'broadcast_invalid',
  'broadcast_quota',
  'broadcast_quiet',
  'broadcast_past',
  'broadcast_nobody',
] as const
const atLine = ['picture_address', 'broadcast_account', 'broadcast_refused', 'channel_unreachable'] as const

const Exclusion = z.object({ reason: z.enum(exclusionReasons), total: z.int() })

const Recipient = z.object({
  position: z.int(),
  /** Null after an erasure. */
  profile: z.object({ id: ProfileId, name: z.string() }).nullable(),
  status: z.enum(recipientStatuses),
  reason: z.enum(skipReasons).nullable(),
  at: Time,
})

const Chunk = z.object({
  id: z.int(),
  recipients: z.int(),
  status: z.enum(['waiting', 'accepted', 'refused', 'split', 'unknown']),
  tries: z.int(),
  /** LINE's last answer. */
  line_status: z.int().nullable(),
  at: Time,
})

export const broadcasts = feature({
  create: {
    method: 'POST',
    path: '/broadcast',
    permission: 'cdp-core.broadcast.create',
    audit: 'broadcast_created',
    bodyBytes: BODY_BYTES,
    body: z.strictObject(written).partial(),
    response: Broadcast,
  },
  list: {
    method: 'GET',
    path: '/broadcast',
    permission: read,
    query: Page.extend({
      keyword: Keyword.default(''),
      status: z.enum(broadcastStatuses).optional(),
      sort_by: sortBy(['updated_at', 'created_at', 'name', 'send_at'], 'updated_at'),
      sort_dir: Direction.default('desc'),
    }),
    response: z.object({ results: z.array(Summary), total: z.int() }),
  },
  /** Saves a draft over the version that was read. `pending` schedules it: that takes the right to send. */
  update: {
    method: 'PUT',
    path: '/broadcast',
    permission: 'cdp-core.broadcast.edit',
    audit: 'broadcast_changed',
    transaction: false,
    bodyBytes: BODY_BYTES,
    body: z
      .strictObject(written)
      .partial()
      .extend({ id: Id, status: z.enum(['draft', 'pending']).default('draft'), origin_time: TimeText }),
    response: Broadcast,
    stale: Broadcast,
    errors: [...sending, ...atLine, 'broadcast_state'],
  },
  get: { method: 'GET', path: '/broadcast/{id}', permission: read, params: byId, response: Broadcast },
  delete: {
    method: 'DELETE',
    path: '/broadcast/{id}',
    permission: 'cdp-core.broadcast.delete',
    audit: 'broadcast_deleted',
    params: byId,
    errors: ['broadcast_state'],
  },
  /** Counts whom a target means and who of them can be reached. */
  target: {
    method: 'POST',
    path: '/broadcast/target',
    permission: read,
    // Nothing is kept.
    audit: false,
    limit: 'search',
    bodyBytes: BODY_BYTES,
    body: z.strictObject({ channel: Channel, target: Target, purpose_id: Id.nullable().default(null) }),
    response: Reach.extend({ exclusions: z.array(Exclusion) }),
  },
  /** The people of a target who are not reached, each with the reason. */
  excluded: {
    method: 'POST',
    path: '/broadcast/target/excluded',
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
      results: z.array(z.object({ profile: Chosen, reason: z.enum(exclusionReasons) })),
      total: z.int(),
    }),
  },
  usage: {
    method: 'POST',
    path: '/broadcast/usage',
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
      /** Baht. */
      price: z.number().nullable(),
    }),
  },
  duplicate: {
    method: 'POST',
    path: '/broadcast/{id}/duplicate',
    permission: 'cdp-core.broadcast.create',
    audit: 'broadcast_duplicated',
    params: byId,
    /** `failed`: a draft for those whom LINE did not accept. */
    body: z.strictObject({ to: z.enum(['target', 'failed']).default('target') }),
    response: Broadcast,
  },
  approve: {
    method: 'POST',
    path: '/broadcast/{id}/approve',
    permission: 'cdp-core.broadcast.approve',
    audit: 'broadcast_approved',
    transaction: false,
    params: byId,
    /** The version that was read: a later edit voids it. */
    body: z.strictObject({ version: z.int().positive() }),
    response: Broadcast,
    errors: [...sending, ...atLine, 'broadcast_state', 'broadcast_own_approval'],
  },
  pause: {
    method: 'POST',
    path: '/broadcast/{id}/pause',
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_paused',
    params: byId,
    response: Broadcast,
    errors: ['broadcast_state'],
  },
  resume: {
    method: 'POST',
    path: '/broadcast/{id}/resume',
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_resumed',
    params: byId,
    response: Broadcast,
    errors: ['broadcast_state', 'broadcast_quiet', 'broadcast_account'],
  },
  /** Before the first chunk: a draft again. After it: those who wait are skipped. */
  cancel: {
    method: 'POST',
    path: '/broadcast/{id}/cancel',
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_canceled',
    params: byId,
    response: Broadcast,
    errors: ['broadcast_state'],
  },
  /** Sends a failed broadcast to those who were not accepted. */
  retry: {
    method: 'POST',
    path: '/broadcast/{id}/retry',
    permission: 'cdp-core.broadcast.send',
    audit: 'broadcast_retried',
    params: byId,
    response: Broadcast,
    errors: ['broadcast_state', 'broadcast_quota', 'broadcast_quiet', 'broadcast_account', 'broadcast_nobody'],
  },
  /** Sends the messages to the receivers of tests. */
  test: {
    method: 'POST',
    path: '/broadcast/{id}/test',
    permission: 'cdp-core.broadcast.edit',
    audit: 'broadcast_tested',
    transaction: false,
    limit: 'search',
    params: byId,
    response: z.object({ sent: z.int() }),
    errors: ['broadcast_invalid', 'broadcast_test_limit', 'broadcast_no_tester', ...atLine],
  },
  /** LINE's figures for a broadcast as a whole. Null where it has none yet, or hides them for fewer than 20 people. */
  statistics: {
    method: 'GET',
    path: '/broadcast/{id}/statistic',
    permission: read,
    // Refreshed from LINE at most every half hour.
    transaction: false,
    limit: 'search',
    params: byId,
    response: z.object({
      opened: z.int().nullable(),
      clicked: z.int().nullable(),
      /** When LINE was asked; null if it never answered. */
      at: Time.nullable(),
    }),
  },
  recipients: {
    method: 'GET',
    path: '/broadcast/{id}/recipient',
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
