import { z } from 'zod'
import { RuleFilter, VisibleRule } from '../customers/rules.ts'
import { Id, Moment, NamedRow, ProfileId, Text, Time, TimeZone } from '../platform/common.ts'
import { AbTest, AbTestAnswer, arms, Trial } from './ab-test.ts'
import { Holdout } from './effect.ts'
import { ToAll } from './everyone.ts'
import { linkTrackings, TrackedLink } from './links.ts'
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
  ...['restored', 'word', 'coupon', 'trial', 'choice', 'friend_restricted', 'line_count'],
] as const
export type BroadcastReason = (typeof broadcastReasons)[number]

/** Reasons that exclude a person of the target. */
export const exclusionReasons = [
  ...['not_linked', 'blocked', 'withdrawn', 'under_age', 'unknown_consent', 'restricted', 'capped'],
] as const
export const skipReasons = [
  ...exclusionReasons,
  ...['erased', 'merged', 'over_quota', 'canceled', 'line_refused', 'sent_before', 'held_out'],
] as const

export const recipientStatuses = ['queued', 'accepted', 'failed', 'skipped', 'unknown'] as const

export const Channel = z.strictObject({ type: z.enum(['lineOA', 'lineModule']), channel_id: Id })

/** People chosen one by one. */
const MAX_CHOSEN = 500

const target = {
  /** `line_all`: everyone whom LINE counts as a friend, by LINE's own call. */
  type: z.enum(['all_friends', 'segments', 'profiles', 'rule', 'line_all']),
  include: z
    .strictObject({ condition: z.enum(['and', 'or']), label_ids: z.array(Id).max(50) })
    .default({ condition: 'or', label_ids: [] }),
  exclude: z.strictObject({ label_ids: z.array(Id).max(50) }).default({ label_ids: [] }),
  profile_ids: z.array(ProfileId).max(MAX_CHOSEN).default([]),
  /** Rule of a saved view at the time of the choice: a later edit of the view adds no recipients. */
  rule: RuleFilter.nullable().default(null),
  /** A broadcast: the people of it who are counted as `unsent`. */
  failed_of: Id.nullable().default(null),
  /** With `failed_of`: its held-out people too. Sending to them ends what it measures. */
  with_held_out: z.boolean().default(false),
  /** With `failed_of`: instead of its unsent people those who got it and clicked nothing. Its held-out people stay held out. */
  not_clicked: z.boolean().default(false),
  /** With `failed_of`, which is a message of an automation then: instead of its unsent people everyone who got a message of the automation. */
  messaged: z.boolean().default(false),
  limit: z
    .strictObject({ max: z.int().min(1).max(10_000_000).nullable(), up_to_remaining_quota: z.boolean() })
    .default({ max: null, up_to_remaining_quota: false }),
}
export const Target = z.strictObject(target)
export type BroadcastTarget = z.infer<typeof Target>

const Schedule = z.strictObject({
  type: z.enum(['now', 'at']),
  send_at: Moment.nullable().default(null),
  time_zone: TimeZone.nullable().default(null),
})

