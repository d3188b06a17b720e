import { z } from 'zod'
import { byId, From, Id, IdText, Page, ProfileId, ProfileIdText, pageOf, Time, To } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted } from '../platform/job.ts'
import { Label } from './labels.ts'
import { byProfile, ProfileIds } from './profiles.ts'
import { RULE_BYTES, SegmentRule } from './rules.ts'
import { Estimate, EstimatedSpend } from './segment-estimate.ts'
import { Evaluation } from './segment-state.ts'
import { Author, Membership, Why } from './segment-why.ts'

const Switch = z.strictObject({ value: z.boolean() })
const edit = 'cdp-core.label.edit'
const read = 'cdp-core.label.read'
const byMember = z.strictObject({ id: IdText, profile_id: ProfileIdText })
/** Errors of calls about a rule and its members. */
const ofSegment = ['label_without_rule'] as const

/** Segments: labels with a rule. Their rule, their members and what the rule means. */
export const segments = feature({
  /** Switches automatic calculation of a rule. A label without a rule can only be switched off. */
  setAutoApply: {
    method: 'PUT',
    path: '/label/{id}/auto-apply-enabled',
    summary: ['เปิดหรือปิดการอัปเดตอัตโนมัติ', 'Turn automatic updates on or off'],
    permission: edit,
    audit: 'label_changed',
    params: byId,
    body: Switch,
    response: Label,
    errors: ['label_without_rule', 'label_broken'],
  },
  /** Lets people without the right to sensitive values see the members. For owners only. */
  setMembersVisible: {
    method: 'PUT',
    path: '/label/{id}/members-visible',
    summary: ['แสดงหรือไม่แสดงสมาชิกของเซกเมนต์', 'Show or hide the members of a segment'],
    permission: edit,
    audit: 'label_changed',
    params: byId,
    body: Switch,
    response: Label,
    errors: ofSegment,
  },
  /**
   * Estimates the members of a rule. Large stores get a sample first; `exact` counts all. A newer estimate of the same person cancels the
   * previous one.
   */
  estimate: {
    method: 'POST',
    path: '/label/estimate',
    summary: ['ประมาณจำนวนลูกค้าในเซกเมนต์', 'Estimate the size of a segment'],
    permission: read,
    // Reads alone, and shows no more than a list does.
    audit: false,
    bodyBytes: RULE_BYTES,
    body: z.strictObject({
      segment_rule: SegmentRule,
      exact: z.boolean().default(false),
      /** Segment whose members are compared with the matches. */
      label_id: Id.optional(),
    }),
    limit: 'search',
    response: Estimate,
    errors: ['label_invalid', 'estimate_stopped', ...ofSegment],
  },
  /** Sums what matches of a rule spent in twelve months; null if the store has no amounts. Also cancels the person's previous estimate. */
  estimateSpend: {
    method: 'POST',
    path: '/label/estimate/spend',
    summary: ['ประมาณยอดซื้อของเซกเมนต์', 'Estimate the spend of a segment'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    audit: false,
    bodyBytes: RULE_BYTES,
    body: z.strictObject({ segment_rule: SegmentRule }),
    limit: 'search',
    response: z.object({ spend: EstimatedSpend.nullable() }),
    errors: ['label_invalid', 'estimate_stopped'],
  },
  /** Brings a segment's people up to date, in the background. One that waits already is calculated once. */
  calculate: {
    method: 'POST',
    path: '/label/{id}/calculate',
    summary: ['คำนวณสมาชิกของเซกเมนต์', 'Update the members of a segment'],
    permission: edit,
    audit: 'label_calculated',
    params: byId,
    response: JobStarted,
    errors: [...ofSegment, 'label_broken'],
  },
  /** Each rule of a segment, ticked or crossed for a profile, with the value it looks at. */
  why: {
    method: 'GET',
    path: '/label/{id}/why/{profile_id}',
    summary: ['อธิบายว่าเหตุใดลูกค้าอยู่ในเซกเมนต์', 'Explain why a customer is a member'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    params: byMember,
    limit: 'search',
    response: Why,
    errors: ofSegment,
  },
  /** Members over time, at most hourly, the oldest first; `week`: joined and left in seven days, if the segment is that old. */
  size: {
    method: 'GET',
    path: '/label/{id}/size',
    summary: ['อ่านจำนวนสมาชิกตามเวลา', 'Read the size of a segment over time'],
    permission: read,
    params: byId,
    query: z.strictObject({ from: From.optional(), to: To.optional() }),
    response: z.object({
      data: z.array(z.object({ at: Time, people: z.int() })),
      week: z.object({ joined: z.int(), left: z.int() }).nullable(),
    }),
  },
  /**
   * Live members who can be written to on LINE, and what members spent in twelve months. Estimated for very large segments. Both are null
   * if the members are closed to the caller.
   */
  figures: {
    method: 'GET',
    path: '/label/{id}/figures',
    summary: ['อ่านตัวเลขของเซกเมนต์', 'Read the figures of a segment'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    params: byId,
    limit: 'search',
    response: z.object({
      exact: z.boolean(),
      /** Null if the store has no LINE account. */
      line: z.int().nullable(),
      /** Null if the store has no amounts of purchases. */
      spent: z.number().nullable(),
    }),
  },
  /** The calculations of a segment, the newest first; of each segment the newest 100 are kept. */
  evaluations: {
    method: 'GET',
    path: '/label/{id}/evaluation',
    summary: ['อ่านประวัติการคำนวณของเซกเมนต์', 'List the calculations of a segment'],
    permission: read,
    params: byId,
    query: Page,
    response: pageOf(Evaluation),
  },
  /** Pinned and excluded profiles, the newest first. */
  pins: {
    method: 'GET',
    path: '/label/{id}/member',
    summary: ['อ่านรายชื่อที่ล็อกไว้หรือกันออก', 'List customers pinned in or kept out'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    params: byId,
    query: Page,
    response: pageOf(
      z.object({ profile: z.object({ id: ProfileId, name: z.string() }), value: z.boolean(), by: Author, at: Time }),
    ),
    errors: ofSegment,
  },
  /** Members among up to 100 profiles, and since when: of pinned ones, since the pin. */
  joined: {
    method: 'GET',
    path: '/label/{id}/joined',
    summary: ['อ่านเวลาที่ลูกค้าเข้าเซกเมนต์', 'Read when customers joined'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    params: byId,
    query: z.strictObject({ profiles: ProfileIds }),
    response: z.object({ data: z.array(z.object({ profile_id: ProfileId, since: Time, pinned: z.boolean() })) }),
  },
  /** Profiles that joined within seven days and are still in it, or left it and are out; the latest first. */
  moved: {
    method: 'GET',
    path: '/label/{id}/moved',
    summary: ['อ่านรายชื่อที่เพิ่งเข้าหรือเพิ่งออก', 'List customers who just joined or left'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    params: byId,
    query: Page.extend({ way: z.enum(['joined', 'left']) }),
    limit: 'search',
    response: pageOf(z.object({ profile: z.object({ id: ProfileId, name: z.string(), phone: z.string() }), at: Time })),
  },
  /** Pins a profile in (true), or excludes it (false), whatever the rule says. */
  pin: {
    method: 'PUT',
    path: '/label/{id}/member/{profile_id}',
    summary: ['ล็อกลูกค้าให้อยู่ในเซกเมนต์หรือกันออก', 'Pin a customer in or keep out'],
    permission: edit,
    audit: 'label_member_pinned',
    params: byMember,
    body: Switch,
    response: Membership,
    errors: ofSegment,
  },
  /** Removes the pin of a profile: the rule decides again. */
  unpin: {
    method: 'DELETE',
    path: '/label/{id}/member/{profile_id}',
    summary: ['กลับไปใช้เงื่อนไขของเซกเมนต์', 'Let the rule decide again'],
    permission: edit,
    audit: 'label_member_unpinned',
    params: byMember,
    response: Membership,
    errors: ofSegment,
  },
  /** Evaluates the rule of one segment, or of all, for a profile. Pins stay. */
  calculateOne: {
    method: 'POST',
    path: '/profile/{id}/segment/calculate',
    summary: ['คำนวณเซกเมนต์ของลูกค้าหนึ่งราย', 'Update the segments of a customer'],
    permission: 'cdp-core.profile.edit',
    audit: 'profile_segments_calculated',
    params: byProfile,
    body: z.strictObject({ reference_id: Id.optional() }),
    response: z.object({ data: z.array(Membership.extend({ reference_id: Id })) }),
    errors: [...ofSegment, 'label_broken'],
  },
})
