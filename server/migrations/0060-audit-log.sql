-- From where an act came: set by the call that does it (core/enter.ts), none of what the program does by itself.
alter table audit_log
  add address text default nullif(current_setting('ruam.address', true), ''),
  add device text default nullif(current_setting('ruam.device', true), '');
create index audit_log_user on audit_log (store_id, user_id, at desc);
create index audit_log_action on audit_log (store_id, action, at desc);
create index audit_log_subject on audit_log (store_id, subject_type, subject_id, at desc);

-- Each hour in which something was written down, sealed by a hash over its rows and the seal before it.
create table audit_seal (
  store_id int not null references store,
  hour timestamptz not null,
  entries int not null,
  hash text not null,
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (store_id, hour)
);
select wall('audit_seal');
revoke insert, update, delete on audit_seal from ruam_app;
grant select, insert on audit_seal to ruam_door;
create policy door on audit_seal to ruam_door using (true) with check (true);

-- What seals an hour of a store: its rows in their order, each with all it says, after the seal before.
create function audit_hash(of_store int, of_hour timestamptz, before text) returns table (entries int, hash text)
language sql stable
as $$
  select count(*)::int, encode(sha256(convert_to(before || coalesce(string_agg(
      jsonb_build_array(id, extract(epoch from at), user_id, action, subject_type, subject_id, details, request_id, address, device)::text,
      '' order by id), ''), 'UTF8')), 'hex')
  from public.audit_log
  where store_id = of_store and at >= of_hour and at < of_hour + interval '1 hour'
$$;

-- Seals the hours that are over, of every store; what was begun in one has been committed a quarter of an hour after it. Answers how many.
create function door.seal_audit() returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  one_store int;
  one_hour timestamptz;
  last record;
  sealed int := 0;
begin
  for one_store in select s.store_id from store s order by s.store_id loop
    select a.hour, a.hash into last from audit_seal a where a.store_id = one_store order by a.hour desc limit 1;
    for one_hour in
      select distinct date_trunc('hour', l.at, 'UTC') from audit_log l
      where l.store_id = one_store and l.at >= coalesce(last.hour + interval '1 hour', '-infinity')
        and l.at < date_trunc('hour', now() - interval '15 minutes', 'UTC')
      order by 1
    loop
      insert into audit_seal (store_id, hour, entries, hash)
      select one_store, one_hour, h.entries, h.hash from audit_hash(one_store, one_hour, coalesce(last.hash, '')) h
      on conflict do nothing;
      select a.hour, a.hash into last from audit_seal a where a.store_id = one_store and a.hour = one_hour;
      sealed := sealed + 1;
    end loop;
  end loop;
  return sealed;
end $$;

-- The hours whose rows are not those that were sealed, or whose seal does not follow the one before; and those that hold rows of an hour
-- that was passed over.
create function door.broken_seals() returns table (store_id int, hour timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id, s.hour
  from (select a.*, coalesce(lag(a.hash) over (partition by a.store_id order by a.hour), '') as before from audit_seal a) s,
    lateral audit_hash(s.store_id, s.hour, s.before) now_is
  where now_is.hash <> s.hash or now_is.entries <> s.entries
  union
  select l.store_id, date_trunc('hour', l.at, 'UTC') from audit_log l
  where l.at < (select max(a.hour) from audit_seal a where a.store_id = l.store_id)
    and not exists (select from audit_seal a where a.store_id = l.store_id and a.hour = date_trunc('hour', l.at, 'UTC'))
  order by 1, 2
$$;

do $$
declare
  fn regprocedure;
begin
  foreach fn in array array['door.seal_audit()', 'door.broken_seals()']::regprocedure[] loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
