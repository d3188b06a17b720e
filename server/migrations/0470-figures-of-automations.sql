-- Figures of /metrics: steps of automations that are due, and for how long the oldest has waited.

create or replace function auth.figures() returns table (figure text, label text, store int, value double precision)
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
  -- Steps of active automations that are due: each store by its own index.
  select 'steps', null, null, coalesce(sum(d.steps), 0)
  from automation_engine e cross join lateral (
    select count(*) as steps from automation_run r join automation a on a.store_id = r.store_id and a.id = r.automation_id and a.status = 'active'
    where r.store_id = e.store_id and r.ended_at is null and (r.waits_for is null or r.waits_for in ('quiet_hours', 'quota'))
      and r.due_at <= clock_timestamp()) d
  union all
  select 'steps_lag', null, null, extract(epoch from clock_timestamp() - min(d.due_at))
  from automation_engine e cross join lateral (
    select r.due_at from automation_run r join automation a on a.store_id = r.store_id and a.id = r.automation_id and a.status = 'active'
    where r.store_id = e.store_id and r.ended_at is null and (r.waits_for is null or r.waits_for in ('quiet_hours', 'quota'))
      and r.due_at <= clock_timestamp()
    order by r.due_at limit 1) d
  union all
  select 'dead_letters', null, null, (select count(*) from dead_letter) + (select count(*) from inbox where retry_at is not null)
  union all (
    select 'line_quota_left', null, store_id, min(greatest(0, (quota ->> 'limit')::float8 - (quota ->> 'usage')::float8))
    from channel where type = 'lineOA' and status = 'active' and quota ->> 'limit' is not null
    group by store_id order by 4 limit 50
  )
$$;
