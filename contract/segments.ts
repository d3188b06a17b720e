import { z } from 'zod'
import {
  byId,
  Description,
  Direction,
  Exists,
  From,
  Id,
  IdText,
  type InInstants,
  Keyword,
  Page,
  ProfileId,
  ProfileIdText,
  pageOf,
  sortBy,
  Text,
  Time,
  TimeText,
  To,
} from './common.ts'
import { feature } from './endpoint.ts'
import { event } from './event.ts'
import { JobStarted, jobsOf } from './job.ts'
import { labelColors } from './label-colors.ts'
import { notice } from './notice.ts'
import { byProfile, FieldValue } from './profiles.ts'
import { type MaskedRule, RULE_BYTES, type Rule, SegmentRule, ShownRuleLeaf, ShownSegmentRule } from './rules.ts'

const labelTypes = ['general', 'advanced'] as const

/**
 * How a segment stands to its rule. `waiting`: to be calculated, its people are those of before; `broken`: the rule can't be asked, and means
 * nobody; `failed`: the last calculation ended with an error, and may be tried again.
 */
export const segmentStatuses = ['fresh', 'waiting', 'calculating', 'broken', 'failed'] as const
export type SegmentStatus = (typeof segmentStatuses)[number]

/** What of a rule can't be asked: `path` is its place in the rule, `['target', 'groups', 0, 'rules', 2]`. */
const RuleFault = z.object({
  path: z.array(z.union([z.string(), z.int()])),
  /** `unknown`: the store has none, or no more; `retyped`: it holds other values than the rule compares with. */
  reason: z.enum(['unknown', 'retyped']),
  subject: z.enum(['field', 'property', 'label', 'activity_type', 'source', 'purpose', 'broadcast', 'channel']),
})

const SegmentState = z.object({
  status: z.enum(segmentStatuses),
  /** Null: not since the rule was written. */
  evaluated_at: Time.nullable(),
  /** When the rule can change by itself next, by the clock; null: never, or nobody follows it. */
  next_at: Time.nullable(),
  /** Of `broken` and `failed`. */
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
  /** Of `broken`. */
  faults: z.array(RuleFault),
})

const Named = z.object({ id: Id, name: z.string() })

export const Label = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  type: z.enum(labelTypes),
  /** People who have it. */
  target_count: z.int(),
  display_enabled: z.boolean(),
  auto_apply_enabled: z.boolean(),
  /** A rule about a sensitive field is masked for people without the right to its values. Null of a general label. */
  segment_rule: ShownSegmentRule.nullable(),
  /** The labels that its rule is about, by name. */
  reference_labels: z.array(Named),
  /** Null of a general label. */
  state: SegmentState.nullable(),
  created_at: Time,
  updated_at: Time,
})
export type Label = z.infer<typeof Label>

export const LabelQuery = Page.extend({
  search: Keyword.optional(),
  type: z.enum(labelTypes).optional(),
  display_status: z.enum(['true', 'false']).optional(),
  updated_from: From.optional(),
  updated_to: To.optional(),
  sort_by: sortBy(['updated_at', 'created_at', 'name', 'target_count'], 'updated_at'),
  sort_direction: Direction.default('desc'),
})
export type LabelQuery = InInstants<z.output<typeof LabelQuery>>

const nameErrors = ['label_name_taken', 'label_name_invalid', 'label_name_reserved'] as const
/** A label as it is written. `note` is another word for `description`, which counts where both are given. */
const LabelBody = z.strictObject({
  name: Text(1000),
  description: Description.optional(),
  note: Description.optional(),
  color: z.enum(labelColors),
})
const Switch = z.strictObject({ value: z.boolean() })
const edit = 'cdp-core.label.edit'
const read = 'cdp-core.label.read'

/** The work of calculating segments: one at a time in each store, beside its other jobs. */
export const segmentJobs = jobsOf({
  segment_calculate: {
    permissions: [edit],
    heardBy: 'cdp-core.label.read',
    holdsProfiles: false,
    unstoppable: false,
    tells: null,
    byItself: true,
    ownPlace: true,
    title: { th: 'คำนวณเซกเมนต์', en: 'Calculate segments' },
  },
})

