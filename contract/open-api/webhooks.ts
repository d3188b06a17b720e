import { z } from 'zod'
import { Id, IdText, ProfileId, ProfileIdText, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'
import { changeTypeNames } from './changes.ts'

/** Webhooks of one program. */
export const MAX_WEBHOOKS = 20
/** Hours for which the former secret signs, too. */
export const SECRET_OVERLAP_HOURS = 24

/** Reasons for which Ruam paused it. */
const reasons = ['failing', 'gone', 'restored', 'changes_gone'] as const

const Types = z
  .array(z.enum(changeTypeNames))
  .min(1)
  .max(changeTypeNames.length)
  .transform((types) => [...new Set(types)])
const Address = Text(2000).pipe(z.url({ protocol: /^https?$/ }))

/** Values of a new webhook. */
export const newWebhook = { url: Address, types: Types }

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  types: z.array(z.enum(changeTypeNames)),
  status: z.enum(['active', 'paused']),
  reason: z.enum(reasons).nullable(),
  /** First failure of an event that is not delivered yet. */
  failing_since: Time.nullable(),
  created_at: Time,
  updated_at: Time,
})

export const WebhookDelivery = z.object({
  id: ProfileId,
  event_id: z.string(),
  type: z.enum(changeTypeNames),
  /** Null if no answer came. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  ms: z.int(),
  at: Time,
})

/** Returned once. */
const WithSecret = Webhook.extend({ secret: z.string() })

const call = { outside: true, permission: 'program', scope: 'webhook:manage' } as const
const byWebhook = z.strictObject({ id: IdText })

/** Webhooks: a program has the changes that it may read sent to an address. */
export const openApiWebhooks = feature({
  list: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/webhooks',
    response: z.object({ data: z.array(Webhook) }),
  },
  create: {
    ...call,
    method: 'POST',
    path: '/open-api/v1/webhooks',
    audit: 'webhook_created',
    body: z.strictObject(newWebhook),
    response: WithSecret,
    errors: ['webhook_url_refused', 'webhooks_too_many', 'scope_missing'],
  },
  update: {
    ...call,
    method: 'PATCH',
    path: '/open-api/v1/webhooks/{id}',
    audit: 'webhook_changed',
    params: byWebhook,
    body: z.strictObject({
      url: Address.optional(),
      types: Types.optional(),
      /** A webhook that was paused goes on with changes from now. */
      status: z.enum(['active', 'paused']).optional(),
    }),
    response: Webhook,
    errors: ['webhook_url_refused', 'scope_missing', 'webhook_secret_ended'],
  },
  delete: {
    ...call,
    method: 'DELETE',
    path: '/open-api/v1/webhooks/{id}',
    audit: 'webhook_deleted',
    params: byWebhook,
  },
  rotate: {
    ...call,
    method: 'POST',
    path: '/open-api/v1/webhooks/{id}/secret',
    audit: 'webhook_rotated',
    params: byWebhook,
    response: WithSecret,
  },
  /** The last 100 deliveries, newest first. None to a program that may not read all that the program of the webhook reads. */
  deliveries: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/webhooks/{id}/deliveries',
    params: byWebhook,
    response: z.object({
      data: z.array(WebhookDelivery),
    }),
  },
  /** Sends an event again, after all that wait. */
  sendAgain: {
    ...call,
    method: 'POST',
    path: '/open-api/v1/webhooks/{id}/deliveries/{delivery_id}/send',
    audit: 'webhook_sent_again',
    params: byWebhook.extend({ delivery_id: ProfileIdText }),
  },
})

/** A webhook was paused by Ruam. */
export const webhookPausedNotice = notice({
  kind: 'webhook_paused',
  topic: 'store',
  readBy: 'cdp-core.api-key.read',
  leadsTo: { screen: 'data-source-openapi-key' },
  data: ['credential_id'],
  names: { name: ['credential', 'credential_id'] },
  says: {
    failed: {
      title: { th: 'หยุดแจ้งออกไปยัง “{name}” แล้ว', en: 'Webhooks of “{name}” were paused' },
      text: {
        th: 'ปลายทางไม่ตอบนาน 3 วัน หรือแจ้งว่าเลิกรับ กรุณาติดต่อผู้ดูแลโปรแกรม',
        en: 'The receiver failed for three days, or has ended. Contact the people who run the program.',
      },
    },
  },
})
