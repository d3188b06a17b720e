import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { wordIn } from '../line-link/words.ts'
import { applied, type LineEvent, loggedPayload, messageText, postbackOf, typeOf, userOf } from './events.ts'

interface Receiver {
  source: 'line' | 'facebook'
  storeId: number
  channelId: number
  keepText: boolean
}

/** Characters of a message that the log shows. */
const SUMMARY_LENGTH = 200

/**
 * Stores events before the request is answered: an entry of the log with its payload, and a row of the inbox for each one that is to be
 * applied. An event that is already in the log is a redelivery and changes nothing. Returns whether events wait for the ingester.
 */
export async function receiveEvents(
  db: Db,
  { source, storeId, channelId, keepText }: Receiver,
  events: readonly LineEvent[],
  requestId: string,
): Promise<boolean> {
  const rows = events.map((event, place) => {
    // A word that links a customer is kept nowhere.
    const keep = keepText && wordIn(messageText(event) ?? '') === null
    return {
      place,
      external_id: event.webhookEventId,
      event_type: typeOf(event),
      user_id: userOf(event),
      waits: applied.has(event.type) && userOf(event) !== null,
      summary:
        (keep ? messageText(event) : null)?.slice(0, SUMMARY_LENGTH) ??
        postbackOf(event)?.slice(0, SUMMARY_LENGTH) ??
        null,
      event,
      payload: loggedPayload(event, keep),
    }
  })
  if (rows.length === 0) return false
  const { rows: waiting } = await sql<{ log_id: number }>`
    with received as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (external_id text, event_type text, user_id text, waits boolean, summary text, event jsonb, payload jsonb, place int)
    ),
    logged as (
      insert into online_log (store_id, source, channel_id, direction, event_type, external_id, user_id, status, summary, request_id)
      select ${storeId}, ${source}, ${channelId}, 'in', event_type, external_id, user_id,
        case when waits then 'waiting' else 'done' end, summary, ${requestId}
      from received order by place
      on conflict (store_id, source, channel_id, external_id) where external_id is not null do nothing
      returning id, external_id, status
    ),
    first as (
      select distinct on (l.id) l.id, l.status, r.event, r.payload
      from logged l join received r on r.external_id = l.external_id order by l.id, r.place
    ),
    kept as (
      insert into online_log_payload (store_id, log_id, payload) select ${storeId}, id, payload from first
    )
    insert into inbox (store_id, log_id, event) select ${storeId}, id, event from first where status = 'waiting'
    returning log_id`.execute(db)
  return waiting.length > 0
}

/** Logs a request whose signature was wrong; the caller limits how often. */
export async function logRefused(db: Db, storeId: number, channelId: number, requestId: string): Promise<void> {
  await db
    .insertInto('online_log')
    .values({
      store_id: storeId,
      source: 'line',
      channel_id: channelId,
      direction: 'in',
      event_type: 'signature',
      status: 'refused',
      error: 'webhook_signature',
      request_id: requestId,
    })
    .execute()
}
