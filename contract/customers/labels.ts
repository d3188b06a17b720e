import { z } from 'zod'
import {
  byId,
  Description,
  Direction,
  Exists,
  From,
  Id,
  type InInstants,
  Keyword,
  NamedRow,
  Page,
  pageOf,
  sortBy,
  Text,
  Time,
  TimeText,
  To,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { labelColors } from './label-colors.ts'
import { RULE_BYTES, SegmentRule, VisibleSegmentRule } from './rules.ts'
import { SegmentState } from './segment-state.ts'

/** `general`: given by hand, in files and by programs. `advanced`: a segment, whose rule gives it. */
const labelTypes = ['general', 'advanced'] as const

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
  segment_rule: VisibleSegmentRule.nullable(),
  /** The labels that its rule is about, by name. */
  reference_labels: z.array(NamedRow),
  /** Null of a general label. */
  state: SegmentState.nullable(),
  /** True if a sensitive field decides the members, also through other segments and computed fields. */
  members_sensitive: z.boolean(),
  /** Set by an owner: everybody sees the members, although a sensitive field decides them. */
  members_visible: z.boolean(),
  /** True if the members are closed to the caller. Their number is not. */
  members_closed: z.boolean(),
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
const ruleErrors = ['label_invalid', 'label_cycle'] as const

/** References to a label, or to another thing that rules name. */
export const LabelUsage = z.object({
  segments: z.array(NamedRow),
  /** Saved views; those that others keep to themselves are only counted. */
  views: z.array(NamedRow),
  hidden_views: z.int(),
  data_sources: z.array(NamedRow),
  /** Broadcasts that wait to be sent to it, or not to it. */
  broadcasts: z.array(NamedRow),
  /** Automations at work that it begins, or that read, give or take it. */
  automations: z.array(NamedRow),
})
export type LabelUsage = z.infer<typeof LabelUsage>

/** Labels. One with a rule is a segment, whose further calls are in `segments.ts`. */
export const labels = feature({
  list: {
    method: 'GET',
    path: '/label',
    summary: ['อ่านรายการป้ายกำกับและเซกเมนต์', 'List labels and segments'],
    permission: read,
    query: LabelQuery,
    response: pageOf(Label),
  },
  nameAvailable: {
    method: 'GET',
    path: '/label/name/available',
    summary: ['ตรวจว่าใช้ชื่อป้ายกำกับนี้ได้หรือไม่', 'Check if a label name is free'],
    permission: read,
    query: z.strictObject({ keyword: Text(1000) }),
    response: Exists,
  },
  create: {
    method: 'POST',
    path: '/label',
    summary: ['สร้างป้ายกำกับหรือเซกเมนต์', 'Create a label or segment'],
    permission: 'cdp-core.label.create',
    audit: 'label_created',
    bodyBytes: RULE_BYTES,
    /** An advanced one comes with its rule, a general one without. */
    body: LabelBody.extend({ type: z.enum(labelTypes), segment_rule: SegmentRule.optional() }),
    response: Label,
    errors: [...nameErrors, 'label_type_invalid', ...ruleErrors],
  },
  /** Counts labels by type. */
  types: {
    method: 'GET',
    path: '/label/types',
    summary: ['นับป้ายกำกับตามประเภท', 'Count labels by type'],
    permission: read,
    response: z.object({ data: z.array(z.object({ type: z.enum(labelTypes), total: z.int() })), total: z.int() }),
  },
  get: {
    method: 'GET',
    path: '/label/{id}',
    summary: ['อ่านป้ายกำกับหรือเซกเมนต์', 'Read a label or segment'],
    permission: read,
    params: byId,
    response: Label,
  },
  update: {
    method: 'PUT',
    path: '/label/{id}',
    summary: ['แก้ไขป้ายกำกับหรือเซกเมนต์', 'Change a label or segment'],
    permission: edit,
    audit: 'label_changed',
    params: byId,
    bodyBytes: RULE_BYTES,
    body: LabelBody.extend({
      /** The label's own; it can't become another. */
      type: z.enum(labelTypes).optional(),
      /** Rule of an advanced label; unchanged if omitted. */
      segment_rule: SegmentRule.optional(),
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: Label,
    stale: Label,
    errors: [...nameErrors, 'label_type_invalid', ...ruleErrors],
  },
  /**
   * Deletes a label and removes it from all profiles. If segments, views or data sources use it (label_in_use lists them), `confirm` is
   * needed and they become broken.
   */
  delete: {
    method: 'DELETE',
    path: '/label/{id}',
    summary: ['ลบป้ายกำกับหรือเซกเมนต์', 'Delete a label or segment'],
    permission: 'cdp-core.label.delete',
    audit: 'label_deleted',
    params: byId,
    query: z.strictObject({ confirm: z.enum(['true', 'false']).optional() }),
    errors: ['label_in_use'],
  },
  /** Shows or hides the label with its profiles. */
  setDisplay: {
    method: 'PUT',
    path: '/label/{id}/display-enabled',
    summary: ['เปิดหรือปิดการแสดงในรายชื่อ', 'Show or hide a label'],
    permission: edit,
    audit: 'label_changed',
    params: byId,
    body: Switch,
    response: Label,
  },
  usage: {
    method: 'GET',
    path: '/label/{id}/usage',
    summary: ['อ่านว่าใช้ป้ายกำกับที่ใดบ้าง', 'Read where a label is used'],
    permission: read,
    params: byId,
    response: LabelUsage,
  },
})
