-- Requests to a connector that were refused, by hour.
alter table connector_hour add column refused int not null default 0;

-- As before, and stores whose deleted data sources have an open stream.
create or replace function auth.stores_with_events() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select store_id from inbox union select store_id from receipt where done_at is null
  union select store_id from dead_letter where replay_at is not null
  union select r.store_id from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
    where r.kind = 'stream' and r.status = 'processing' and d.deleted_at is not null
$$;
