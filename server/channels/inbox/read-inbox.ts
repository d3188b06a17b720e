import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type LineEvent, userOf } from './events.ts'
import { type ChannelUser, channelScope } from './people.ts'

interface InboxChannel {
  id: number
  kind: ChannelUser['kind']
  type: 'lineOA' | 'lineModule' | 'facebook'
  /** Scope of its user ids: the provider, the LINE account alone, or the page. */
  scope: string
  basicId: string | null
}

export interface InboxEvent {
  logId: number
  held: boolean
  /** A stop, read when it came. */
  stops: boolean
  channel: InboxChannel
  userId: string
  event: LineEvent
}

/** Condition for events that may be tried now. */
const isDue = sql`(retry_at is null or retry_at <= clock_timestamp())`

interface Choice {
  /** Includes those that wait for the profiles. */
  held: boolean
  /** Stops alone. */
  stops?: boolean
  limit: number
}

/** Returns the oldest events that wait. Those that failed before come when no others wait: a batch with them is written piece by piece. */
export async function nextEvents(db: Db, storeId: number, choice: Choice): Promise<InboxEvent[]> {
  const fresh = await readInbox(db, storeId, { ...choice, tried: false })
  return fresh.length > 0 ? fresh : readInbox(db, storeId, { ...choice, tried: true })
}

export async function readInbox(
  db: Db,
  storeId: number,
  { held, stops = false, limit, tried }: Choice & { tried: boolean },
): Promise<InboxEvent[]> {
  const { rows } = await sql<{
    log_id: number
    held: boolean
    stops: boolean
    event: LineEvent
    channel_id: number
    type: InboxChannel['type']
    scope: string
    basic_id: string | null
  }>`
    select i.log_id, i.held, i.stops, i.event, c.id as channel_id, c.type, ${channelScope} as scope,
      c.basic_id
    from (select * from inbox where store_id = ${storeId} and (${held} or not held)${stops ? sql` and stops` : sql``} and (tries > 0) = ${tried} and ${isDue}
      order by log_id limit ${limit}) i
    cross join lateral (select channel_id from online_log where store_id = ${storeId} and id = i.log_id offset 0) l
    join channel c on c.store_id = ${storeId} and c.id = l.channel_id
    order by i.log_id`.execute(db)
  return rows.map(({ log_id, channel_id, basic_id, type, scope, ...row }) => ({
    ...row,
    logId: log_id,
    channel: { id: channel_id, kind: type === 'facebook' ? 'facebook' : 'line', type, scope, basicId: basic_id },
    userId: userOf(row.event)!,
  }))
}

export interface EndedEvent {
  logId: number
  profileId: number | null
  /** Ignored: its user was erased on request. */
  status: 'done' | 'ignored' | 'failed'
  error?: 'link_word_invalid'
}

/** Ends events: their log says what became of them, and they leave the inbox. */
export async function endEvents(db: Db, storeId: number, events: readonly EndedEvent[]): Promise<void> {
  if (events.length === 0) return
  const ids = sql`${events.map(({ logId }) => logId)}::bigint[]`
  const ends = events.map(({ logId, profileId, ...end }) => [logId, { profile_id: profileId, ...end }])
  // Nothing is joined: the end of each event is looked up by its id in one JSON value.
  await sql`
    with ended as materialized (select ${JSON.stringify(Object.fromEntries(ends))}::jsonb as by_id),
    logged as (
      update online_log set (status, profile_id, error) = (
          select e ->> 'status', (e ->> 'profile_id')::bigint, e ->> 'error'
          from (select (select by_id from ended) -> online_log.id::text as e) event),
        latency_ms = least(extract(epoch from clock_timestamp() - at) * 1000, 2000000000)::int
      where store_id = ${storeId} and id = any(${ids})
    )
    delete from inbox where store_id = ${storeId} and log_id = any(${ids})`.execute(db)
  await forgetSenders(
    db,
    storeId,
    events.flatMap(({ logId, status }) => (status === 'ignored' ? [logId] : [])),
  )
}

/** Takes the user and the words out of the log for events of erased people. */
async function forgetSenders(db: Db, storeId: number, logIds: readonly number[]): Promise<void> {
  if (logIds.length === 0) return
  await sql`
    with gone as (delete from online_log_payload where store_id = ${storeId} and log_id = any(${logIds}::bigint[]))
    update online_log set user_id = null, summary = null
    where store_id = ${storeId} and id = any(${logIds}::bigint[])`.execute(db)
}

/** Deletes events of accounts that were disconnected meanwhile: nothing can be applied to them. */
export async function dropOrphans(db: Db, storeId: number): Promise<void> {
  await sql`
    with gone as (
      delete from inbox i using online_log l
      where i.store_id = ${storeId} and l.store_id = ${storeId} and l.id = i.log_id
        and not exists (select from channel c where c.store_id = ${storeId} and c.id = l.channel_id)
      returning i.log_id
    )
    update online_log l set status = 'ignored' from gone where l.store_id = ${storeId} and l.id = gone.log_id`.execute(
    db,
  )
}

/** Makes events wait until the profiles may be written. */
export async function deferEvents(db: Db, storeId: number, logIds: readonly number[]): Promise<void> {
  if (logIds.length === 0) return
  await sql`update inbox set held = true where store_id = ${storeId} and log_id = any(${logIds}::bigint[])`.execute(db)
}
