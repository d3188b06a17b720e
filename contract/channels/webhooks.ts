import { z } from 'zod'
import { feature } from '../platform/endpoint.ts'
import { WebhookKey } from './accounts.ts'

/** Bytes of one request of LINE: some hundred events. */
const WEBHOOK_BYTES = 1024 * 1024

/** Requests of messaging channels, signed over their bytes. */
export const webhooks = feature({
  line: {
    method: 'POST',
    path: '/webhook/line/{key}',
    permission: 'signed',
    outside: true,
    raw: true,
    bodyBytes: WEBHOOK_BYTES,
    // Each event is an entry of the online log.
    audit: false,
    params: z.strictObject({ key: WebhookKey }),
    response: z.object({}),
    errors: ['webhook_signature', 'not_found'],
  },
})
