import { rowsOf } from '@ruam/contract/platform/common.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import type { readerKinds } from '@ruam/contract/reports/readers.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

type Kind = (typeof readerKinds)[number]

interface ReadingRow {
  kind: Kind
  first_hour: string
  hour: string
  viewer: string
  role: string | null
  way: string | null
  field_ids: number[]
  reads: number
}

interface ChosenReadings {
  offset: number
  limit: number
  kind?: Kind | undefined
  days?: string | undefined
}

/** Days for which summed up readings are kept. */
const KEPT_DAYS = 731

/**
 * Readings of a customer, the newest first: summed up ones of past hours, those since, and sessions of SQL accounts whose views showed the
 * customer. People have a line per hour and way, programs and SQL accounts one for equal reads.
 */
export async function readingsOf(
  db: Db,
  storeId: number,
  profileId: number,
  { offset, limit, kind, days }: ChosenReadings,
): Promise<{ rows: ReadingRow[]; kinds: Record<Kind, number> }> {
  const { rows } = await sql<{ rows: ReadingRow[]; kinds: Record<Kind, number> }>`
    with every as (
      select date_trunc('hour', r.at, 'UTC') as hour, r.viewer, r.role, r.way, r.field_ids, 1 as reads
      from sensitive_read r where r.store_id = ${storeId} and r.profile_ids @> array[${profileId}::bigint]
      union all
      select hour, viewer, role, way, field_ids, reads from sensitive_read_hour
      where store_id = ${storeId} and profile_id = ${profileId}
      union all
      select date_trunc('hour', s.began_at, 'UTC'), 'sql:' || s.role_name, null, null, s.field_ids, 1
      from sql_session s join profile p on p.store_id = s.store_id and p.id = ${profileId}
      where s.store_id = ${storeId} and cardinality(s.field_ids) > 0 and s.seen_at >= p.created_at
        and s.began_at <= least(p.deleted_at, p.restricted_at, 'infinity')
    ), named as (
      select every.*, case when way = ${titleOf(exports.create)} then 'export' else split_part(viewer, ':', 1) end as kind
      from every
      where hour >= now() - make_interval(days => ${Number(days ?? KEPT_DAYS)}::int)
    ), line as (
      select kind, min(hour) as first_hour, max(hour) as hour, viewer, max(role) as role, way, sum(reads)::int as reads,
        string_to_array(string_agg(array_to_string(field_ids, ','), ','), ',') as fields
      from named
      group by kind, viewer, way, case when kind in ('person', 'export') then hour end,
        case when kind in ('program', 'sql') then field_ids end
    ), page as (
      select kind, first_hour, hour, viewer, role, way, reads,
        array(select distinct f::int from unnest(fields) f where f <> '' order by 1) as field_ids
      from line where ${kind ?? null}::text is null or kind = ${kind ?? null}
      order by hour desc, viewer, way, first_hour, fields offset ${offset} limit ${rowsOf(limit)}
    )
    select coalesce((select jsonb_agg(to_jsonb(page) order by hour desc, viewer, way, first_hour, field_ids) from page), '[]') as rows,
      jsonb_build_object('person', count(*) filter (where kind = 'person'), 'program', count(*) filter (where kind = 'program'),
        'export', count(*) filter (where kind = 'export'), 'sql', count(*) filter (where kind = 'sql')) as kinds
    from line`.execute(db)
  return rows[0]!
}

/** Moment from which the readings of a store are complete: two years ago at most. */
export async function completeSince(db: Db, storeId: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select greatest(created_at, now() - make_interval(days => ${KEPT_DAYS}::int)) as at from store
    where store_id = ${storeId}`.execute(db)
  return rows[0]!.at
}

/** Names of viewers today, by viewer. */
export async function viewerNames(db: Db, storeId: number, rows: readonly { viewer: string }[]) {
  const idsOf = (kind: string) => [
    ...new Set(rows.flatMap(({ viewer }) => (viewer.startsWith(`${kind}:`) ? Number(viewer.split(':')[1]) : []))),
  ]
  const { rows: named } = await sql<{ viewer: string; name: string }>`
    select 'person:' || id as viewer, btrim(first_name || ' ' || last_name) as name from users
    where id = any(${idsOf('person')}::int[])
    union all
    select 'program:' || id, name from credential where store_id = ${storeId} and id = any(${idsOf('program')}::int[])`.execute(
    db,
  )
  return new Map(named.map(({ viewer, name }) => [viewer, name]))
}
