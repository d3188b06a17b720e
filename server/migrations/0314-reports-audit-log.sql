-- Reports: the names and seals of the audit log, and traces of reading.

-- ---- Names -----------------------------------------------------------------------------------------------

-- Names that things of a store have had, so that the audit log shows each act with the names of its time. Kept beside
-- the log rather than in it: an erasure redacts names, and the log is only added to.
create table audit_name (
  store_id int not null references store,
  subject_type text not null,
  subject_id text not null,
  since timestamptz not null,
  name text not null,
  salt uuid,
  -- SHA-256 of salt and name. It stays when an erasure redacts the name, whose salt goes: the name cannot be guessed
  -- from it.
  seal text not null,
  redacted_at timestamptz,
  primary key (store_id, subject_type, subject_id, since)
);
create index audit_name_since on audit_name (store_id, since);
select wall('audit_name');
revoke update, delete on audit_name from ruam_app;
grant update (name) on audit_name to ruam_app;
create policy auth on audit_name to ruam_auth using (true);
grant select on audit_name to ruam_auth;

-- Current name of a thing; null if it has none or is deleted.
create function current_name(of_store int, of_type text, of_id text) returns text
language sql stable
as $$
  select case
    when of_id !~ '^[1-9][0-9]{0,8}$' then null
    when of_type = 'user' then (select btrim(first_name || ' ' || last_name) from users where id = of_id::int)
    when of_type = 'role' then (select name from role where store_id = of_store and id = of_id::int)
    when of_type = 'label' then (select name from label where store_id = of_store and id = of_id::int)
    when of_type = 'store' then (select name from store where store_id = of_store)
    when of_type = 'profile_field' then (select display_name from profile_field where store_id = of_store and id = of_id::int)
    when of_type = 'activity_field' then (select display_name from activity_field where store_id = of_store and id = of_id::int)
    when of_type = 'activity_type' then (select name from activity_type where store_id = of_store and id = of_id::int)
    when of_type = 'consent_purpose' then (select name from consent_purpose where store_id = of_store and id = of_id::int)
    when of_type in ('channel', 'facebook_page') then (select name from channel where store_id = of_store and id = of_id::int)
    when of_type = 'data_source' then (select name from data_source where store_id = of_store and id = of_id::int)
    when of_type = 'file' then (select name from file where store_id = of_store and id = of_id::int)
    when of_type = 'export' then (select file_name from export where store_id = of_store and id = of_id::int)
    when of_type = 'invitation' then (select email from invitation where store_id = of_store and id = of_id::int)
    when of_type = 'broadcast' then (select name from broadcast where store_id = of_store and id = of_id::int)
    when of_type in ('api_key', 'api_token') then (select name from credential where store_id = of_store and id = of_id::int)
    when of_type = 'open_api' then (select name from open_api where store_id = of_store and id = of_id::int)
  end
$$;

-- Things that an act names: its author, its subject, and those in its details. Customers are not among them.
create function named_by_act(of_user int, of_type text, of_id text, of_details jsonb)
  returns table (word text, subject_type text, subject_id text)
language sql immutable
as $$
  select 'by', 'user', of_user::text where of_user is not null
  union all select 'thing', of_type, of_id where of_type <> 'profile' and of_id is not null
  union all select d.key, case when of_type = 'job' and d.key = 'field' then 'profile_field' else k.type end, d.value
  from jsonb_each_text(of_details) d
    join (values ('role_id', 'role'), ('role_id_before', 'role'), ('move_to', 'role'), ('field_id', 'profile_field'),
      ('field', 'activity_field'), ('purpose_id', 'consent_purpose'), ('channel', 'channel')) k (key, type) on k.key = d.key
  where d.value is not null
  union all select w.word, 'label', l.id
  from (values ('labels'), ('labels_taken')) w (word), string_to_table(of_details ->> w.word, ',') l (id)
$$;

-- Stores the names of an act's things where they differ from the last ones stored.
create function remember_names(of_store int, act_at timestamptz, of_user int, of_type text, of_id text, of_details jsonb)
  returns void
language sql volatile
as $$
  insert into audit_name (store_id, subject_type, subject_id, since, name)
  select of_store, n.subject_type, n.subject_id, act_at, n.name
  from (
    select distinct on (w.subject_type, w.subject_id) w.subject_type, w.subject_id,
      current_name(of_store, w.subject_type, w.subject_id) as name
    from named_by_act(of_user, of_type, of_id, of_details) w
  ) n
  where n.name is not null and n.name is distinct from (
    select a.name from audit_name a
    where a.store_id = of_store and a.subject_type = n.subject_type and a.subject_id = n.subject_id
    order by a.since desc limit 1)
  on conflict do nothing
