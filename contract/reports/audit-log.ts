import { z } from 'zod'
import { FieldValue } from '../customers/profiles.ts'
import { From, Id, IdText, Keyword, Page, ProfileId, pageOf, Text, Time, To } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { type AuditTopic, auditTopicNames } from './audit-topics.ts'

/** Subjects of acts; the audit log has a word for each. */
export type AuditSubject =
  | 'activity'
  | 'activity_field'
  | 'activity_type'
  | 'answer'
  | 'api_key'
  | 'api_token'
  | 'automation'
  | 'broadcast'
  | 'broadcast_audio'
  | 'broadcast_picture'
  | 'broadcast_location'
  | 'broadcast_setting'
  | 'broadcast_video'
  | 'broadcast_template'
  | 'rich_menu'
  | 'call'
  | 'channel'
  | 'consent_purpose'
  | 'data_source'
  | 'erasure_mention'
  | 'export'
  | 'facebook_page'
  | 'file'
  | 'invitation'
  | 'job'
  | 'label'
  | 'note'
  | 'open_api'
  | 'online_log'
  | 'webhook'
  | 'profile'
  | 'profile_api'
  | 'incident'
  | 'privacy_request'
  | 'profile_duplicate'
  | 'profile_field'
  | 'profile_merge'
  | 'role'
  | 'run'
  | 'sql_login'
  | 'store'
  | 'user'

/** Topics, separated by commas. */
const Topics = Text(200)
  .transform((text) => text.split(',') as AuditTopic[])
  .refine((topics) => topics.every((topic) => auditTopicNames.includes(topic)))

/** Name of a thing at the time of the act; `now` and `before` only where the name differs. */
const NameThen = z.object({
  name: z.string(),
  /** Name today. */
  now: z.string().nullable(),
  /** Name before this act. */
  before: z.string().nullable(),
})

const Customer = z.object({ id: ProfileId, name: z.string() })

/** One act: who did what to which thing, when and from where. The stored details hold ids, counts and choices only. */
const AuditEntry = z.object({
  id: Id,
  at: Time,
  /** Null if no person acted. */
  user: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
  /** The API key or API token that acted; its name is null once it is deleted. */
  credential: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Names of the things in the sentence, by their word: by, thing, role_id, role_id_before, labels ... */
  names: z.record(z.string(), z.array(NameThen)),
  /** Customers of the act by their names today; empty without the permission to see customers. */
  customers: z.array(Customer),
  /** Changed values of a customer, masked like the customer's history. */
  changes: z.array(z.object({ display_name: z.string(), before: FieldValue, after: FieldValue, masked: z.boolean() })),
  request_id: z.string().nullable(),
  /** Null for acts outside of calls, and for older acts. */
  address: z.string().nullable(),
  /** User agent. */
  device: z.string().nullable(),
})

const range = {
  from: From.optional(),
  to: To.optional(),
  user_id: IdText.optional(),
}

/** Acts in a store, the newest first. Immutable. */
export const auditLog = feature({
  list: {
    method: 'GET',
    path: '/audit-log',
    summary: ['อ่านประวัติการใช้งาน', 'Read the audit log'],
    permission: 'cdp-core.audit-log.read',
    limit: ({ keyword }) => (keyword ? 'search' : 'read'),
    query: Page.extend({
      ...range,
      /** Finds people, customers and things by their names of any time. */
      keyword: Keyword.optional(),
      topics: Topics.optional(),
      action: Text(100).optional(),
      subject_type: Text(100).optional(),
      subject_id: Text(100).optional(),
    }),
    response: pageOf(AuditEntry).extend({
      /** Acts of each day on the page, counted up to a cap. */
      days: z.array(z.object({ day: z.string(), count: z.int(), capped: z.boolean() })),
    }),
  },
  /** Acts of each topic in a range of days, counted up to a cap. */
  topics: {
    method: 'GET',
    path: '/audit-log/topics',
    summary: ['นับประวัติการใช้งานตามหมวด', 'Count the audit log by topic'],
    permission: 'cdp-core.audit-log.read',
    limit: 'search',
    query: z.strictObject(range),
    response: z.object({
      data: z.array(z.object({ topic: z.enum(auditTopicNames), count: z.int(), capped: z.boolean() })),
    }),
  },
})
