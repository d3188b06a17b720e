import { Webhook } from 'standardwebhooks'

/** Event of a delivery. Its id, the same over retries, is in the header `webhook-id`. */
export interface WebhookEvent {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/**
 * Returns the event of a delivery, whose body must be the text as it arrived. Throws for a signature of another secret, and for a time
 * that is more than five minutes off. While a secret is rotated, both sign.
 */
export function verifyWebhook(secret: string, headers: Record<string, string>, body: string): WebhookEvent {
  return new Webhook(secret).verify(body, headers) as WebhookEvent
}