$$;

-- Puts a new name inside the seals.
create function seal_name() returns trigger
language plpgsql
as $$
begin
  -- A copy of a store brings its seals along.
  if new.seal is null then
    new.salt := gen_random_uuid();
    new.seal := encode(sha256(convert_to(new.salt::text || new.name, 'UTF8')), 'hex');
  end if;
  return new;
end $$;
create trigger seal_name before insert on audit_name for each row execute function seal_name();

-- Allows the application one change: parts of a name become •••. What the owner changes breaks a seal.
create function keep_name() returns trigger
language plpgsql
as $$
begin
  if new.name not like '%•••%'
    or old.name not like replace(regexp_replace(new.name, '([\\%_])', '\\\1', 'g'), '•••', '%')
  then
    raise exception 'A name of the audit log can only be redacted';
  end if;
  new.salt := null;
  new.redacted_at := clock_timestamp();
  return new;
end $$;
create trigger keep_name before update on audit_name for each row
  when (current_user = 'ruam_app') execute function keep_name();

-- ---- Seals -----------------------------------------------------------------------------------------------

-- Hours of the audit log, each sealed by a hash over its rows and the previous seal.
create table audit_seal (
  store_id int not null references store,
  hour timestamptz not null,
  entries int not null,
  hash text not null,
  sealed_at timestamptz not null default clock_timestamp(),
  -- Deletion of the rows after two years. Seals stay, so that the chain holds.
  purged_at timestamptz,
  -- Hashes of an hour's rows and of its names. Null in seals of earlier versions, whose hash is over the rows alone. They
  -- stay when the rows go, so that the chain can be recomputed.
  rows_hash text,
  names_hash text,
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

-- Hash of the names that are new since the seal before, up to the end of an hour. `whole`: none of them was changed.
create function name_hash(of_store int, from_time timestamptz, to_time timestamptz)
returns table (hash text, whole boolean)
language sql stable
as $$
  select encode(sha256(convert_to(coalesce(string_agg(
      jsonb_build_array(subject_type, subject_id, extract(epoch from since), seal)::text,
      '' order by since, subject_type, subject_id), ''), 'UTF8')), 'hex'),
    coalesce(bool_and(case when redacted_at is null
      then seal = encode(sha256(convert_to(salt::text || name, 'UTF8')), 'hex')
      else salt is null and name like '%•••%' end), true)
  from public.audit_name where store_id = of_store and since >= from_time and since < to_time
$$;

create function chained(before text, rows_hash text, names_hash text) returns text
language sql immutable
as $$ select encode(sha256(convert_to(before || rows_hash || names_hash, 'UTF8')), 'hex') $$;

-- Seals past hours of all stores, 15 minutes late, when transactions begun in them have ended. Returns the number of
-- sealed hours.
create function auth.seal_audit() returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  one_store int;
  one_hour timestamptz;
  last record;
  named_until timestamptz;
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
      select coalesce(max(a.hour) + interval '1 hour', '-infinity') into named_until
      from audit_seal a where a.store_id = one_store and a.names_hash is not null;
      insert into audit_seal (store_id, hour, entries, hash, rows_hash, names_hash)
      select one_store, one_hour, h.entries, chained(coalesce(last.hash, ''), h.hash, n.hash), h.hash, n.hash
      from audit_hash(one_store, one_hour, '') h, name_hash(one_store, named_until, one_hour + interval '1 hour') n
      on conflict do nothing;
      select a.hour, a.hash into last from audit_seal a where a.store_id = one_store and a.hour = one_hour;
      sealed := sealed + 1;
    end loop;
  end loop;
  return sealed;
end $$;

-- Hours from a time on whose rows or names differ from their seal, whose seal does not follow the previous one, or
-- that have rows without a seal. A purged hour must have no rows, and only hours older than two years may be purged.
create function auth.check_seals(from_time timestamptz) returns table (store_id int, hour timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id, s.hour
  from (
      select a.*, coalesce(lag(a.hash) over hours, '') as before,
        coalesce(max(a.hour) filter (where a.names_hash is not null)
          over (partition by a.store_id order by a.hour rows between unbounded preceding and 1 preceding)
          + interval '1 hour', '-infinity') as named_until
      from audit_seal a window hours as (partition by a.store_id order by a.hour)
    ) s,
    lateral audit_hash(s.store_id, s.hour, case when s.names_hash is null then s.before else '' end) rows_now,
    lateral name_hash(s.store_id, case when s.names_hash is null then s.hour + interval '1 hour' else s.named_until end,
      s.hour + interval '1 hour') names_now
  where s.hour >= from_time and (
    case when s.names_hash is null then s.purged_at is null and rows_now.hash <> s.hash
      else s.hash <> chained(s.before, s.rows_hash, s.names_hash) or names_now.hash <> s.names_hash or not names_now.whole
        or (s.purged_at is null and rows_now.hash <> s.rows_hash) end
    or case when s.purged_at is null then rows_now.entries <> s.entries
      else rows_now.entries > 0 or s.purged_at < s.hour + interval '2 years' or s.purged_at > now() end)
  union
  select l.store_id, date_trunc('hour', l.at, 'UTC') from audit_log l
  where l.at >= from_time and l.at < (select max(a.hour) from audit_seal a where a.store_id = l.store_id)
    and not exists (select from audit_seal a where a.store_id = l.store_id and a.hour = date_trunc('hour', l.at, 'UTC'))
  order by 1, 2
$$;

-- All hours that auth.check_seals finds.
create function auth.broken_seals() returns table (store_id int, hour timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$ select * from auth.check_seals('-infinity') $$;

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

-- Faults of the log that the store was told of.
create table audit_fault (
  store_id int not null,
  kind text not null check (kind in ('hour', 'cut', 'day')),
  at timestamptz not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (store_id, kind, at)
);
select wall('audit_fault');
revoke update, delete on audit_fault from ruam_app;

-- ---- Traces of reading -----------------------------------------------------------------------------------

-- Who was shown which sensitive values of whom. Written by the transaction that reads them; the ids of an erased
-- customer stay, without a name.
create table sensitive_read (
  store_id int not null,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  -- A person or a program, as `person:3` or `program:7`, and the roles that a person had.
  viewer text not null,
  role text,
  -- The call, as `GET /api/profile`.
  way text not null,
  field_ids int[] not null,
  -- Empty if the answer named no customer.
  profile_ids bigint[] not null,
  request_id text,
  primary key (store_id, id)
);
select wall('sensitive_read');
revoke update, delete on sensitive_read from ruam_app;
create policy auth on sensitive_read to ruam_auth using (true) with check (true);
grant select, delete on sensitive_read to ruam_auth;

-- The same by customer, viewer, way and hour, for two years. Customer 0: values that were shown without their
-- customers.
create table sensitive_read_hour (
  store_id int not null,
  profile_id bigint not null,
  hour timestamptz not null,
  viewer text not null,
  way text not null,
  role text,
  field_ids int[] not null,
  reads int not null,
  primary key (store_id, profile_id, hour, viewer, way)
);
create index sensitive_read_hour_day on sensitive_read_hour (store_id, hour);
select wall('sensitive_read_hour');
revoke insert, update, delete on sensitive_read_hour from ruam_app;
create policy auth on sensitive_read_hour to ruam_auth using (true) with check (true);
grant select, insert, delete on sensitive_read_hour to ruam_auth;
grant update on sensitive_read_hour to ruam_auth;

-- Rows of one UTC day: their number, and a digest of digests, of an hour and 10,000 customers each. The rows of a
-- large day do not fit into one text.
create function read_digest(of_store int, of_day date) returns table (rows int, digest text)
language sql stable
as $$
  select coalesce(sum(n), 0)::int, encode(sha256(convert_to(coalesce(string_agg(part, '' order by hour, slice), ''), 'UTF8')), 'hex')
  from (
    select hour, profile_id / 10000 as slice, count(*) as n, encode(sha256(convert_to(string_agg(
        jsonb_build_array(profile_id, extract(epoch from hour), viewer, way, role, field_ids, reads)::text,
        '' order by profile_id, viewer, way), 'UTF8')), 'hex') as part
    from public.sensitive_read_hour
    where store_id = of_store and hour >= of_day::timestamp at time zone 'UTC'
      and hour < (of_day + 1)::timestamp at time zone 'UTC'
    group by 1, 2
  ) parts
$$;

-- Does one block of a store, a quarter of an hour after the end of an hour: moves traces of about `most` customers
-- into rows by hour, or writes the digest of a past day into the audit log. Returns false if nothing is left.
create function auth.sum_reads(most int default 20000) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  past timestamptz := date_trunc('hour', now() - interval '15 minutes', 'UTC');
  today date := past at time zone 'UTC';
  of_store int;
  of_day date;
  is_read boolean;
  found_rows int;
  found_digest text;
begin
  -- One process at a time.
  perform pg_advisory_xact_lock(47, 1);
  -- A trace that was committed after the digest of its day counts for the next day.
  select s.store_id, case when raw.due then raw.day else summed.day end, raw.due into of_store, of_day, is_read
  from store s
  left join lateral (
    select (l.details ->> 'day')::date + 1 as until from audit_log l
    where l.store_id = s.store_id and l.action = 'reads_summed' and l.subject_type = 'store' order by l.at desc, l.id desc limit 1
  ) digested on true
  left join lateral (
    select greatest((r.at at time zone 'UTC')::date, digested.until) as day, r.at < past as due from sensitive_read r
    where r.store_id = s.store_id order by r.id limit 1
  ) raw on true
  left join lateral (
    select (h.hour at time zone 'UTC')::date as day from sensitive_read_hour h
    where h.store_id = s.store_id and h.hour >= coalesce(digested.until, '-infinity')::timestamp at time zone 'UTC'
    order by h.hour limit 1
  ) summed on true
  where (raw.due or summed.day < today) and s.store_id not in (select store from store_closed)
  order by 1 limit 1;
  if of_store is null then return false; end if;

  if not coalesce(is_read, false) then
    select d.rows, d.digest into found_rows, found_digest from read_digest(of_store, of_day) d;
    insert into audit_log (store_id, action, subject_type, subject_id, details)
    values (of_store, 'reads_summed', 'store', of_store::text,
      jsonb_build_object('day', of_day, 'rows', found_rows, 'digest', found_digest));
    return true;
  end if;

  with block as (
    select id from (
      select r.id, sum(greatest(cardinality(r.profile_ids), 1)) over (order by r.id) - greatest(cardinality(r.profile_ids), 1) as before
      from sensitive_read r
      where r.store_id = of_store and r.at < least(past, (of_day + 1)::timestamp at time zone 'UTC') order by r.id limit most
    ) oldest where before < most
  ), gone as (
    delete from sensitive_read r where r.store_id = of_store and r.id = any (array(select id from block)) returning r.*
  ), each as (
    select g.id as read_id, p.id as profile_id, g.viewer, g.way, g.role, g.field_ids,
      greatest(date_trunc('hour', g.at, 'UTC'), of_day::timestamp at time zone 'UTC') as hour
    from gone g
      cross join lateral unnest(case when cardinality(g.profile_ids) = 0 then '{0}'::bigint[] else g.profile_ids end) p (id)
  )
  insert into sensitive_read_hour as h (store_id, profile_id, hour, viewer, way, role, field_ids, reads)
  select of_store, e.profile_id, e.hour, e.viewer, e.way, max(e.role),
    coalesce(array_agg(distinct f.id order by f.id) filter (where f.id is not null), '{}'), count(distinct e.read_id)::int
  from each e left join lateral unnest(e.field_ids) f (id) on true
  group by 2, 3, 4, 5
  on conflict (store_id, profile_id, hour, viewer, way) do update set reads = h.reads + excluded.reads,
    role = greatest(h.role, excluded.role),
    field_ids = array(select distinct f from unnest(h.field_ids || excluded.field_ids) f order by f);
  return true;
end $$;

-- Deletes rows by hour older than two years, of one store at a time. Returns their number.
create function auth.purge_reads(most int default 20000) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  past timestamptz := now() - interval '2 years 2 days';
  of_store int;
  gone int;
begin
  select s.store_id into of_store from store s
  where s.store_id not in (select store from store_closed)
    and exists (select from sensitive_read_hour h where h.store_id = s.store_id and h.hour < past)
  order by 1 limit 1;
  delete from sensitive_read_hour
  where ctid = any (array(select h.ctid from sensitive_read_hour h where h.store_id = of_store and h.hour < past limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Days from one on whose traces of reading differ from their digest.
create function auth.check_reads(from_day date) returns table (store_id int, day date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select l.store_id, (l.details ->> 'day')::date from audit_log l,
    lateral read_digest(l.store_id, (l.details ->> 'day')::date) d
  where l.action = 'reads_summed' and l.at >= from_day and (l.details ->> 'day')::date >= from_day
    and (l.details ->> 'day')::date > now() - interval '2 years'
    and (d.digest <> l.details ->> 'digest' or d.rows <> (l.details ->> 'rows')::int)
  order by 1, 2
$$;

-- Days whose rows are not those of their digest, and days without one. A day whose digest is not due yet has none.
create function auth.broken_reads() returns table (store_id int, day date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.store_id, c.day from auth.check_reads('-infinity') c
  union
  select h.store_id, h.day
  from (
    select distinct r.store_id, (r.hour at time zone 'UTC')::date as day from sensitive_read_hour r
    where r.hour > now() - interval '2 years'
  ) h
  where h.day < ((now() - interval '1 day') at time zone 'UTC')::date
    and not exists (select from audit_log l where l.store_id = h.store_id and l.action = 'reads_summed' and l.subject_type = 'store'
      and (l.details ->> 'day')::date = h.day)
  order by 1, 2
$$;
