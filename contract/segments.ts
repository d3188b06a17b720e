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
  Page,
  pageOf,
  sortBy,
  Text,
  Time,
  TimeText,
  To,
} from './common.ts'
import { feature } from './endpoint.ts'
import { labelColors } from './label-colors.ts'

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
  /** The labels that its rule is about, by name. */
  reference_labels: z.array(z.object({ id: Id, name: z.string() })),
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

/** Labels, called segments where they follow a rule. */
export const segments = feature({
  list: {
    method: 'GET',
    path: '/label',
    permission: 'cdp-core.label.read',
    query: LabelQuery,
    response: pageOf(Label),
  },
  nameAvailable: {
    method: 'GET',
    path: '/label/name/available',
    permission: 'cdp-core.label.read',
    query: z.strictObject({ keyword: Text(1000) }),
    response: Exists,
  },
  create: {
    method: 'POST',
    path: '/label',
    permission: 'cdp-core.label.create',
    audit: 'label_created',
    /** By hand none but general ones are made. */
    body: LabelBody.extend({ type: z.enum(labelTypes) }),
    response: Label,
    errors: [...nameErrors, 'label_type_invalid'],
  },
  /** How many there are of each type. */
  types: {
    method: 'GET',
    path: '/label/types',
    permission: 'cdp-core.label.read',
    response: z.object({ data: z.array(z.object({ type: z.enum(labelTypes), total: z.int() })), total: z.int() }),
  },
  get: { method: 'GET', path: '/label/{id}', permission: 'cdp-core.label.read', params: byId, response: Label },
  update: {
    method: 'PUT',
    path: '/label/{id}',
    permission: edit,
    audit: 'label_changed',
    params: byId,
    body: LabelBody.extend({
      /** The label's own; it can't become another. */
      type: z.enum(labelTypes).optional(),
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: Label,
    stale: Label,
    errors: [...nameErrors, 'label_type_invalid'],
  },
  /** Everybody who has it loses it. */
  delete: {
    method: 'DELETE',
    path: '/label/{id}',
    permission: 'cdp-core.label.delete',
    audit: 'label_deleted',
    params: byId,
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
    errors: ['label_without_rule'],
  },
})