/** How a segment stands after it was calculated, changed or pinned. */
export const segmentEvent = event({
  event_type: 'segment',
  topics: ['segmentation'],
  heardBy: 'cdp-core.label.read',
  leadsTo: { screen: 'segmentation-detail', id: 'label_id' },
  data: z.object({
    label_id: Id,
    status: z.enum(segmentStatuses),
    target_count: z.int(),
    evaluated_at: Time.nullable(),
  }),
})

const aboutSegment = {
  topic: 'segment',
  readBy: read,
  leadsTo: { screen: 'segmentation-detail', param: 'labelId', id: 'label_id' },
  data: ['label_id'],
  names: { name: ['label', 'label_id'] },
} as const

/** It followed its rule, which can't be asked any more. */
export const segmentBrokenNotice = notice({
  ...aboutSegment,
  kind: 'segment_broken',
  says: {
    failed: {
      title: { th: 'เงื่อนไขของเซกเมนต์ {name} ใช้ไม่ได้แล้ว', en: 'The rule of {name} no longer works' },
      text: { th: 'หยุดอัปเดตแล้ว แก้เงื่อนไขเพื่อใช้ต่อ', en: 'It is not updated any more. Mend the rule to go on.' },
    },
  },
})

/** Its calculation failed, and did not the time before. */
export const segmentFailedNotice = notice({
  ...aboutSegment,
  kind: 'segment_failed',
  says: {
    failed: {
      title: { th: 'คำนวณเซกเมนต์ {name} ไม่สำเร็จ', en: '{name} could not be calculated' },
      text: { th: 'รายชื่อยังเป็นของครั้งก่อน', en: 'Its people are those of the time before.' },
    },
  },
})

/** A figure of an estimate. One of a sample is right within `margin` in 95 of 100 cases. */
const Figure = { exact: z.boolean(), margin: z.int() }
const rulePath = z.array(z.union([z.string(), z.int()]))

export const Estimate = z.object({
  /** Live people of the store. */
  total: z.int(),
  /** Of them, those whom the rule means. */
  count: z.int(),
  ...Figure,
  /** Of them, those who can be written to; null where the store has no such channel. */
  reachable: z.object({ line: z.int().nullable() }),
  /** Each rule in its order: how many fulfil it alone, and how many the whole means if it ended after this one. */
  per_rule: z.array(z.object({ path: rulePath, alone: z.int(), left: z.int() })),
  /** Up to ten of them; null for people who may not read profiles. */
  sample: z.array(z.object({ id: ProfileId, name: z.string() })).nullable(),
})
export type Estimate = z.infer<typeof Estimate>

/** What is known of somebody where a rule looks. `value`: null of an empty one; left out of a masked one. */
const Saw = z.object({
  value: FieldValue.optional(),
  masked: z.boolean().optional(),
  /** Of an activity: how many count, and when the last one was. */
  count: z.int().optional(),
  at: Time.nullable().optional(),
  /** Of labels: those of the rule that they carry. */
  labels: z.array(Named).optional(),
  /** Of a consent, a channel or a broadcast. */
  status: z.string().nullable().optional(),
})

export interface WhyNode {
  /** Where it stands in the rule. */
  path: (string | number)[]
  holds: boolean
  /** Of a group. */
  condition?: 'and' | 'or' | undefined
  not?: boolean | undefined
  items?: WhyNode[] | undefined
  /** Of a rule. */
  rule?: Rule | MaskedRule | undefined
  saw?: z.infer<typeof Saw> | null | undefined
}
const WhyNode: z.ZodType<WhyNode, WhyNode> = z
  .object({
    path: rulePath,
    holds: z.boolean(),
    condition: z.enum(['and', 'or']).optional(),
    not: z.boolean().optional(),
    get items(): z.ZodOptional<z.ZodArray<z.ZodType<WhyNode, WhyNode>>> {
      return z.array(WhyNode).optional()
    },
    rule: ShownRuleLeaf.optional(),
    saw: Saw.nullable().optional(),
  })
  .meta({ id: 'WhyNode' }) as never

