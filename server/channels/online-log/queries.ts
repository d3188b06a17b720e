import type { AnswerOutcome } from '@ruam/contract/channels/answers.ts'
import type { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { type InInstants, rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { readKeyword, searchIds } from '../../customers/profiles/search.ts'
import type { Db } from '../../database/db.ts'
import { isSetAside } from '../inbox/set-aside.ts'

type LogQuery = InInstants<z.output<typeof onlineLog.search.query>>

interface Filter {
  source?: string | undefined
  channel_id?: number | undefined
  event_type?: string | undefined
  status?: string | undefined
  answered?: 'yes' | 'no' | undefined
  from?: string | undefined
  to?: string | undefined
  keyword?: string
}

export interface LogRow {
  id: number
  time: string
  source: 'line' | 'facebook' | 'openapi' | 'connector'
  channel_id: number | null
  channel_name: string | null
  direction: 'in' | 'out'
  event_type: string
  profile_id: number | null
  profile_name: string | null
  external_id: string | null
  status: 'waiting' | 'done' | 'ignored' | 'failed' | 'refused'
  set_aside: boolean
  error_code: string | null
  summary: string | null
  latency_ms: number | null
  request_id: string | null
  answer_name: string | null
  answer_outcome: AnswerOutcome | null
}

/** Customers that a keyword may mean at most: those of the newest entries are shown. */
const MAX_PEOPLE = 500

function conditionOf(storeId: number, { keyword, from, to, status, answered, ...equal }: Filter): RawBuilder<boolean> {
  const parts = [sql<boolean>`l.store_id = ${storeId}`]
  // Connectors have numbers of their own.
  if (equal.channel_id !== undefined && equal.source !== 'connector') parts.push(sql<boolean>`l.source <> 'connector'`)
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(`l.${column}`)} = ${value}`)
  if (status === 'set_aside')
    parts.push(
      sql`l.status = 'failed' and l.id = any(array(select log_id from inbox where store_id = ${storeId} and ${isSetAside}))`,
    )
  else if (status !== undefined) parts.push(sql`l.status = ${status}`)
  if (answered)
    parts.push(sql<boolean>`exists (select from answer_given g where g.store_id = ${storeId} and g.log_id = l.id
      and (g.outcome = 'given') = ${answered === 'yes'})`)
  if (from) parts.push(sql<boolean>`l.at >= ${from}::timestamptz`)
  if (to) parts.push(sql<boolean>`l.at <= ${to}::timestamptz`)
  if (!keyword) return sql.join(parts, sql` and `)
  // Found apart by three indexes: with an `or` the planner reads the whole log, newest first.
  const narrowed = sql.join(parts, sql` and `)
  const ids = (condition: RawBuilder<unknown>) => sql`select l.id from online_log l where ${narrowed} and ${condition}`
  return sql<boolean>`l.store_id = ${storeId} and l.id = any(array(
    ${ids(sql`l.user_id = ${keyword}`)}
    union ${ids(startsWith(keyword))}
    union ${ids(sql`l.profile_id = any(array(${searchIds(readKeyword(keyword), MAX_PEOPLE)}))`)}))`
}

/** The external id begins with a text. Not `like`, which the wall's policy keeps from using an index. */
function startsWith(text: string) {
  const end = `${text}\u{10ffff}`
  return sql`l.external_id collate "C" >= ${text} and l.external_id collate "C" < ${end}`
}

const shown = (
  storeId: number,
) => sql`l.id, l.at as time, l.source, l.channel_id, coalesce(c.name, d.name) as channel_name, l.direction, l.event_type,
  p.id as profile_id, nullif(trim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '')), '') as profile_name,
  p.line_display_name, l.external_id, l.status,
  l.status = 'failed' and exists (select from inbox where store_id = ${storeId} and log_id = l.id and ${isSetAside}) as set_aside, l.error as error_code, l.summary, l.latency_ms, l.request_id,
  a.name as answer_name, g.outcome as answer_outcome`
const joined = (storeId: number) => sql`
  left join channel c on l.source in ('line', 'facebook') and c.store_id = ${storeId} and c.id = l.channel_id
  left join data_source d on l.source = 'connector' and d.store_id = ${storeId} and d.id = l.channel_id and d.deleted_at is null
  left join profile p on p.store_id = ${storeId} and p.id = l.profile_id and p.deleted_at is null and p.merged_into is null
  left join answer_given g on g.store_id = ${storeId} and g.log_id = l.id
  left join answer a on a.store_id = ${storeId} and a.id = g.answer_id`

/** Returns a page of the log, and its total up to one past the cap. */
export async function searchLog(db: Db, storeId: number, query: LogQuery): Promise<{ rows: LogRow[]; total: number }> {
  const { offset, limit, sort_dir, ...filter } = query
  const condition = conditionOf(storeId, filter)
  const direction = sql.raw(sort_dir)
  // Ids first: the entries before the page are read from an index alone.
  const { rows } = await sql<LogRow & { line_display_name: string | null }>`
    select ${shown(storeId)} from (
      select l.id from online_log l where ${condition}
      order by l.at ${direction}, l.id ${direction} offset ${offset} limit ${rowsOf(limit)}) k
    cross join lateral (select * from online_log where store_id = ${storeId} and id = k.id offset 0) l
    ${joined(storeId)} order by l.at ${direction}, l.id ${direction}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (select from online_log l where ${condition} limit ${COUNT_CAP + 1}) found`.execute(
    db,
  )
  return { rows: rows.map(named), total: counted[0]!.total }
}

/** A customer without a name is shown by the name on LINE. */
const named = ({ line_display_name, ...row }: LogRow & { line_display_name: string | null }): LogRow => ({
  ...row,
  profile_name: row.profile_name ?? line_display_name,
})

export async function findLogEntry(
  db: Db,
  storeId: number,
  id: number,
): Promise<(LogRow & { payload: unknown }) | undefined> {
  const { rows } = await sql<LogRow & { line_display_name: string | null; payload: unknown }>`
    select ${shown(storeId)}, (select payload from online_log_payload y where y.store_id = ${storeId} and y.log_id = l.id) as payload
    from online_log l ${joined(storeId)} where l.store_id = ${storeId} and l.id = ${id}`.execute(db)
  return rows[0] && { ...named(rows[0]), payload: rows[0].payload }
}

/** True if one of these entries exists. */
export async function hasLogEntry(db: Db, storeId: number, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from online_log where store_id = ${storeId} and id = any(${[...ids]}::bigint[]) limit 1`.execute(db)
  return rows.length > 0
}

