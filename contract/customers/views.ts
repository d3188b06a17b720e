import { z } from 'zod'
import { byId, Id, Name, Page, pageOf, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { ProfileListColumn } from './preferences.ts'
import { RULE_BYTES, RuleFilter, VisibleRule } from './rules.ts'

/** Saved view of the customer list: its filter, order and columns. */
const ViewDefinition = z.strictObject({
  keyword: Text(200).default(''),
  deleted: z.boolean().default(false),
  rule: RuleFilter.nullable().default(null),
  sort_by: z.string().regex(/^[a-z][a-z0-9_]{0,40}$/),
  sort_dir: z.enum(['asc', 'desc']),
  /** Null: whatever columns the person has. */
  columns: z.array(ProfileListColumn).max(1000).nullable(),
})
export type ViewDefinition = z.infer<typeof ViewDefinition>

export const ProfileView = z.object({
  id: Id,
  name: z.string(),
  /** Every member of the store sees it; only its author changes it. */
  shared: z.boolean(),
  mine: z.boolean(),
  /** A rule about a sensitive field is masked for people without the right to its values. */
  definition: ViewDefinition.extend({ rule: VisibleRule.nullable() }),
  author: z.object({ id: Id, name: z.string() }),
  created_at: Time,
  updated_at: Time,
})
export type ProfileView = z.infer<typeof ProfileView>

const permission = 'cdp-core.profile.read'
/** 1,000 columns and a rule. */
const bodyBytes = RULE_BYTES + 512 * 1024
const View = z.strictObject({ name: Name, shared: z.boolean().default(false), definition: ViewDefinition })

export const profileViews = feature({
  /** The person's own views and those shared with the store, by name. */
  list: {
    method: 'GET',
    path: '/profile-view',
    summary: ['อ่านรายการมุมมอง', 'List views'],
    permission,
    query: Page,
    response: pageOf(ProfileView),
  },
  /** Matches of a view, up to 10,000; up to a minute old. */
  count: {
    method: 'GET',
    path: '/profile-view/{id}/count',
    summary: ['นับลูกค้าของมุมมอง', 'Count the customers of a view'],
    permission,
    limit: 'search',
    params: byId,
    response: z.object({ total: z.int(), total_capped: z.boolean() }),
  },
  create: {
    method: 'POST',
    path: '/profile-view',
    summary: ['บันทึกมุมมอง', 'Save a view'],
    permission,
    // Personal view settings; customers are unchanged.
    audit: false,
    bodyBytes,
    body: View,
    response: ProfileView,
    errors: ['name_taken'],
  },
  update: {
    method: 'PUT',
    path: '/profile-view/{id}',
    summary: ['แก้ไขมุมมอง', 'Change a view'],
    permission,
    // Personal view settings; customers are unchanged.
    audit: false,
    params: byId,
    bodyBytes,
    body: View.extend({
      /** A rule that is left out stays as it is. */
      definition: ViewDefinition.extend({ rule: RuleFilter.nullable().optional() }),
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: ProfileView,
    stale: ProfileView,
    errors: ['name_taken'],
  },
  delete: {
    method: 'DELETE',
    path: '/profile-view/{id}',
    summary: ['ลบมุมมอง', 'Delete a view'],
    permission,
    // Personal view settings; customers are unchanged.
    audit: false,
    params: byId,
  },
})
