-- Figures of all stores for /metrics: counts and times, stores as numbers alone.

-- One row for each figure. `label` is the name of a task or a kind, `store` is null for figures of the whole server.
create function auth.figures() returns table (figure text, label text, store int, value double precision)
language sql stable security definer set search_path = public, pg_temp
as $$
  select 'lease_overdue', name, null::int, greatest(0, extract(epoch from clock_timestamp() - until)) from lease
  union all (
    -- The indexes of active runs name both states.
    select 'run_progress', kind, store_id, min(done::float8 / greatest(total, 1))
    from run where kind in ('real', 'dry') and status in ('pending', 'processing') and status = 'processing'
    group by store_id, kind order by sum(total) desc limit 50
  )
  union all (
    select 'run_progress', kind, store_id, min(least(1, done::float8 / greatest(total, 1)))
    from job where status in ('pending', 'processing') and status = 'processing' and total is not null
    group by store_id, kind order by sum(total) desc limit 50
  )
  union all (
    select 'broadcast_waiting', null, store_id, sum(queued)
    from broadcast where status = 'pending' and due_at <= clock_timestamp()
    group by store_id order by sum(queued) desc limit 50
  )
  union all
  select 'receipts', null, null, count(*) from receipt where done_at is null
  union all
  select 'receipts_lag', null, null, extract(epoch from clock_timestamp() - min(at)) from receipt where done_at is null
  union all
  select 'events', null, null, count(*) from inbox where retry_at is null
  union all
  -- Entries of the log are numbered in the order of their arrival.
  select 'events_lag', null, null, extract(epoch from clock_timestamp() - min(l.at))
  from (select store_id, min(log_id) as log_id from inbox where retry_at is null group by store_id) i
  join online_log l on l.store_id = i.store_id and l.id = i.log_id
  union all
  select 'dead_letters', null, null, (select count(*) from dead_letter) + (select count(*) from inbox where retry_at is not null)
  union all (
    select 'line_quota_left', null, store_id, min(greatest(0, (quota ->> 'limit')::float8 - (quota ->> 'usage')::float8))
    from channel where type = 'lineOA' and status = 'active' and quota ->> 'limit' is not null
    group by store_id order by 4 limit 50
  )
$$;
alter function auth.figures owner to ruam_auth;
revoke all on function auth.figures from public;
grant execute on function auth.figures to ruam_app;

-- Returns those of these migrations that have not run, for /readyz: a restored database may be older than its processes.
create function auth.missing_migrations(files text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$ select f from unnest(files) f where not exists (select from migration m where m.name = f) $$;
grant select on migration to ruam_auth;
alter function auth.missing_migrations owner to ruam_auth;
revoke all on function auth.missing_migrations from public;
grant execute on function auth.missing_migrations to ruam_app;
