import { sql } from 'kysely'
import { shortText } from '../../core/clean-text.ts'
import { closedAs } from '../../core/context.ts'
import { databaseNow } from '../../core/now.ts'
import { isOutage } from '../../core/sqlstate.ts'
import { erasedUsers } from '../../customers/erasure/erased-users.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { markErasedSender } from '../line-link/erased-sender.ts'
import { wordIn } from '../line-link/words.ts'
import {
  applied,
  type LineEvent,
  loggedPayload,
  messageText,
  postbackOf,
  typeOf,
  UnreadableEvent,
  userOf,
} from './events.ts'
import { Grouping, Groupings } from './grouping.ts'
import { takeMemberEvents } from './member-events.ts'
import { stopOf } from './stop-of.ts'

interface Receiver {
  source: 'line' | 'facebook'
  storeId: number
  channelId: number
}

type ReceivedEvent = LineEvent | UnreadableEvent

/** Graphemes of a message that the log shows. */
const SUMMARY_LENGTH = 200
/** Milliseconds that a channel's clock may be ahead. An event dated later counts as of now: it must not win over all that follow. */
const MAX_AHEAD_MS = 5 * 60_000

/** Events per transaction: a full request of LINE. */
const MAX_EVENTS = 1000

type Outcome = 'waiting' | 'stored' | 'disconnected'

interface Delivery {
  events: readonly ReceivedEvent[]
  requestId: string
}

/** Deliveries that this process is storing. */
const storing = new WeakMap<Core['pool'], Groupings<Delivery, Outcome>>()

/**
 * Stores the events of a delivery before it is answered, in one transaction with those of the account that came while others were stored.
 * Returns if events wait for the ingester. Throws in an outage: the channel delivers again.
 */
export function receiveDelivery(
  core: Core,
  receiver: Receiver,
  events: readonly ReceivedEvent[],
  requestId: string,
): Promise<Outcome> {
  const groups = storing.get(core.pool) ?? new Groupings()
  storing.set(core.pool, groups)
  const { source, storeId, channelId } = receiver
  const work = (deliveries: readonly Delivery[]) => storeDeliveries(core, receiver, deliveries)
  const limits = { sizeOf: (one: Delivery) => one.events.length, maxSize: MAX_EVENTS }
  const name = `${source} ${storeId} ${channelId}`
  return groups.add(name, { events, requestId }, () => new Grouping(work, limits))
}

/** Stores deliveries together, or each alone, or each event alone if they cannot be stored together. */
async function storeDeliveries(
  core: Core,
  receiver: Receiver,
  deliveries: readonly Delivery[],
): Promise<readonly Outcome[]> {
  const store = (some: readonly Delivery[]) =>
    inStore(core.pool, receiver.storeId, (db) => receiveEvents(core, db, receiver, some))
  try {
    const outcome = await store(deliveries)
    return deliveries.map(() => outcome)
  } catch (error) {
    // A store that is held or has moved takes none of them.
    if (isOutage(error) || closedAs(error)) throw error
    core.report?.(error, deliveries.length > 1 ? 'deliveries stored one by one' : 'events stored one by one')
  }
  const outcomes: Outcome[] = []
  if (deliveries.length > 1) {
    for (const delivery of deliveries) outcomes.push(...(await storeDeliveries(core, receiver, [delivery])))
    return outcomes
  }
  let outcome: Outcome = 'stored'
  const { events, requestId } = deliveries[0]!
  for (const event of events) {
    const one = await store([{ events: [event], requestId }]).catch((error: unknown) => {
      if (isOutage(error)) throw error
      core.report?.(error, 'event not stored')
      const unreadable = event instanceof UnreadableEvent ? event : new UnreadableEvent(event.webhookEventId, 'event')
      return store([{ events: [unreadable], requestId }])
    })
    if (one !== 'stored') outcome = one
  }
  return [outcome]
}

/**
 * Stores events: an entry of the log with its payload, and a row of the inbox for each one that is to be applied. An event that is already
 * in the log is a redelivery and changes nothing.
 */
