import { createHash } from 'node:crypto'
import { z } from 'zod'
import { outsideId, outsideValue } from '../../core/outside-text.ts'

const PageScopedId = z.string().regex(/^\d{1,40}$/)

/** An entry of `messaging` (Facebook, "Webhooks for Messenger"). Its other properties are kept as they came. */
const Messaging = z.looseObject({
  sender: z.looseObject({ id: PageScopedId }).optional(),
  recipient: z.looseObject({ id: PageScopedId }).optional(),
  timestamp: z.int().min(0).max(8_640_000_000_000_000),
  message: z
    .looseObject({ mid: z.string().max(300), text: z.string().optional(), is_echo: z.boolean().optional() })
    .optional(),
  postback: z.looseObject({ mid: z.string().max(300).optional(), payload: z.string().optional() }).optional(),
})

export const FacebookRequest = z.object({
  object: z.literal('page'),
  entry: z.array(z.object({ id: outsideId(40), messaging: z.array(outsideValue).max(1000).default([]) })).max(1000),
})

/** Bytes of an event's id in the log. */
const ID_BYTES = 24

/**
 * Reads a Facebook event with the properties that the inbox reads. What a page wrote itself comes back as an echo, which has no sender
 * among the customers.
 */
export const FacebookEvent = Messaging.transform((messaging) => {
  const { sender, timestamp, message, postback } = messaging
  const echo = message?.is_echo === true
  const type = echo ? 'other' : message ? 'message' : postback ? 'postback' : 'other'
  return {
    ...messaging,
    type,
    timestamp,
    // Facebook's own ids are too long for an index of three columns.
    webhookEventId: createHash('sha256')
      .update(JSON.stringify(messaging))
      .digest('hex')
      .slice(0, ID_BYTES * 2),
    ...(sender && !echo && { source: { type: 'user', userId: sender.id } }),
    ...(message && { message: { ...message, ...(message.text !== undefined && { type: 'text' }) } }),
    ...(postback && { postback: { ...postback, data: postback.payload } }),
  }
})
