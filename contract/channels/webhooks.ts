import { z } from 'zod'
import { Text } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { WebhookKey } from './accounts.ts'

/** Bytes of one request of LINE: some hundred events. */
const WEBHOOK_BYTES = 1024 * 1024

const byApp = z.strictObject({ app: z.string().regex(/^\d{5,20}$/) })

/** Requests of messaging channels, signed over their bytes. */
export const webhooks = feature({
  line: {
    method: 'POST',
    path: '/webhook/line/{key}',
    summary: ['รับเหตุการณ์จาก LINE', 'Receive events from LINE'],
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
  /** Events of the pages of the server's Facebook app, whose id the address holds. */
  facebook: {
    method: 'POST',
    path: '/webhook/facebook/{app}',
    summary: ['รับเหตุการณ์จาก Facebook', 'Receive events from Facebook'],
    permission: 'signed',
    outside: true,
    raw: true,
    bodyBytes: WEBHOOK_BYTES,
    // Each event is an entry of the online log.
    audit: false,
    params: byApp,
    response: z.object({}),
    errors: ['webhook_signature', 'not_found'],
  },
  /** Facebook asks once whether the address is ours, and wants its challenge back. */
  facebookChallenge: {
    method: 'GET',
    path: '/webhook/facebook/{app}',
    summary: ['ตอบการตรวจสอบของ Facebook', 'Answer the check by Facebook'],
    permission: 'signed',
    outside: true,
    download: true,
    audit: false,
    params: byApp,
    query: z.strictObject({
      'hub.mode': z.literal('subscribe'),
      'hub.challenge': Text(200),
      'hub.verify_token': Text(200),
    }),
    errors: ['webhook_challenge', 'not_found'],
  },
})
