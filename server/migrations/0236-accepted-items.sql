-- Failed items of every sender are kept 30 days, not only those of connectors.
alter table dead_letter drop constraint dead_letter_store_id_data_source_id_fkey;
alter table dead_letter add foreign key (store_id, data_source_id) references data_source (store_id, id) on delete cascade;
alter table dead_letter add column kind text not null default 'records' check (kind in ('profiles', 'activities', 'records'));

-- Events that could not be applied wait until then: five tries over an hour, then one a day.
alter table inbox add column retry_at timestamptz;

-- As before, without items and events whose next try is later.
create or replace function auth.stores_with_events() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select store_id from inbox where retry_at is null or retry_at <= now()
  union select store_id from receipt where done_at is null
  union select store_id from dead_letter where replay_at <= now()
  union select r.store_id from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
    where r.kind = 'stream' and r.status = 'processing' and d.deleted_at is not null
$$;

-- Deletes events that no try could apply for 30 days.
create function auth.purge_set_aside() returns int
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select i.store_id, i.log_id from inbox i join online_log l on l.store_id = i.store_id and l.id = i.log_id
    where i.retry_at is not null and l.at < now() - interval '30 days' limit 50000
  ), gone as (
    delete from inbox i using old where i.store_id = old.store_id and i.log_id = old.log_id returning 1
  )
  select count(*)::int from gone
$$;
revoke all on function auth.purge_set_aside() from public;
alter function auth.purge_set_aside() owner to ruam_auth;
grant execute on function auth.purge_set_aside() to ruam_app;
