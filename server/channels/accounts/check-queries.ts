import {
  type CheckTrouble,
  type ConnectionCheck,
  type ConnectionFault,
  connectionFaults,
  connectionNotices,
  gravestFault,
} from '@ruam/contract/channels/connection.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'

/** A check of an account as it is stored. */
export interface StoredCheck {
  channel_id: number
  kind: ConnectionCheck
  result: 'ok' | ConnectionFault | null
  at: string | null
  trouble: CheckTrouble | null
  tried_at: string | null
  status: number | null
  ms: number | null
}

/** Outcome of a check: a result, or why there is none. */
export interface CheckOutcome {
  kind: ConnectionCheck
  result: 'ok' | ConnectionFault | null
  trouble: CheckTrouble | null
  status: number | null
  ms: number | null
}

/** Returns the checks of accounts. */
export async function checksOf(db: Db, storeId: number, ids: readonly number[]): Promise<StoredCheck[]> {
  const { rows } = await sql<StoredCheck>`
    select channel_id, kind, result, at, trouble, tried_at, status, ms from channel_check
    where store_id = ${storeId} and channel_id = any(${ids}::int[])`.execute(db)
  return rows
}

/** Rhythm of a check: the fewest seconds between two tries by the clock, and the most tries of an hour by anyone. */
export interface Rhythm {
  kind: ConnectionCheck
  seconds: number
  hourly: number
}

/** Counts a try of each check that its rhythm allows. `asked`: a person does, so only the limit of the hour counts. */
export async function beginChecks(
  db: Db,
  { storeId, channelId }: { storeId: number; channelId: number },
  rhythms: readonly Rhythm[],
  asked: boolean,
): Promise<Set<ConnectionCheck>> {
  const kinds = rhythms.map(({ kind }) => kind)
  await sql`insert into channel_check (store_id, channel_id, kind)
    select ${storeId}, ${channelId}, kind from unnest(${kinds}::text[]) kind on conflict do nothing`.execute(db)
  const { rows } = await sql<{ kind: ConnectionCheck }>`
    update channel_check c set tried_at = clock_timestamp(),
      hour = case when c.hour > clock_timestamp() - interval '1 hour' then c.hour else clock_timestamp() end,
      tries = case when c.hour > clock_timestamp() - interval '1 hour' then c.tries + 1 else 1 end
    from unnest(${kinds}::text[], ${rhythms.map(({ seconds }) => seconds)}::int[], ${rhythms.map(({ hourly }) => hourly)}::int[])
      as r (kind, seconds, hourly)
    where c.store_id = ${storeId} and c.channel_id = ${channelId} and c.kind = r.kind
      and (c.hour <= clock_timestamp() - interval '1 hour' or c.tries < r.hourly)
      and (${asked} or c.result is distinct from 'ok' or coalesce(c.tried_at <= clock_timestamp() - make_interval(secs => r.seconds), true))
    returning c.kind`.execute(db)
  return new Set(rows.map(({ kind }) => kind))
}

/** Saves outcomes. A check without a result keeps the one it had, with its time. */
export async function saveChecks(
  db: Db,
  storeId: number,
  channelId: number,
  outcomes: readonly CheckOutcome[],
): Promise<void> {
  await sql`
    update channel_check c set trouble = o.trouble,
      result = coalesce(o.result, c.result), at = case when o.result is null then c.at else clock_timestamp() end,
      status = case when o.result is null then c.status else o.status end, ms = case when o.result is null then c.ms else o.ms end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (kind text, result text, trouble text, status int, ms int)
    where c.store_id = ${storeId} and c.channel_id = ${channelId} and c.kind = o.kind`.execute(db)
}

interface Facts {
  fault: ConnectionFault | null
  duplicate: boolean
  event_fault: ConnectionFault | null
  slow: boolean
  results: ConnectionFault[]
}

/** Share of answers over LINE's limit, of those of an hour, from which on they are a fault. */
const SLOW_SHARE = 0.05

/**
 * Decides the fault of an account from everything that is known of it, pauses or resumes sending, and notifies staff of a new one.
 * An account that staff turned off stays off. The version that staff edit stays the same.
 */
export async function settleConnection(db: Db, storeId: number, channelId: number): Promise<void> {
  const { rows } = await sql<Facts>`
    select c.fault, c.duplicate, c.event_fault,
      c.answers_since > clock_timestamp() - interval '2 hours' and c.answers_slow > c.answers * ${SLOW_SHARE}::float8 as slow,
      coalesce((select array_agg(k.result) from channel_check k where k.store_id = ${storeId} and k.channel_id = c.id
        and k.result <> 'ok'), '{}') as results
    from channel c where c.store_id = ${storeId} and c.id = ${channelId} for update of c`.execute(db)
  const facts = rows[0]
  if (!facts) return
  const fault = gravestFault([
    ...(facts.duplicate ? (['duplicate'] as const) : []),
    ...(facts.event_fault ? [facts.event_fault] : []),
    ...facts.results,
    ...(facts.slow ? (['slow'] as const) : []),
  ])
  const stops = fault !== null && connectionFaults[fault].stops
  await sql`
    update channel set fault = ${fault}, error = null,
      status = case when status = 'inactive' then status when ${stops} then 'error' else 'active' end
    where store_id = ${storeId} and id = ${channelId}`.execute(db)
  if (fault !== null && fault !== facts.fault)
    await notify(db, storeId, connectionNotices[fault]!, { ending: 'failed', data: { channel_id: channelId } })
}

/** Resumes an account that was paused as a duplicate. Throws a unique violation while that one stands. */
export const endDuplicate = (db: Db, storeId: number, channelId: number) =>
  sql`update channel set duplicate = false where store_id = ${storeId} and id = ${channelId} and duplicate`.execute(db)

/** Checks an account at the next beat of the clock. */
export const checkSoon = (db: Db, storeId: number, channelId: number) =>
  sql`update channel set next_check_at = clock_timestamp()
    where store_id = ${storeId} and id = ${channelId} and next_check_at > clock_timestamp()`.execute(db)

/** Seconds between two checks of an account: used within a day, and others. */
const USED_SECONDS = 600
const UNUSED_SECONDS = 3600

/** Takes a check that is due and sets the next one: accounts are spread over the interval by a hash. Returns false if none is due. */
export async function takeDueCheck(db: Db, storeId: number, channelId: number): Promise<boolean> {
  const { rows } = await sql`
    with due as materialized (
      select c.id, ('x' || left(md5(c.external_id), 7))::bit(28)::int as spread, case when exists (
        select from online_log l where l.store_id = ${storeId} and l.channel_id = c.id and l.event_type <> 'signature'
          and l.at > clock_timestamp() - interval '1 day'
      ) then ${USED_SECONDS}::int else ${UNUSED_SECONDS}::int end as every
      from channel c where c.store_id = ${storeId} and c.id = ${channelId} and c.next_check_at <= clock_timestamp()
    )
    update channel c set next_check_at = to_timestamp(
      (floor((extract(epoch from clock_timestamp()) - due.spread % due.every) / due.every) + 1) * due.every + due.spread % due.every)
    from due where c.store_id = ${storeId} and c.id = due.id and c.next_check_at <= clock_timestamp()
    returning 1`.execute(db)
  return rows.length > 0
}
