import { CONCERN_DAYS, type Program } from '@ruam/contract/open-api/programs.ts'
import { scopesOf } from '@ruam/contract/platform/endpoint.ts'
import { type Scope, scopeNames } from '@ruam/contract/platform/scopes.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, escapeLike } from '../../database/db.ts'
import { programCalls } from '../open-apis/calls.ts'

type ProgramRow = Omit<Program, 'scopes' | 'concerns' | 'today'> &
  Program['today'] & {
    scopes: Scope[]
    /** Calls that open APIs open for a token. */
    calls: string[]
    maker_left: boolean
    /** True if failed items wait to be replayed or discarded. */
    letters: boolean
  }

/** What a person may see of programs: their kinds, and failures that a stored sensitive value has caused. */
export interface ProgramSight {
  kinds: readonly string[]
  seesSensitive: boolean
}

/** Every program of these kinds, deleted ones as well, with its figures since midnight of the store. */
const allPrograms = (storeId: number, { kinds, seesSensitive }: ProgramSight) => sql<ProgramRow>`(
  with day as (select date_trunc('day', clock_timestamp(), time_zone) as begins from store where store_id = ${storeId})
  select k.id, coalesce(c.kind, 'token') as kind, coalesce(c.name, d.name) as name,
    case when c.id is null then 'deleted' when c.status = 'active' and c.expires_at <= now() then 'expired' else c.status end as status,
    c.secret_end, coalesce(c.scopes, '{}') as scopes,
    array(select distinct call from open_api_token t join open_api a on a.store_id = t.store_id and a.id = t.open_api_id
      and a.status = 'active', unnest(a.calls) call where t.store_id = ${storeId} and t.token_id = k.id order by 1) as calls,
    case when u.id is not null then json_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) end as created_by, coalesce(c.created_at, d.created_at) as created_at, c.expires_at as expired_at,
    c.last_used_at, case when c.previous_until > now() then c.previous_until end as previous_until, d.id as source_id,
    coalesce(r.done, 0) as items,
    coalesce(r.failed, 0) - (select count(*)::int from dead_letter l where not ${seesSensitive} and l.store_id = ${storeId}
      and l.data_source_id = d.id and l.run = r.id and l.sensitive) as failed,
    exists (select from dead_letter l where l.store_id = ${storeId} and l.data_source_id = d.id and l.replay_at is null
      and (${seesSensitive} or not l.sensitive)) as letters,
    (select coalesce(sum(l.items), 0)::int from program_request l where l.store_id = ${storeId} and l.credential_id = k.id
      and l.at >= day.begins and l.call like 'GET %' and l.status = 200) as read,
    u.id is not null and not exists (select from store_member m
      where m.store_id = ${storeId} and m.user_id = u.id and m.removed_at is null) as maker_left
  from day
    -- A credential that a server of the version before made has no source until it sends.
    cross join (select id from credential where store_id = ${storeId}
      union select credential_id from data_source where store_id = ${storeId} and credential_id is not null) k
    left join data_source d on d.store_id = ${storeId} and d.credential_id = k.id
    left join credential c on c.store_id = ${storeId} and c.id = k.id
    left join users u on u.id = coalesce(c.created_by, d.created_by)
    left join run r on r.store_id = d.store_id and r.data_source_id = d.id and r.kind = 'stream' and r.status = 'processing'
      and r.started_at >= day.begins
  where coalesce(c.kind, 'token') = any(${kinds}::text[]))`

const isLive = sql`p.status in ('active', 'expired')`
const concerns = {
  failed: sql`(p.failed > 0 or p.letters)`,
  expires: sql`${isLive} and p.expired_at < now() + make_interval(days => ${sql.lit(CONCERN_DAYS.expires)})`,
  unused: sql`${isLive} and coalesce(p.last_used_at, p.created_at) < now() - make_interval(days => ${sql.lit(CONCERN_DAYS.unused)})`,
  maker_left: sql`${isLive} and p.maker_left`,
} as const satisfies Record<Program['concerns'][number], RawBuilder<unknown>>