export async function receiveEvents(
  core: { config: Pick<Core['config'], 'secretKey'>; jobs: Core['jobs'] },
  db: Db,
  { source, storeId, channelId }: Receiver,
  deliveries: readonly Delivery[],
): Promise<Outcome> {
  const { rows: account } = await sql<ReceiverSettings>`
    select keep_chat_text, stop_phrases from channel where store_id = ${storeId} and id = ${channelId}`.execute(db)
  if (!account[0]) return 'disconnected'
  const { secretKey } = core.config
  const now = databaseNow()
  const received = deliveries.flatMap(({ events, requestId }) =>
    events.map((event) => ({
      requestId,
      event:
        event instanceof UnreadableEvent || event.timestamp <= now + MAX_AHEAD_MS
          ? event
          : { ...event, timestamp: now },
    })),
  )
  const readable = received.flatMap(({ event }) => (event instanceof UnreadableEvent ? [] : event))
  const ofMembers =
    source === 'line'
      ? await takeMemberEvents(core, db, { storeId, secretKey }, channelId, readable)
      : new Set<ReceivedEvent>()
  const kept = received.filter(({ event }) => !(ofMembers as ReadonlySet<ReceivedEvent>).has(event))
  const dated = kept.map(({ event }) => event)
  if (dated.length === 0) return 'stored'
  const erased = await erasedSenders(db, { storeId, secretKey }, dated)
  const rows = dated.map((event, place) => ({
    place,
    request_id: kept[place]!.requestId,
    ...(event instanceof UnreadableEvent
      ? unreadableRow(event)
      : erased(event)
        ? erasedRow(event)
        : eventRow(event, account[0]!)),
  }))
  for (const event of dated) {
    const word = event instanceof UnreadableEvent || !erased(event) ? null : wordIn(messageText(event) ?? '')
    if (word !== null) await markErasedSender(db, { storeId, secretKey }, channelId, word)
  }
  const { rows: waiting } = await sql<{ log_id: number }>`
    with received as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (external_id text, event_type text, user_id text, status text, error text, stops boolean, summary text, event jsonb, payload jsonb, place int, request_id text)
    ),
    logged as (
      insert into online_log (store_id, source, channel_id, direction, event_type, external_id, user_id, status, error, summary, request_id)
      select ${storeId}, ${source}, ${channelId}, 'in', event_type, external_id, user_id, status, error, summary, request_id
      from received order by place
      on conflict (store_id, source, channel_id, external_id) where external_id is not null do nothing
      returning id, external_id, status
    ),
    first as (
      select distinct on (l.id) l.id, l.status, r.event, r.payload, coalesce(r.stops, false) as stops
      from logged l join received r on r.external_id = l.external_id order by l.id, r.place
    ),
    kept as (
      insert into online_log_payload (store_id, log_id, payload)
      select ${storeId}, id, payload from first where payload is not null
    )
    insert into inbox (store_id, log_id, event, stops) select ${storeId}, id, event, stops from first where status = 'waiting'
    returning log_id`.execute(db)
  return waiting.length > 0 ? 'waiting' : 'stored'
}

interface ReceiverSettings {
  keep_chat_text: boolean
  /** Phrases of the store that mean a stop. */
  stop_phrases: string[]
}

function eventRow(event: LineEvent, { keep_chat_text, stop_phrases }: ReceiverSettings) {
  const text = messageText(event)
  // A word that links a customer is kept nowhere.
  const keep = keep_chat_text && wordIn(text ?? '') === null
  const summary = (keep ? text : null) ?? postbackOf(event)
  return {
    external_id: event.webhookEventId,
    event_type: typeOf(event),
    user_id: userOf(event),
    status: applied.has(event.type) && userOf(event) !== null ? 'waiting' : 'done',
    summary: summary === null ? null : shortText(summary, SUMMARY_LENGTH),
    stops: stopOf(event, stop_phrases) === 'stop',
    event,
    payload: loggedPayload(event, keep),
  }
}

/** An erased person wrote: neither who nor what is kept. */
const erasedRow = (event: LineEvent) => ({
  external_id: event.webhookEventId,
  event_type: typeOf(event),
  status: 'ignored',
})

const unreadableRow = ({ id, parts }: UnreadableEvent) => ({
  external_id: id,
  event_type: 'other',
  status: 'failed',
  error: 'event_unreadable',
  summary: parts,
})

/**
 * Returns which events come from people who were erased on request. One who follows the account after the erasure is a new person from
 * there on.
 */
async function erasedSenders(
  db: Db,
  { storeId, secretKey }: { storeId: number; secretKey: string },
  events: readonly ReceivedEvent[],
): Promise<(event: LineEvent) => boolean> {
  const senders = events.flatMap((event) => (event instanceof UnreadableEvent ? [] : (userOf(event) ?? [])))
  const erased = await erasedUsers(db, storeId, secretKey, [...new Set(senders)])
  if (erased.size === 0) return () => false
  // Are a person again, or about to be.
  const { rows: back } = await sql<{ user_id: string }>`
    select u.id as user_id from unnest(${[...erased.keys()]}::text[]) u (id)
    where exists (select from identity i join profile p on p.store_id = ${storeId} and p.id = i.profile_id
        where i.store_id = ${storeId} and i.kind = 'line' and i.value = u.id and p.deleted_at is null and p.merged_into is null)
      or exists (select from online_log l where l.store_id = ${storeId} and l.user_id = u.id
        and l.event_type = 'follow' and l.status = 'waiting')`.execute(db)
  for (const { user_id } of back) erased.delete(user_id)
  const ignored = new Set<LineEvent>()
  for (const event of events) {
    if (event instanceof UnreadableEvent) continue
    const userId = userOf(event) ?? ''
    const at = erased.get(userId)
    if (at === undefined) continue
    if (event.type === 'follow' && event.timestamp > at) erased.delete(userId)
    else ignored.add(event)
  }
  return (event) => ignored.has(event)
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
