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
  const source = sql`
    select id as profile_id, sources from public.profile where store_id = ${storeId} and sources <> '{}'
    union all
    select profile_id, previous from public.profile_change
    where store_id = ${storeId} and at > ${from}::timestamptz and previous <> '{}'
    union all
    select profile_id, sources from public.run_profile where store_id = ${storeId}`
  // Runs as sources of a value.
  const ofRun = sql`
    select s.profile_id, e.key, (e.value ->> 1)::bigint as run from (${source}) s cross join lateral jsonb_each(s.sources) e
    where e.key = any(${keys}::text[]) and jsonb_typeof(e.value) = 'array' and e.value ->> 0 = 'run' offset 0`
  const isJournaled = sql`exists (select from public.run_record r
    where r.store_id = ${storeId} and r.run = s.run and r.profile_id = s.profile_id and r.changes ? s.key)`
  await sql`insert into pg_temp.as_today (profile_id, field)
    select distinct s.profile_id, s.key::int from (${ofRun}) s
      join past_person w on w.id = s.profile_id
      join public.profile p on p.store_id = ${storeId} and p.id = s.profile_id
      join public.run on run.store_id = ${storeId} and run.id = s.run
    where (coalesce(run.finished_at, run.started_at, run.created_at) > ${from}::timestamptz or run.kind = 'stream' and run.finished_at is null)
      and coalesce(p.origin_run <> run.id, true) and not ${isJournaled}`.execute(db)
}
