import { type ConnectionFault, connectionFaultNames, connectionOf } from '@ruam/contract/channels/connection.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import type { Db } from '../../database/db.ts'
import type { Part } from './installation.ts'

/** Requests and errors of a store in the last 24 hours, hours without any included. */
export async function requestHours(db: Db, storeId: number) {
  const { rows } = await sql<{ hour: string; requests: number; errors: number }>`
    select g.hour, coalesce(c.requests, 0) as requests, coalesce(c.errors, 0) as errors
    from generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours', date_trunc('hour', now(), 'UTC'), '1 hour') g (hour)
    left join request_count c on c.store_id = ${storeId} and c.hour = g.hour order by 1`.execute(db)
  return rows
}

/** Milliseconds from which on the database is slow. */
const SLOW_MS = 500

export async function databasePart(db: Db, storeId: number, isOwner: boolean): Promise<Part<'database'>> {
  const begun = performance.now()
  const { rows } = await sql<{ customers: number }>`
    select coalesce((select live from profile_total where store_id = ${storeId}), 0) as customers`.execute(db)
  const ms = Math.round(performance.now() - begun)
  const size = isOwner
    ? await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)
    : null
  const bytes = size && Number(size.rows[0]!.bytes)
  return { state: ms < SLOW_MS ? 'fine' : 'soon', facts: { ms, customers: rows[0]!.customers, bytes } }
}

type Queue = NonNullable<Part<'jobs'>['facts']>['queues'][number]

/** Seconds of waiting without work after which a worker is missing, and with work after which something is slow. */
const STUCK_S = 300
const SLOW_S = 1800

/** Seconds since the earliest of some times. */
const age = (column: string, condition: string) =>
  sql`floor(extract(epoch from clock_timestamp() - min(${sql.raw(column)}) filter (where ${sql.raw(condition)})))::int`

export async function jobsPart(db: Db, storeId: number, seesSources: boolean): Promise<Part<'jobs'>> {
  const queues = [...(await imports(db, storeId, seesSources)), ...(await jobs(db, storeId))]
  queues.push(...(await broadcasts(db, storeId)), ...(await automations(db, storeId)), ...(await mails(db, storeId)))
  const { rows } = await sql<{ at: string | null }>`
    select max(evaluated_at) as at from segment where store_id = ${storeId}`.execute(db)
  const waited = Math.max(0, ...queues.map((queue) => queue.waited ?? 0))
  const isIdle = queues.every(({ working }) => working === 0)
  const state = isIdle && waited >= STUCK_S ? 'broken' : waited >= SLOW_S ? 'soon' : 'fine'
  return { state, facts: { queues, segments: rows[0]!.at } }
}

async function imports(db: Db, storeId: number, seesSources: boolean): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'import' as kind, count(*) filter (where r.status = 'pending')::int as waiting,
      count(*) filter (where r.status = 'processing')::int as working,
      ${age('r.created_at', "r.status = 'pending'")} as waited,
      (sum(r.done) filter (where r.status = 'processing'))::float8 / nullif(sum(r.total) filter (where r.status = 'processing'), 0) as progress,
      case when ${seesSources} then min(d.name) filter (where r.status = 'processing') end as name
    from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
    where r.store_id = ${storeId} and r.status in ('pending', 'processing') and r.kind <> 'stream'`.execute(db)
  return rows
}

/** Jobs of a store; exports and calculations of segments have queues of their own. */
async function jobs(db: Db, storeId: number): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select k.kind, count(j.id) filter (where j.status = 'pending')::int as waiting,
      count(j.id) filter (where j.status = 'processing')::int as working,
      ${age('j.created_at', "j.status = 'pending'")} as waited,
      (sum(j.done) filter (where j.status = 'processing'))::float8 / nullif(sum(j.total) filter (where j.status = 'processing'), 0) as progress,
      null as name
    from (values ('export', 1), ('segment', 2), ('other', 3)) k (kind, position)
    left join job j on j.store_id = ${storeId} and j.status in ('pending', 'processing')
      and k.kind = case j.kind when 'export' then 'export' when 'segment_calculate' then 'segment' else 'other' end
    group by k.kind, k.position order by k.position`.execute(db)
  return rows
}

/** Broadcasts that are due. */
async function broadcasts(db: Db, storeId: number): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'broadcast' as kind, count(*) filter (where sub_status = 'queued')::int as waiting,
      count(*) filter (where sub_status = 'sending')::int as working,
      ${age('due_at', "sub_status = 'queued' and due_at <= now()")} as waited,
      (sum(accepted + failed + skipped) filter (where sub_status = 'sending'))::float8
        / nullif(sum(accepted + failed + skipped + queued) filter (where sub_status = 'sending'), 0) as progress, null as name
    from broadcast where store_id = ${storeId} and status = 'pending'`.execute(db)
  return rows
}

/** Steps of automations that are due; a worker that has the store works. */
async function automations(db: Db, storeId: number): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'automation' as kind, count(*)::int as waiting, (
        select count(*)::int from automation_engine where store_id = ${storeId} and until > clock_timestamp()) as working,
      floor(extract(epoch from clock_timestamp() - min(r.due_at)))::int as waited, null as progress, null as name
    from automation_run r join automation a on a.store_id = r.store_id and a.id = r.automation_id and a.status = 'active'
    where r.store_id = ${storeId} and r.ended_at is null and (r.waits_for is null or r.waits_for in ('quiet_hours', 'quota'))
      and r.due_at <= clock_timestamp()`.execute(db)
  return rows
}

/** Mails about the store. Those that wait for a further try are waiting, and count as late only from then on. */
async function mails(db: Db, storeId: number): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'mail' as kind, count(*) filter (where state < 'active')::int as waiting,
      count(*) filter (where state = 'active')::int as working,
      ${age('start_after', "state < 'active' and start_after <= now()")} as waited,
      null as progress, null as name
    from pgboss.job where name = 'mail' and state <= 'active' and (data ->> 'store_id')::int = ${storeId}`.execute(db)
  return rows
}

export async function linePart(db: Db, storeId: number): Promise<Part<'line'>> {
  const { rows } = await sql<{ status: string; fault: ConnectionFault | null }>`
    select status, fault from channel where store_id = ${storeId} and type in ('lineOA', 'lineModule') and status <> 'inactive'
    order by array_position(${connectionFaultNames}::text[], fault)`.execute(db)
  const states = rows.map((row) => connectionOf(row).state)
  if (states.length === 0) return { state: 'off', facts: null }
  const last = await sql<{ at: string }>`
    select at from online_log where store_id = ${storeId} and source = 'line' and direction = 'in' order by at desc limit 1`.execute(
    db,
  )
  const working = states.filter((state) => state !== 'stopped').length
  const facts = { accounts: states.length, working, fault: rows[0]!.fault, received: last.rows[0]?.at ?? null }
  return { state: states.includes('stopped') ? 'broken' : states.includes('attention') ? 'soon' : 'fine', facts }
}

/** Mails of a store: the last one, and those of today by the store's calendar. */
export async function mailCounts(db: Db, storeId: number) {
  const zone = await timeZoneOf(db, storeId)
  const { rows } = await sql<{ last: string | null; today: number; undelivered: number }>`
    select max(sent_at) as last,
      coalesce(sum(sent) filter (where hour >= date_trunc('day', now(), ${zone})), 0)::int as today,
      coalesce(sum(failed) filter (where hour >= date_trunc('day', now(), ${zone})), 0)::int as undelivered
    from mail_count where store_id = ${storeId}`.execute(db)
  return rows[0]!
}