/** What somebody is in a segment by. `manual_remove`: kept out by hand. */
const membershipSources = ['rule', 'manual_add', 'manual_remove', 'import'] as const

const Membership = z.object({
  member: z.boolean(),
  /** Null: by nothing, so that they are not in it. */
  source: z.enum(membershipSources).nullable(),
})

/** A calculation of a segment. Who is edited by hand joins and leaves with the edit, and is in none. */
const Evaluation = z.object({
  id: Id,
  started_at: Time,
  milliseconds: z.int(),
  joined: z.int(),
  gone: z.int(),
  /** How many were in the segment after it. */
  people: z.int(),
  /** False: it asked the people alone of whom something had changed. */
  everybody: z.boolean(),
  failed: z.boolean(),
})

const Author = z.object({ id: Id, name: z.string() }).nullable()

export const Why = Membership.extend({
  /** When they joined; null of somebody who is not in it. */
  since: Time.nullable(),
  /** Whether the rule means them now. */
  would_be: z.boolean(),
  pin: z.object({ value: z.boolean(), by: Author, at: Time }).nullable(),
  tree: WhyNode,
})
export type Why = z.infer<typeof Why>

/** What stands on a label, or on another thing that rules name. */
export const LabelUsage = z.object({
  segments: z.array(Named),
  /** Saved views; those that others keep to themselves are only counted. */
  views: z.array(Named),
  hidden_views: z.int(),
  data_sources: z.array(Named),
})
export type LabelUsage = z.infer<typeof LabelUsage>

const byMember = z.strictObject({ id: IdText, profile_id: ProfileIdText })
const ruleErrors = ['label_invalid', 'label_cycle'] as const
/** Of calls that are about a rule and its people. */
const ofSegment = ['label_without_rule'] as const

