import { z } from 'zod'
import { byId, IdText, ProfileIdText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { Webhook, WebhookDelivery } from './webhooks.ts'

const byWebhook = byId.extend({ webhook: IdText })
const read = ['cdp-core.api-key.read', 'datasource-open-api-token.read'] as const
const write = { permission: 'cdp-core.api-key.create', alsoRequires: 'cdp-core.api-key.read' } as const

/** Webhooks of a program, as staff see them. */
export const programWebhooks = feature({
  list: {
    method: 'GET',
    path: '/program/{id}/webhooks',
    summary: ['อ่านรายการ webhook ของโปรแกรม', 'List webhooks of a program'],
    permission: read,
    params: byId,
    response: z.object({ data: z.array(Webhook) }),
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
    response: Webhook,
    errors: ['webhook_secret_ended'],
  },
  /** The last 100 deliveries, newest first. */
  deliveries: {
    method: 'GET',
    path: '/program/{id}/webhooks/{webhook}/deliveries',
    summary: ['อ่านรายการที่ส่งไปยัง webhook', 'List deliveries of a webhook'],
    permission: read,
    params: byWebhook,
    response: z.object({ data: z.array(WebhookDelivery) }),
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
