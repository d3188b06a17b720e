import { z } from 'zod'
import { From, Id, IdText, Page, pageOf, Text, Time, To } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Subjects of acts; the audit log has a word for each. */
export type AuditSubject =
  | 'activity'
  | 'activity_field'
  | 'activity_type'
  | 'api_key'
  | 'api_token'
  | 'broadcast'
  | 'broadcast_picture'
  | 'broadcast_setting'
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
  | 'profile'
  | 'profile_api'
  | 'profile_duplicate'
  | 'profile_field'
  | 'profile_merge'
  | 'role'
  | 'run'
  | 'sql_login'
  | 'store'
  | 'user'

/** One act: who did what to which thing, when and from where. Ids, counts and choices alone, never a person's values. */
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
  request_id: z.string().nullable(),
  /** Null of what came from no call, and of what was written down before these were kept. */
  address: z.string().nullable(),
  /** As the browser calls itself. */
  device: z.string().nullable(),
})

/** Acts in a store, the newest first. Immutable. */
export const auditLog = feature({
  list: {
    method: 'GET',
    path: '/audit-log',
    permission: 'cdp-core.audit-log.read',
    query: Page.extend({
      from: From.optional(),
      to: To.optional(),
      user_id: IdText.optional(),
      action: Text(100).optional(),
      subject_type: Text(100).optional(),
      subject_id: Text(100).optional(),
    }),
    response: pageOf(AuditEntry),
  },
})
