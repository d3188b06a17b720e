import { sql } from 'kysely'
import type pg from 'pg'
import type { NewEntry, WrittenEntry } from '../../customers/consents/calls/write-entries.ts'
import { newestAnswer, versionInUse } from '../../customers/consents/standing.ts'
import type { Db } from '../../database/db.ts'

/** Makes the preview's table of answers that its batches so far would have recorded. */
export async function prepareConsents(client: pg.ClientBase): Promise<void> {
  await client.query(`
    drop table if exists pg_temp.overlay_consent;
    create temp table overlay_consent (profile_id bigint, purpose_id int, status text, version int, primary key (profile_id, purpose_id))`)
}

/** Returns what `writeEntries` would write for a run, and keeps it for later batches. New people have negative ids. */
export async function previewEntries(db: Db, storeId: number, said: readonly NewEntry[]): Promise<WrittenEntry[]> {
  const { rows } = await sql<WrittenEntry>`
    with met as materialized (
      select s.*, coalesce(o.status, newest.said) as before, coalesce(o.version, newest.version) as before_version, exists (
          select from profile x join line_stop t on t.store_id = ${storeId} and t.user_id = x.line_user_id
          where x.store_id = ${storeId} and x.id = s.profile_id and not s.purpose_id = any(t.lifted)) as stopped
      from (select o.*, ${versionInUse(storeId, sql`o.purpose_id`, sql`o.answered_on`)} as version
        from unnest(${said.map((one) => one.profile_id)}::bigint[], ${said.map((one) => one.purpose_id)}::int[],
          ${said.map((one) => one.operation)}::text[], ${said.map((one) => one.answeredOn ?? null)}::date[])
          o (profile_id, purpose_id, operation, answered_on)) s
      left join lateral (select o.status, o.version from pg_temp.overlay_consent o
        where o.profile_id = s.profile_id and o.purpose_id = s.purpose_id offset 0) o on true
      left join lateral ${newestAnswer(storeId, sql`s.profile_id`, sql`s.purpose_id`)} newest on true
    ),
    written as (
      insert into pg_temp.overlay_consent (profile_id, purpose_id, status, version)
      select profile_id, purpose_id, operation, version from met
      where case operation when 'withdrawn' then before is distinct from 'withdrawn'
        else (before is null or (before = 'granted' and before_version < version)) and not stopped end
      on conflict (profile_id, purpose_id) do update set status = excluded.status,
        version = excluded.version, place = default
      returning profile_id, purpose_id
    )
    select m.profile_id, m.purpose_id, m.operation, m.before, m.stopped, w.profile_id is not null as written
    from met m left join written w on w.profile_id = m.profile_id and w.purpose_id = m.purpose_id`.execute(db)
  return rows
}
