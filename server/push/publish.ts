import { type EventData, topicName, type topics } from '@ruam/contract/platform/event.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { type events, PushEvent } from '@ruam/contract/push.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { pushSubjectOf } from './subjects.ts'

type Topic = (typeof topics)[number]
type Declared = (typeof events)[number]

/** Data and audience of an event. */
type Published<E extends Declared> = {
  storeId: number
  /** Everybody of the store who is connected, when left out. */
  userId?: number | null
  data: EventData<E>
} & (E['visibleTo'] extends null ? { permission?: Permission | undefined } : unknown)

/** First part of subjects on the NATS server; undefined if this process publishes by notifications of PostgreSQL. */
let natsEnvironment: string | undefined

/** Chooses once, at the start of a process, where it publishes. */
export function publishToNats(environment: string | undefined): void {
  natsEnvironment = environment
}

/**
 * Sends an event to the sockets it is for, on whichever server they are, when the transaction commits. What its declaration doesn't
 * name is not sent. How often is up to the caller: every event is a notification of PostgreSQL.
 */
export async function publish<E extends Declared>(db: Db, event: E, published: Published<E>): Promise<void> {
  const { storeId, userId = null, data, permission } = published as Published<Declared> & { permission?: Permission }
  await publishNotice(db, {
    store_id: storeId,
    user_id: userId,
    permission: event.visibleTo ?? permission,
    event_type: event.event_type,
    event_data: data,
  } as PushEvent)
}

/** An event as the sockets get it. */
export async function publishNotice(db: Db, event: PushEvent): Promise<void> {
  const parsed = PushEvent.parse(event)
  const body = JSON.stringify(parsed)
  if (natsEnvironment === undefined) {
    await sql`select pg_notify(auth.push_channel(), ${body})`.execute(db)
    return
  }
  const topic = topicOf(parsed)
  const topical = topic ? [topicName(natsEnvironment, 'event', topic)] : []
  await push(db, [pushSubjectOf(natsEnvironment, parsed.store_id), ...topical], body)
}

/** Tells other programs, by NATS alone, that work has been enqueued; when the transaction commits. */
export async function pushCommand(db: Db, topic: Topic, ids: { store_id: number } & Record<string, number | string>) {
  if (natsEnvironment !== undefined) await push(db, [topicName(natsEnvironment, 'command', topic)], JSON.stringify(ids))
}

const push = (db: Db, subjects: string[], body: string) =>
  sql`select auth.push(${subjects}::text[], ${body})`.execute(db)

function topicOf({ event_type, event_data }: PushEvent): Topic | undefined {
  if (event_type === 'segment') return 'segmentation'
  if (event_type !== 'datasource') return undefined
  if (!event_data.run) return 'datasource-load'
  return event_data.run.kind === 'dry' ? 'pipeline-dry-run' : 'pipeline'
}
