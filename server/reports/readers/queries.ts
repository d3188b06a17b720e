import { rowsOf } from '@ruam/contract/platform/common.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface ReadingRow {
  hour: string
  viewer: string
  role: string | null
  way: string
  field_ids: number[]
  reads: number
}

/** Readings of a customer by hour, viewer and way, the newest first: summed up ones of past days, and those since. */
export async function readingsOf(
  db: Db,
  storeId: number,
  profileId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ReadingRow[]; total: number }> {
  const { rows } = await sql<ReadingRow & { total: number }>`
    with recent as (
      select date_trunc('hour', r.at, 'UTC') as hour, r.viewer, max(r.role) as role, r.way,
        coalesce(array_agg(distinct f.id order by f.id) filter (where f.id is not null), '{}') as field_ids,
        count(distinct r.id)::int as reads
      from sensitive_read r left join lateral unnest(r.field_ids) f (id) on true
      where r.store_id = ${storeId} and r.profile_ids @> array[${profileId}::bigint]
      group by 1, r.viewer, r.way
    ), every as (
      select * from recent
      union all
      select hour, viewer, role, way, field_ids, reads from sensitive_read_hour
      where store_id = ${storeId} and profile_id = ${profileId}
    )
    select every.*, count(*) over ()::int as total from every
    order by hour desc, viewer, way offset ${offset} limit ${rowsOf(limit)}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
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
