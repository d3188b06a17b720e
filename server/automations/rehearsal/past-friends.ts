import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Period } from './period.ts'

// Consents and friends of the past.

/** Consents by their ledger, and stops on LINE by the time of the last one. */
export async function restoreConsents(db: Db, { storeId, from, to }: Period): Promise<void> {
  await sql`insert into pg_temp.consent_entry overriding system value select e.* from public.consent_entry e
      join past_person p on p.id = e.profile_id
    where e.store_id = ${storeId} and e.at <= ${from}::timestamptz`.execute(db)
  await sql`insert into pg_temp.past_event (profile_id, at, kind, ref, data, origin)
    select e.profile_id, e.at, 'consent', e.id, to_jsonb(e.purpose_id), (
      select 'run:' || run.id from public.run where run.store_id = e.store_id and run.id = any(e.runs) and run.kind = 'real' limit 1)
    from public.consent_entry e join past_person p on p.id = e.profile_id
    where e.store_id = ${storeId} and e.at > ${from}::timestamptz and e.at <= ${to}::timestamptz order by e.at, e.id`.execute(
    db,
  )
  await sql`insert into pg_temp.line_stop select s.* from public.line_stop s where s.store_id = ${storeId} and s.at <= ${from}::timestamptz`.execute(
    db,
  )
  await sql`insert into pg_temp.past_event (profile_id, at, kind, data)
    select p.id, s.at, 'stop', to_jsonb(s.user_id) from public.line_stop s
      join public.channel_friend f on f.store_id = s.store_id and f.external_id = s.user_id join past_person p on p.id = f.profile_id
    where s.store_id = ${storeId} and s.at > ${from}::timestamptz and s.at <= ${to}::timestamptz order by s.at`.execute(
    db,
  )
}

/**
 * Friends by their journal; a friend without one by the time of its status, before which it had the other one. Of those that is no more than
 * likely, and they count as known by today's status.
 */
export async function restoreFriends(db: Db, { storeId, from, to }: Period): Promise<void> {
  await sql
    .raw(`create temp table past_friend on commit drop as
    select null::bigint as profile_id, ''::text as channel_type, 0 as channel_id, ''::text as user_hash, ''::text as before, ''::text as after,
      now() as at, now() as since, 0::bigint as place, false as noted where false`)
    .execute(db)
  await sql`insert into pg_temp.past_friend
    select c.profile_id, c.channel_type, c.channel_id, c.user_hash, c.before, c.after, c.at, coalesce(c.since, c.at), c.id, true
    from public.channel_friend_change c join past_person p on p.id = c.profile_id
    where c.store_id = ${storeId} and c.at > ${from}::timestamptz
    union all
    select f.profile_id, f.channel_type, f.channel_id, user_hash(f.external_id), case f.status when 'blocked' then 'friend' end, f.status,
      f.since, f.since, 0, false
    from public.channel_friend f join past_person p on p.id = f.profile_id
    where f.store_id = ${storeId} and f.since > ${from}::timestamptz and not exists (
      select from public.channel_friend_change c where c.store_id = ${storeId} and c.profile_id = f.profile_id
        and c.channel_type = f.channel_type and c.channel_id = f.channel_id and c.user_hash = user_hash(f.external_id))`.execute(
    db,
  )
  await sql`insert into pg_temp.as_today (profile_id, field)
    select distinct o.profile_id, null::int from past_friend o join public.profile p on p.store_id = ${storeId} and p.id = o.profile_id
    where not o.noted and p.created_at < o.at`.execute(db)
  await sql`insert into pg_temp.channel_friend select f.* from public.channel_friend f join past_person p on p.id = f.profile_id
    where f.store_id = ${storeId}`.execute(db)
  const first = sql`(select distinct on (profile_id, channel_type, channel_id, user_hash) * from past_friend
    order by profile_id, channel_type, channel_id, user_hash, at, place)`
  await sql`delete from pg_temp.channel_friend f using ${first} o where f.store_id = ${storeId} and f.profile_id = o.profile_id
    and f.channel_type = o.channel_type and f.channel_id = o.channel_id and user_hash(f.external_id) = o.user_hash`.execute(
    db,
  )
  await sql`insert into pg_temp.channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    select ${storeId}, channel_type, channel_id, ${externalId(storeId)}, profile_id, before, ${from}::timestamptz from ${first} o
    where before is not null`.execute(db)
  await sql`insert into pg_temp.past_event (profile_id, at, kind, ref, data)
    select profile_id, at, 'friend', channel_id, jsonb_build_object('type', channel_type, 'id', ${externalId(storeId)}, 'status', after, 'since', since)
    from past_friend o where at <= ${to}::timestamptz order by at, place`.execute(db)
}

/** Id of a friend by its hash; of one that is gone the hash itself. */
const externalId = (storeId: number) => sql`coalesce((select external_id from (
    select external_id, channel_type, channel_id from public.channel_friend
    where store_id = ${storeId} and profile_id = o.profile_id offset 0) n
  where n.channel_type = o.channel_type and n.channel_id = o.channel_id and user_hash(n.external_id) = o.user_hash limit 1), o.user_hash)`
