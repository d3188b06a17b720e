import { z } from 'zod'
import { byId, IdText, Moment, ProfileId, ProfileIdText, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { scopeNames } from '../platform/scopes.ts'
import { changeTypeNames } from './changes.ts'
import { newWebhook, Webhook, WebhookDelivery } from './webhooks.ts'

const byWebhook = byId.extend({ webhook: IdText })
const read = ['cdp-core.api-key.read', 'datasource-open-api-token.read'] as const
const write = { permission: 'cdp-core.api-key.create', alsoRequires: 'cdp-core.api-key.read' } as const

/** A webhook as staff see it. */
const ProgramWebhook = Webhook.extend({
  /** Until then the former secret signs, too. */
  previous_until: Time.nullable(),
  /** A restore has ended its secret: it needs a new one before it goes on. */
  secret_ended: z.boolean(),
})

/** Returned once. */
const WithSecret = ProgramWebhook.extend({ secret: z.string() })

/** Webhooks of a program, as staff see them. */
export const programWebhooks = feature({
  list: {
    method: 'GET',
    path: '/program/{id}/webhooks',
    summary: ['อ่านรายการ webhook ของโปรแกรม', 'List webhooks of a program'],
    permission: read,
    params: byId,
    response: z.object({ data: z.array(ProgramWebhook) }),
  },
  /** Kinds of events that the caller may have sent to the program. */
  choices: {
    method: 'GET',
    path: '/program/{id}/webhook-types',
    summary: ['อ่านชนิดเหตุการณ์ที่แจ้งโปรแกรมได้', 'List event types that a program can get'],
    ...write,
    params: byId,
    response: z.object({
      data: z.array(
        z.object({
          type: z.enum(changeTypeNames),
          scope: z.enum(scopeNames),
          /** The one that lacks the scope; null if the type can be chosen. */
          lacks: z.enum(['program', 'caller']).nullable(),
        }),
      ),
    }),
  },
  create: {
    method: 'POST',
    path: '/program/{id}/webhooks',
    summary: ['สร้าง webhook ของโปรแกรม', 'Create a webhook of a program'],
    ...write,
    audit: 'webhook_created',
    params: byId,
    body: z.strictObject(newWebhook),
    response: WithSecret,
    errors: ['webhook_url_refused', 'webhooks_too_many', 'scope_missing', 'scope_beyond_rights', 'key_not_active'],
  },
  update: {
    method: 'PATCH',
    path: '/program/{id}/webhooks/{webhook}',
    summary: ['แก้ไข webhook ของโปรแกรม', 'Change a webhook of a program'],
    ...write,
    audit: 'webhook_changed',
    params: byWebhook,
    body: z.strictObject({ ...newWebhook, origin_time: Moment }),
    response: ProgramWebhook,
    stale: ProgramWebhook,
    errors: ['webhook_url_refused', 'scope_missing', 'scope_beyond_rights', 'key_not_active'],
  },
  delete: {
    method: 'DELETE',
    path: '/program/{id}/webhooks/{webhook}',
    summary: ['ลบ webhook ของโปรแกรม', 'Delete a webhook of a program'],
    ...write,
    audit: 'webhook_deleted',
    params: byWebhook,
  },
  /** Makes a new secret. The former one signs, too, for 24 hours. */
  rotate: {
    method: 'POST',
    path: '/program/{id}/webhooks/{webhook}/secret',
    summary: ['ออกรหัสลับใหม่ของ webhook', 'Make a new secret for a webhook'],
    ...write,
    audit: 'webhook_rotated',
    params: byWebhook,
    response: WithSecret,
    errors: ['scope_beyond_rights', 'key_not_active'],
  },
  /** Pauses or resumes a webhook. A resumed one sends changes from now on. */
  setStatus: {
    method: 'PUT',
    path: '/program/{id}/webhooks/{webhook}/status',
    summary: ['พักหรือเปิดใช้งาน webhook', 'Pause or resume a webhook'],
    ...write,
    audit: 'webhook_changed',
    params: byWebhook,
    body: z.strictObject({ status: z.enum(['active', 'paused']) }),
    response: ProgramWebhook,
    errors: ['webhook_secret_ended'],
  },
  /** The last 100 deliveries, newest first: of events that the program may still read. */
  deliveries: {
    method: 'GET',
    path: '/program/{id}/webhooks/{webhook}/deliveries',
    summary: ['อ่านรายการที่ส่งไปยัง webhook', 'List deliveries of a webhook'],
    permission: read,
    params: byWebhook,
    response: z.object({
      data: z.array(WebhookDelivery.extend({ profile_id: ProfileId.nullable() })),
      /** True for a caller who may not read all that the program reads: none is listed. */
      closed: z.boolean(),
    }),
  },
  sendAgain: {
    method: 'POST',
    path: '/program/{id}/webhooks/{webhook}/deliveries/{delivery}/send',
    summary: ['ส่งรายการไปยัง webhook อีกครั้ง', 'Send a delivery again'],
    ...write,
    audit: 'webhook_sent_again',
    params: byWebhook.extend({ delivery: ProfileIdText }),
  },
})
