import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** Background work with a message-queue topic (spec section 9). */
export const topics = ['datasource-load', 'pipeline-dry-run', 'pipeline', 'segmentation'] as const
type Topic = (typeof topics)[number]

/** Returns a topic's full name: a command starts the work, an event reports it. */
export const topicName = (environment: string, kind: 'event' | 'command', topic: Topic) =>
  `${environment}.ruam.${kind}.${topic}`

/** The single statement of an event. `publish` on the server sends it, `usePush` in the web hears it. */
export interface EventDeclaration {
  /** As it travels. */
  event_type: string
  /** Topics, known from the data; none for events of screens only. */
  topics: readonly Topic[]
  /** Permission to receive it; null if the publisher states one per event. */
  visibleTo: Permission | null
  /** The screen with more of it, and the part of the data that is the id in its address; null where there is none. */
  leadsTo: { screen: string; id: string } | null
  /**
   * Ids, states and figures alone: clients read the visible data through calls. Everything is bounded, since PostgreSQL
   * notifies with less than 8,000 bytes, and no key is data.
   */
  data: z.ZodType
}

/** Keeps every literal. */
export function event<const E extends EventDeclaration>(declaration: E): E {
  return declaration
}

export type EventData<E extends EventDeclaration> = z.output<E['data']>