const trouble = sql`(status in ('failed', 'refused'))`

export type LogTimescale = 'minute' | 'hour' | 'day'

/** Counts entries by bucket of a time zone, empty buckets included. A failed entry counts as failed alone, so the three add up. */
export async function countLog(
  db: Db,
  storeId: number,
  filter: Filter & { from: string; to: string },
  timescale: LogTimescale,
  timeZone: string,
): Promise<{ time: string; came: number; went: number; failed: number }[]> {
  // Quarters of an hour are whole in every time zone, and cheaper to find for each entry than its hour there. A series by days of a
  // time zone needs PostgreSQL 16.
  const seconds = timescale === 'minute' ? 60 : 900
  const parts = sql`
    select floor(extract(epoch from l.at) / ${sql.lit(seconds)})::bigint as part, l.direction, ${trouble} as trouble, count(*) as n
    from online_log l where ${conditionOf(storeId, filter)} group by 1, 2, 3`
  const start = sql`date_trunc(${timescale}, ${filter.from}::timestamptz, ${timeZone})`
  const instants = sql`generate_series(${start}, ${filter.to}::timestamptz, ${`${seconds} seconds`}::interval)`
  const { rows } = await sql<{ time: string; came: number; went: number; failed: number }>`
    with counted as (
      select date_trunc(${timescale}, to_timestamp(part * ${sql.lit(seconds)}), ${timeZone}) as time,
        (sum(n) filter (where direction = 'in' and not trouble))::int as came,
        (sum(n) filter (where direction = 'out' and not trouble))::int as went,
        (sum(n) filter (where trouble))::int as failed
      from (${parts}) part_counts group by 1
    )
    select time, coalesce(came, 0) as came, coalesce(went, 0) as went, coalesce(failed, 0) as failed
    from (select distinct date_trunc(${timescale}, at, ${timeZone}) as time from ${instants} at) bucket
    left join counted using (time) order by time`.execute(db)
  return rows
}

/** Programs that an answer counts at most. */
const MAX_CALLERS = 200

interface CallerCount {
  id: number
  kind: 'key' | 'token'
  name: string
  requests: number
  refused: number
  last_used_at: string | null
}

/** Counts the requests of each credential in a range, cut at whole hours. */
export async function countCallers(
  db: Db,
  storeId: number,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<CallerCount[]> {
  const { rows } = await sql<CallerCount>`
    select c.id, c.kind, c.name, sum(n.requests)::int as requests, sum(n.refused)::int as refused, c.last_used_at
    from credential_count n join credential c on c.store_id = n.store_id and c.id = n.credential_id
    where n.store_id = ${storeId}
      and n.hour >= coalesce(date_trunc('hour', ${from ?? null}::timestamptz), '-infinity')
      and n.hour <= coalesce(${to ?? null}::timestamptz, 'infinity')
    group by c.id, c.kind, c.name, c.last_used_at
    order by requests desc, c.id limit ${MAX_CALLERS}`.execute(db)
  return rows
}
