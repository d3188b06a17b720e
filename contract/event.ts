import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** What happens in the background, as other systems name it: {environment}.ruam.event.{topic}. */
type Topic = 'datasource-load' | 'pipeline-dry-run' | 'pipeline' | 'segmentation'

/** The single statement of an event. `publish` on the server sends it, `usePush` in the web hears it. */
export interface EventDeclaration {
  /** As it travels. */
  event_type: string
  /** Of these topics, as its data tells; none where it is for screens alone. */
  topics: readonly Topic[]
  /** Who hears it; null where its publisher states the permission each time. */
  heardBy: Permission | null
  /** The screen with more of it, and the part of the data that is the id in its address; null where there is none. */
  leadsTo: { screen: string; id: string } | null
  /**
   * Ids, states and figures alone: what somebody may see of them is asked for by the calls. Everything is bounded, since PostgreSQL
   * notifies with less than 8,000 bytes, and no key is data.
   */
  data: z.ZodType
}

/** Keeps every literal. */
export function event<const E extends EventDeclaration>(declaration: E): E {
  return declaration
}

export type EventData<E extends EventDeclaration> = z.output<E['data']>
