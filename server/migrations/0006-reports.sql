-- Reports: seals of the audit log, figures of the dashboard, first steps, exports.

-- ---- Seals of the audit log ------------------------------------------------------------------------------

-- Hours of the audit log, each sealed by a hash over its rows and the previous seal.
create table audit_seal (
  store_id int not null references store,
  hour timestamptz not null,
  entries int not null,
  hash text not null,
  sealed_at timestamptz not null default clock_timestamp(),
  -- Deletion of the rows after two years. Seals stay, so that the chain holds.
  purged_at timestamptz,
  primary key (store_id, hour)
);
select wall('audit_seal');
revoke insert, update, delete on audit_seal from ruam_app;
grant update (purged_at) on audit_seal to ruam_auth;
grant select, insert on audit_seal to ruam_auth;
create policy auth on audit_seal to ruam_auth using (true) with check (true);

-- Seal of an hour: a hash over the previous seal and all columns of the rows in order.
create function audit_hash(of_store int, of_hour timestamptz, before text) returns table (entries int, hash text)
language sql stable
as $$
  select count(*)::int, encode(sha256(convert_to(before || coalesce(string_agg(
      jsonb_build_array(id, extract(epoch from at), user_id, action, subject_type, subject_id, details, request_id, address, device)::text,
      '' order by id), ''), 'UTF8')), 'hex')
  from public.audit_log
  where store_id = of_store and at >= of_hour and at < of_hour + interval '1 hour'
$$;

-- Seals past hours of all stores, 15 minutes late, when transactions begun in them have ended. Returns the number of
-- sealed hours.
create function auth.seal_audit() returns int
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

-- Hours whose rows differ from their seal, whose seal does not follow the previous one, or that have rows without a
-- seal. A purged hour must have no rows, and only hours older than two years may be purged.
create function auth.broken_seals() returns table (store_id int, hour timestamptz)
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

-- Deletes rows of sealed hours older than two years. Returns their number.
create function auth.purge_audit() returns int
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

-- Latest seal of each store, to be kept outside of the database too.
create function auth.newest_seals() returns table (store_id int, hour timestamptz, hash text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id, a.hour, a.hash from store s,
    lateral (select hour, hash from audit_seal where store_id = s.store_id order by hour desc limit 1) a
$$;

-- Seals kept outside of the database that no longer exist here, for existing stores.
create function auth.lost_seals(kept jsonb) returns table (store_id int, hour timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select k.store_id, k.hour from jsonb_to_recordset(kept) as k (store_id int, hour timestamptz, hash text)
  join store s on s.store_id = k.store_id
  where not exists (select from audit_seal a where a.store_id = k.store_id and a.hour = k.hour and a.hash = k.hash)
  order by 1
$$;

-- ---- Dashboard -------------------------------------------------------------------------------------------

-- Sums of hourly_count per UTC day, for years without reading hours. Past hours never change, so each day is summed
-- once. A migration that writes past hours must empty both tables.
create table daily_count (
  store_id int not null references store,
  day date not null,
  metric text not null,
  channel text not null,
  value bigint not null,
  primary key (store_id, metric, day, channel) include (value)
);
select wall('daily_count');

-- Days before `until` are in daily_count.
create table counted_days (
  store_id int primary key references store,
  until date not null
);
select wall('counted_days');
grant select on counted_days to ruam_auth;
create policy auth on counted_days for select to ruam_auth using (true);

create function auth.stores_to_sum_up(until date) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id from store s left join counted_days c on c.store_id = s.store_id
  where c.until is null or c.until < stores_to_sum_up.until
  order by 1
$$;

-- Profiles without phone, e-mail, consent, ..., counted at most once an hour.
create table data_quality (
  store_id int primary key references store,
  counted_at timestamptz not null,
  total bigint not null,
  lacking jsonb not null
);
select wall('data_quality');

-- New and returning customers of a period, counted at most once an hour.
create table returning_count (
  store_id int not null references store,
  from_at timestamptz not null,
  until_at timestamptz not null,
  counted_at timestamptz not null,
  -- Duration of the count: cheap counts are refreshed sooner.
  milliseconds int not null,
  new_people int not null,
  returning_people int not null,
  primary key (store_id, from_at, until_at)
);
select wall('returning_count');

-- ---- First steps -----------------------------------------------------------------------------------------

-- Answers of a person about their first steps in a store. Completion follows from the data.
create table tutorial_step (
  store_id int not null references store,
  user_id int not null references users,
  key text not null check (key in ('connect_line', 'first_import', 'first_segment', 'first_broadcast', 'invite_staff')),
  status text not null check (status in ('not_started', 'in_progress', 'dismissed')),
  step int,
  primary key (store_id, user_id, key)
);
select wall('tutorial_step');

-- ---- Exports ---------------------------------------------------------------------------------------------

-- Exported files. The job with the same id makes the file and has the state.
create table export (
  store_id int not null,
  id int not null,
  user_id int not null references users,
  type text not null,
  file_type text not null check (file_type in ('xlsx', 'csv')),
  file_name text not null,
  -- Permissions required to download: exports, and all that the file contains.
  rights text[] not null,
  -- Set at the end of the job: an unfinished file belongs to nobody.
  storage_key text,
  rows int,
  size bigint,
  cut int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  primary key (store_id, id),
  foreign key (store_id, id) references job (store_id, id) on delete cascade
);
create index export_own on export (store_id, user_id, created_at desc, id desc);
select wall('export');
grant select, delete on export to ruam_auth;
create policy auth on export to ruam_auth using (true) with check (false);

-- Single-use addresses of files, by the hash of their secret.
create table export_link (
  store_id int not null,
  token_hash bytea not null,
  export_id int not null,
  session_id bigint not null,
  expires_at timestamptz not null,
  primary key (store_id, token_hash),
  foreign key (store_id, export_id) references export (store_id, id) on delete cascade
);
create index export_link_export on export_link (store_id, export_id);
select wall('export_link');
grant select, delete on export_link to ruam_auth;
create policy auth on export_link to ruam_auth using (true) with check (false);

-- Deletes expired exports and those of people who left the store or lost a required permission, and cancels the
-- unfinished ones. Returns the storage keys to remove.
create function auth.end_exports() returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from export_link where expires_at < now();
  return query
    with gone as (
      delete from export e
      where e.expires_at < now() or not exists (
        select from store_member m
        join role r on r.store_id = m.store_id and r.id = m.role_id
        join store s on s.store_id = m.store_id and s.deleted_at is null
        where m.store_id = e.store_id and m.user_id = e.user_id and m.removed_at is null
          and (r.name = 'owner' or e.rights <@ r.permissions))
      returning e.store_id, e.id, e.storage_key),
    ended as (
      update job j set status = 'cancel', fence = fence + 1, finished_at = clock_timestamp()
      from gone where j.store_id = gone.store_id and j.id = gone.id and j.status in ('pending', 'processing'))
    select storage_key from gone where storage_key is not null;
end $$;

-- ---- Owners and rights of the functions of schema auth ---------------------------------------------------

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proname in (
      'seal_audit', 'broken_seals', 'purge_audit', 'newest_seals', 'lost_seals', 'stores_to_sum_up',
      'end_exports')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