const concernsOf = sql`array_remove(array[${sql.join(
  Object.entries(concerns).map(([name, is]) => sql`case when ${is} then ${sql.lit(name)} end`),
)}], null)`

interface ProgramQuery {
  offset: number
  limit: number
  keyword?: string | undefined
  kind?: Program['kind'] | undefined
  concern?: 'any' | undefined
  sort_by: 'name' | 'last_used_at' | 'expired_at' | 'created_at'
  sort_dir: 'asc' | 'desc'
}

const sorts = {
  name: sql`p.name collate "th-x-icu"`,
  last_used_at: sql`p.last_used_at`,
  expired_at: sql`p.expired_at`,
  created_at: sql`p.created_at`,
}

type Shown = ProgramRow & { concerns: Program['concerns'] }

/** Returns a page of programs with the counts of all. Ended ones come last. */
export async function listPrograms(db: Db, storeId: number, sight: ProgramSight, query: ProgramQuery) {
  const { keyword, kind, concern, sort_by, sort_dir } = query
  const like = keyword ? `%${escapeLike(keyword)}%` : null
  const meant = sql`(${like}::text is null or p.name ilike ${like} or p.secret_end ilike ${like})
    and (${kind ?? null}::text is null or p.kind = ${kind ?? null}) and (${concern === undefined} or p.concerns <> '{}')`
  const programs = sql`(select p.*, ${concernsOf} as concerns from ${allPrograms(storeId, sight)} p) p`
  const { rows } = await sql<Shown>`
    select * from ${programs} where ${meant}
    order by p.status in ('revoked', 'deleted'), ${sorts[sort_by]} ${sql.raw(sort_dir)} nulls last, p.id ${sql.raw(sort_dir)}
    offset ${query.offset} limit ${query.limit === 0 ? null : query.limit}`.execute(db)
  const counted = await sql<Counted>`
    select count(*) filter (where ${meant})::int as total, count(*)::int as "all", (count(*) filter (where p.kind = 'key'))::int as key,
      (count(*) filter (where p.kind = 'token'))::int as token, (count(*) filter (where p.concerns <> '{}'))::int as concern,
      coalesce(sum(p.items), 0)::int as items, coalesce(sum(p.failed), 0)::int as failed
    from ${programs}`.execute(db)
  return { rows: rows.map(viewProgram), ...counted.rows[0]! }
}

interface Counted {
  total: number
  all: number
  key: number
  token: number
  concern: number
  items: number
  failed: number
}

/** Returns one program; undefined if there is none of these kinds. */
export async function findProgram(db: Db, storeId: number, sight: ProgramSight, id: number) {
  const { rows } = await sql<Shown>`
    select p.*, ${concernsOf} as concerns from ${allPrograms(storeId, sight)} p where p.id = ${id}`.execute(db)
  return rows[0] && viewProgram(rows[0])
}

function viewProgram({ items, failed, read, maker_left: _, letters: __, calls, ...row }: Shown): Program {
  // A call that every scope opens says nothing about a token.
  const telling = calls
    .map((call) => programCalls.get(call))
    .filter((call) => call && scopesOf(call).length < scopeNames.length)
  const opened = new Set(telling.flatMap((call) => (call ? scopesOf(call) : [])))
  const scopes = row.kind === 'key' ? row.scopes : scopeNames.filter((scope) => opened.has(scope))
  return { ...row, scopes, today: { items, failed, read } }
}

/** Returns what a program sent to connectors since midnight of the store. */
export async function connectorsOf(db: Db, storeId: number, credential: number) {
  const { rows } = await sql<{ id: number; name: string; items: number }>`
    select d.id, d.name, sum(r.items)::int as items
    from program_request l
      join receipt r on r.store_id = l.store_id and r.id = l.receipt_id and r.kind = 'records'
      join data_source d on d.store_id = r.store_id and d.id = r.data_source_id and d.deleted_at is null
    where l.store_id = ${storeId} and l.credential_id = ${credential}
      and l.at >= (select date_trunc('day', clock_timestamp(), time_zone) from store where store_id = ${storeId})
    group by d.store_id, d.id order by d.name, d.id`.execute(db)
  return rows
}