/** Labels, called segments where they follow a rule. */
export const segments = feature({
  list: {
    method: 'GET',
    path: '/label',
    permission: read,
    query: LabelQuery,
    response: pageOf(Label),
  },
  nameAvailable: {
    method: 'GET',
    path: '/label/name/available',
    permission: read,
    query: z.strictObject({ keyword: Text(1000) }),
    response: Exists,
  },
  create: {
    method: 'POST',
    path: '/label',
    permission: 'cdp-core.label.create',
    audit: 'label_created',
    bodyBytes: RULE_BYTES,
    /** An advanced one comes with its rule, a general one without. */
    body: LabelBody.extend({ type: z.enum(labelTypes), segment_rule: SegmentRule.optional() }),
    response: Label,
    errors: [...nameErrors, 'label_type_invalid', ...ruleErrors],
  },
  /** How many there are of each type. */
  types: {
    method: 'GET',
    path: '/label/types',
    permission: read,
    response: z.object({ data: z.array(z.object({ type: z.enum(labelTypes), total: z.int() })), total: z.int() }),
  },
  get: { method: 'GET', path: '/label/{id}', permission: read, params: byId, response: Label },
  update: {
    method: 'PUT',
    path: '/label/{id}',
    permission: edit,
    audit: 'label_changed',
    params: byId,
    bodyBytes: RULE_BYTES,
    body: LabelBody.extend({
      /** The label's own; it can't become another. */
      type: z.enum(labelTypes).optional(),
      /** Of an advanced one; left out it stays. */
      segment_rule: SegmentRule.optional(),
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: Label,
    stale: Label,
    errors: [...nameErrors, 'label_type_invalid', ...ruleErrors],
  },
  /**
   * Everybody who has it loses it. One that a segment, a view or a data source names goes only with `confirm`: label_in_use has them as
   * LabelUsage. What names it is broken then.
   */
  delete: {
    method: 'DELETE',
    path: '/label/{id}',
    permission: 'cdp-core.label.delete',
    audit: 'label_deleted',
    params: byId,
    query: z.strictObject({ confirm: z.enum(['true', 'false']).optional() }),
    errors: ['label_in_use'],
  },
  /** Whether it is shown with the profiles that have it. */
  setDisplay: {
    method: 'PUT',
    path: '/label/{id}/display-enabled',
    permission: edit,
    audit: 'label_changed',
    params: byId,
    body: Switch,
    response: Label,
  },
  /** Whether its rule is followed by itself. A label without a rule has nothing to follow, so it can only be switched off. */
  setAutoApply: {
    method: 'PUT',
    path: '/label/{id}/auto-apply-enabled',
    permission: edit,
    audit: 'label_changed',
    params: byId,
    body: Switch,
    response: Label,
    errors: ['label_without_rule', 'label_broken'],
  },
  /**
   * How many people a rule means. Of large stores the first answer is that of a sample; `exact` counts all. A newer estimate of the same
   * person stops the one before.
   */
  estimate: {
    method: 'POST',
    path: '/label/estimate',
    permission: read,
    // Reads alone, and shows no more than a list does.
    audit: false,
    bodyBytes: RULE_BYTES,
    body: z.strictObject({ segment_rule: SegmentRule, exact: z.boolean().default(false) }),
    limit: 'search',
    response: Estimate,
    errors: ['label_invalid', 'estimate_stopped'],
  },
  /** Brings a segment's people up to date, in the background. One that waits already is calculated once. */
  calculate: {
    method: 'POST',
    path: '/label/{id}/calculate',
    permission: edit,
    audit: 'label_calculated',
    params: byId,
    response: JobStarted,
    errors: [...ofSegment, 'label_broken'],
  },
  /** Each rule of a segment, ticked or crossed for somebody, with the value it looks at. */
  why: {
    method: 'GET',
    path: '/label/{id}/why/{profile_id}',
    permission: read,
    besides: 'cdp-core.profile.read',
    params: byMember,
    limit: 'search',
    response: Why,
    errors: ofSegment,
  },
  /** How many people it had, at most once an hour, the oldest first. */
  size: {
    method: 'GET',
    path: '/label/{id}/size',
    permission: read,
    params: byId,
    query: z.strictObject({ from: From.optional(), to: To.optional() }),
    response: z.object({ data: z.array(z.object({ at: Time, people: z.int() })) }),
  },
  /** The calculations of a segment, the newest first; of each segment the newest 100 are kept. */
  evaluations: {
    method: 'GET',
    path: '/label/{id}/evaluation',
    permission: read,
    params: byId,
    query: Page,
    response: pageOf(Evaluation),
  },
  usage: { method: 'GET', path: '/label/{id}/usage', permission: read, params: byId, response: LabelUsage },
  /** Who is pinned in or kept out, the newest first. */
  pins: {
    method: 'GET',
    path: '/label/{id}/member',
    permission: read,
    besides: 'cdp-core.profile.read',
    params: byId,
    query: Page,
    response: pageOf(
      z.object({ profile: z.object({ id: ProfileId, name: z.string() }), value: z.boolean(), by: Author, at: Time }),
    ),
    errors: ofSegment,
  },
  /** Pins somebody in (true), or keeps them out (false), whatever the rule says. */
  pin: {
    method: 'PUT',
    path: '/label/{id}/member/{profile_id}',
    permission: edit,
    audit: 'label_member_pinned',
    params: byMember,
    body: Switch,
    response: Membership,
    errors: ofSegment,
  },
  /** Gives somebody back to the rule. */
  unpin: {
    method: 'DELETE',
    path: '/label/{id}/member/{profile_id}',
    permission: edit,
    audit: 'label_member_unpinned',
    params: byMember,
    response: Membership,
    errors: ofSegment,
  },
  /** Judges somebody by the rule of one segment, or of all. Pins stay. */
  calculateOne: {
    method: 'POST',
    path: '/profile/{id}/segment/calculate',
    permission: 'cdp-core.profile.edit',
    audit: 'profile_segments_calculated',
    params: byProfile,
    body: z.strictObject({ reference_id: Id.optional() }),
    response: z.object({ data: z.array(Membership.extend({ reference_id: Id })) }),
    errors: [...ofSegment, 'label_broken'],
  },
})
