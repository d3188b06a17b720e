import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from './events.ts'

/** Headers of a request, as Node or as fetch has them. */
type GivenHeaders = Headers | Record<string, string | readonly string[] | undefined>

/**
 * Returns the event of a delivery, whose body must be the text as it arrived. Throws for a signature of another secret, and for a time
 * that is more than five minutes off. While a secret is rotated, both sign.
 */
export function verifyWebhook(secret: string, headers: GivenHeaders, body: string): WebhookEvent {
  const given = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const texts = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value ?? '')]))
  return new Webhook(secret).verify(body, texts) as WebhookEvent
}

/** Headers of a delivery, signed as Ruam signs it. */
export function signedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const now = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
}
