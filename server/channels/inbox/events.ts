import { createHash } from 'node:crypto'
import { logEvents } from '@ruam/contract/channels/online-log.ts'
import { z } from 'zod'
import { type OutsideValue, outsideId, outsideValue, readValue } from '../../core/outside-text.ts'

/** Properties of every LINE event (line-openapi `webhook.yml`). Its other properties are kept as they came. */
const LineEvent = z.looseObject({
  type: z.string().min(1).max(40),
  timestamp: z.int().min(0).max(8_640_000_000_000_000),
  webhookEventId: outsideId(100),
  source: z.looseObject({ type: z.string(), userId: outsideId(100).optional() }).optional(),
})
/** A LINE event as the inbox keeps it. */
export interface LineEvent {
  type: string
  timestamp: number
  webhookEventId: string
  source?: { type: string; userId?: string | undefined } | undefined
  [property: string]: unknown
}

/** Body of a delivery. Its events are read one by one: an unreadable one is no reason to refuse the others. */
export const LineRequest = z.object({ destination: outsideId(100), events: z.array(outsideValue).max(1000) })

/** An event that does not fit its description. Nothing of it is kept but the names of the parts that are wrong. */
export class UnreadableEvent {
  /** Id of LINE, or a hash of the event. */
  readonly id: string
  readonly parts: string

  constructor(id: string, parts: string) {
    this.id = id
    this.parts = parts
  }
}

/** Parts of an unreadable event that are named. */
const MAX_PARTS = 5

/** Reads one event of a delivery. */
export function readEvent(event: OutsideValue, schema: z.ZodType<LineEvent> = LineEvent): LineEvent | UnreadableEvent {
  const read = readValue(event, schema)
  if ('data' in read) return read.data
  // Redelivered, an event differs in its context alone.
  const value: unknown = read.value
  const same = isObject(value) ? { ...value, deliveryContext: undefined } : value
  const { success: hasId, data: id } = outsideId(100).safeParse(isObject(value) ? value.webhookEventId : undefined)
  const paths = read.paths.map((path) => path || 'event')
  return new UnreadableEvent(
    hasId ? id : createHash('sha256').update(JSON.stringify(same)).digest('hex').slice(0, ID_LENGTH),
    [...new Set(paths)].slice(0, MAX_PARTS).join(', '),
  )
}

const ID_LENGTH = 48

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
