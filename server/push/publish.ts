import { PushEvent } from '@ruam/contract/push.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'

export const CHANNEL = 'ruam_push'

/**
 * Sends an event to the sockets it is for, on whichever server they are, when the transaction commits. What the contract doesn't
 * name is not sent. How often is up to the caller: every event is a notification of PostgreSQL.
 */
export async function publish(db: Db, event: PushEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(PushEvent.parse(event))})`.execute(db)
}
