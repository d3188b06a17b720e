-- The audit log is kept for two years. Seals stay for ever, with when the rows of their hour went: so the chain holds.
alter table audit_seal add purged_at timestamptz;
grant update (purged_at) on audit_seal to ruam_door;
grant delete on audit_log to ruam_door;

-- Removes the rows of sealed hours that are two years old; answers how many.
create function door.purge_audit() returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  gone int;
begin
  with old as (
    update audit_seal set purged_at = clock_timestamp()
    where purged_at is null and hour < date_trunc('hour', now(), 'UTC') - interval '2 years 1 hour'
    returning store_id, hour
  ), deleted as (
    delete from audit_log l using old
    where l.store_id = old.store_id and l.at >= old.hour and l.at < old.hour + interval '1 hour' returning 1
  )
  select count(*)::int into gone from deleted;
  return gone;
end $$;

-- The hours whose rows are not those that were sealed, or whose seal does not follow the one before; and those that hold rows of an hour
-- that was passed over. Of an hour whose time was over there are no rows, and no other hour is without them.
create or replace function door.broken_seals() returns table (store_id int, hour timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id, s.hour
  from (select a.*, coalesce(lag(a.hash) over (partition by a.store_id order by a.hour), '') as before from audit_seal a) s,
    lateral audit_hash(s.store_id, s.hour, s.before) now_is
  where case when s.purged_at is null then now_is.hash <> s.hash or now_is.entries <> s.entries
    else now_is.entries > 0 or s.purged_at < s.hour + interval '2 years' or s.purged_at > now() end
  union
  select l.store_id, date_trunc('hour', l.at, 'UTC') from audit_log l
  where l.at < (select max(a.hour) from audit_seal a where a.store_id = l.store_id)
    and not exists (select from audit_seal a where a.store_id = l.store_id and a.hour = date_trunc('hour', l.at, 'UTC'))
  order by 1, 2
$$;

-- The newest seal of each store, to be kept elsewhere as well.
create function door.newest_seals() returns table (store_id int, hour timestamptz, hash text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id, a.hour, a.hash from store s,
    lateral (select hour, hash from audit_seal where store_id = s.store_id order by hour desc limit 1) a
$$;

-- Of seals that were kept elsewhere those that stand no more, of stores that are there.
create function door.lost_seals(kept jsonb) returns table (store_id int, hour timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select k.store_id, k.hour from jsonb_to_recordset(kept) as k (store_id int, hour timestamptz, hash text)
  join store s on s.store_id = k.store_id
  where not exists (select from audit_seal a where a.store_id = k.store_id and a.hour = k.hour and a.hash = k.hash)
  order by 1
$$;

do $$
declare
  fn regprocedure;
begin
  foreach fn in array array['door.purge_audit()', 'door.newest_seals()', 'door.lost_seals(jsonb)']::regprocedure[] loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
