import { logEvents } from '@ruam/contract/channels/online-log.ts'
import { z } from 'zod'

/** Properties of every LINE event (line-openapi `webhook.yml`). Its other properties are kept as they came. */
const LineEvent = z.looseObject({
  type: z.string().min(1).max(40),
  timestamp: z.int().min(0).max(8_640_000_000_000_000),
  webhookEventId: z.string().min(1).max(100),
  source: z.looseObject({ type: z.string(), userId: z.string().max(100).optional() }).optional(),
})
export type LineEvent = z.infer<typeof LineEvent>

export const LineRequest = z.looseObject({
  destination: z.string().max(100),
  events: z.array(LineEvent).max(1000),
})

const known: ReadonlySet<string> = new Set(logEvents)

/** Returns the event's type as the log names it. */
export const typeOf = ({ type }: LineEvent): string => (known.has(type) ? type : 'other')

/** Events that change friends, activities or profiles; the others are only logged. */
export const applied: ReadonlySet<string> = new Set(['follow', 'unfollow', 'message', 'postback'])

export const userOf = ({ source }: LineEvent): string | null =>
  source?.type === 'user' ? (source.userId ?? null) : null

interface LineMessage {
  type?: unknown
  text?: unknown
}

/** Returns the text of a text message, or null. */
export function messageText(event: LineEvent): string | null {
  const message = event.message as LineMessage | undefined
  return message?.type === 'text' && typeof message.text === 'string' ? message.text : null
}

/** Returns the data of a button that the user pressed, or null. */
export function postbackOf(event: LineEvent): string | null {
  const data = (event.postback as { data?: unknown } | undefined)?.data
  return typeof data === 'string' ? data : null
}

/** Returns the event for the log: without the words of a chat, unless the store keeps them. */
export function loggedPayload(event: LineEvent, keepText: boolean): LineEvent {
  const message = event.message as object | undefined
  if (keepText || messageText(event) === null || !message) return event
  const { text: _, emojis: __, mention: ___, ...rest } = message as Record<string, unknown>
  return { ...event, message: rest }
}
