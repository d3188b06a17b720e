import type { EventData } from '@ruam/contract/platform/event.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { type events, PushEvent } from '@ruam/contract/push.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'

type Declared = (typeof events)[number]

/** Data and audience of an event. */
type Published<E extends Declared> = {
  storeId: number
  /** Everybody of the store who is connected, when left out. */
  userId?: number | null
  data: EventData<E>
} & (E['visibleTo'] extends null ? { permission?: Permission | undefined } : unknown)

/**
 * Sends an event to the sockets it is for, on whichever server they are, when the transaction commits. What its declaration doesn't
 * name is not sent. How often is up to the caller: every event is a notification of PostgreSQL.
 */
export async function publish<E extends Declared>(db: Db, event: E, published: Published<E>): Promise<void> {
  const { storeId, userId = null, data, permission } = published as Published<Declared> & { permission?: Permission }
  await notify(db, {
    store_id: storeId,
    user_id: userId,
    permission: event.visibleTo ?? permission,
    event_type: event.event_type,
    event_data: data,
  } as PushEvent)
}

/** An event as the sockets get it. */
export async function notify(db: Db, event: PushEvent): Promise<void> {
  await sql`select pg_notify(auth.push_channel(), ${JSON.stringify(PushEvent.parse(event))})`.execute(db)
}