export const Reach = z.object({
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
/** A segment or label of a target. */
const TargetLabel = z.object({ id: Id, name: z.string(), color: z.string(), type: z.enum(['general', 'advanced']) })
const Chosen = z.object({ id: ProfileId, name: z.string() })

const summary = {
  id: Id,
  name: z.string(),
  status: z.enum(broadcastStatuses),
  sub_status: z.enum(broadcastSubStatuses).nullable(),
  reason: z.enum(broadcastReasons).nullable(),
  channel: z.object({ type: z.enum(['lineOA', 'lineModule']), channel_id: Id, name: z.string() }).nullable(),
  purpose_id: Id.nullable(),
  /** Recipients: included segments and labels, for a caller who may read them, and the number of chosen people. */
  audience: z.object({ type: Target.shape.type, labels: z.array(TargetLabel), chosen: z.int() }),
  schedule: z.object({ type: z.enum(['now', 'at']), send_at: Time.nullable(), time_zone: z.string().nullable() }),
  /** As it was when it was scheduled, or frozen; of a draft as it was counted last. */
  estimate: Reach.nullable(),
  counts: Counts,
  /** People who opened a link; null without tracked links. */
  clickers: z.int().nullable(),
  author: Person.nullable(),
  created_at: Time,
  updated_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
}

export const Summary = z.object(summary)
export type BroadcastSummary = z.infer<typeof Summary>

export const Broadcast = z.object({
  ...summary,
  /** A rule about a sensitive field is masked for people without the right to its values. */
  target: Target.extend({ rule: VisibleRule.nullable() }),
  /** The live profiles of `target.profile_ids`. */
  chosen: z.array(Chosen),
  messages: z.array(Message),
  quick_replies: QuickReplies,
  stop_reply: z.boolean(),
  notification_disabled: z.boolean(),
  link_tracking: z.enum(linkTrackings),
  /** A second text and how the better one is chosen; null: one text. */
  ab_test: AbTestAnswer.nullable(),
  /** Null without an A/B test, and before its audience is known. */
  trial: Trial.nullable(),
  /** Short addresses that were sent; empty before the first chunk. */
  links: z.array(TrackedLink),
  /** Rises with each edit; an approval holds for one version alone. */
  version: z.int(),
  approved_by: Person.nullable(),
  approved_at: Time.nullable(),
  /** Person who paused or stopped it last, with the time; null if its reason is another. */
  stopped: z.object({ name: z.string(), at: Time }).nullable(),
  /** People who certainly got nothing: refused by LINE, cut by the quota or left by a cancellation. */
  unsent: z.int(),
  /** Customers who clicked, and customers who got it and did not; null unless its clicks are counted by customer. */
  clicked: z.object({ people: z.int(), others: z.int() }).nullable(),
  holdout: Holdout,
  /** The broadcast that `holdout` repeats the draw of. */
  repeats: NamedRow.nullable(),
  /** People who got nothing so that the others can be compared with them. */
  held_out: z.int(),
  /** Null for any other target than `line_all`. */
  to_all: ToAll.nullable(),
  /** False for everybody who wrote a part of it; a store's only owner may approve their own call for everyone. */
  may_approve: z.boolean(),
})
export type Broadcast = z.infer<typeof Broadcast>

export const written = {
  name: Text(200),
  channel: Channel.nullable(),
  purpose_id: Id.nullable(),
  target: Target,
  messages: Messages,
  quick_replies: QuickReplies,
  stop_reply: z.boolean(),
  schedule: Schedule,
  notification_disabled: z.boolean(),
  holdout: Holdout,
  link_tracking: z.enum(linkTrackings),
  ab_test: AbTest.nullable(),
}

export const Exclusion = z.object({ reason: z.enum(exclusionReasons), total: z.int() })

/** A friend of an account who is not a customer. The name on LINE is empty until it is known. */
const Friend = z.object({ name: z.string() })

/** A person who is not reached: a customer, or a friend who is none. */
export const Excluded = z.object({
  profile: Chosen.nullable(),
  friend: Friend.nullable(),
  reason: z.enum(exclusionReasons),
})

export const Recipient = z.object({
  position: z.int(),
  /** Null for a friend who is not a customer, and after an erasure. */
  profile: Chosen.nullable(),
  friend: Friend.nullable(),
  status: z.enum(recipientStatuses),
  reason: z.enum(skipReasons).nullable(),
  /** The text of an A/B test that it gets; null without one, and before the choice. */
  arm: z.enum(arms).nullable(),
  /** Clicks on its links, if the broadcast counts them by customer. */
  clicks: z.int(),
  at: Time,
})

export const Chunk = z.object({
  id: z.int(),
  recipients: z.int(),
  status: z.enum(['waiting', 'accepted', 'refused', 'split', 'unknown']),
  tries: z.int(),
  /** LINE's last answer. */
  line_status: z.int().nullable(),
  at: Time,
})
