import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Period } from './period.ts'
import { namesIn, type Scope } from './scope.ts'

/**
 * Notes customers whose value at the beginning is unknown: a file of the period wrote it, and its journal is deleted. The value that
 * is known next counts for the time before. Every source that a value ever had is in the profile or in a journal of later changes.
 */
export async function noteUnknownValues(db: Db, scope: Scope, { storeId, from }: Period): Promise<void> {
  const keys = namesIn(scope).fields.map(({ id }) => String(id))
  if (keys.length === 0) return
  await sql`insert into pg_temp.as_today (profile_id, field)
    with source as (
      select p.id as profile_id, e.key, e.value from public.profile p cross join lateral jsonb_each(p.sources) e
      where p.store_id = ${storeId} and p.sources <> '{}'
      union all
      select c.profile_id, e.key, e.value from public.profile_change c cross join lateral jsonb_each(c.previous) e
      where c.store_id = ${storeId} and c.at > ${from}::timestamptz and c.previous <> '{}'
      union all
      select r.profile_id, e.key, e.value from public.run_profile r cross join lateral jsonb_each(r.sources) e
      where r.store_id = ${storeId}
    )
    select distinct s.profile_id, s.key::int from (
        select profile_id, key, (value ->> 1)::bigint as run from source
        where key = any(${keys}::text[]) and jsonb_typeof(value) = 'array' and value ->> 0 = 'run' offset 0) s
      join past_person w on w.id = s.profile_id
      join public.profile p on p.store_id = ${storeId} and p.id = s.profile_id
      join public.run on run.store_id = ${storeId} and run.id = s.run
    where coalesce(run.finished_at, run.started_at, run.created_at) > ${from}::timestamptz
      and coalesce(p.origin_run <> run.id, true)
      and not exists (select from public.run_record r where r.store_id = ${storeId} and r.run = run.id and r.profile_id = s.profile_id
        and r.changes ? s.key)`.execute(db)
}
