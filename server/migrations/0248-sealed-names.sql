-- Names of the audit log are inside its seals, and the application may only redact them.
alter table audit_name
  add column salt uuid,
  -- SHA-256 of salt and name. It stays when an erasure redacts the name, whose salt goes: the name cannot be guessed from it.
  add column seal text,
  add column redacted_at timestamptz;

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

update audit_name set salt = gen_random_uuid();
update audit_name set seal = encode(sha256(convert_to(salt::text || name, 'UTF8')), 'hex');
alter table audit_name alter column seal set not null;
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
revoke update, delete on audit_name from ruam_app;
grant update (name) on audit_name to ruam_app;
create index audit_name_since on audit_name (store_id, since);
create policy auth on audit_name to ruam_auth using (true);
grant select on audit_name to ruam_auth;

-- Hashes of an hour's rows and of its names. Null in seals of earlier versions, whose hash is over the rows alone. They stay
-- when the rows go, so that the chain can be recomputed.
alter table audit_seal add column rows_hash text, add column names_hash text;

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

create or replace function auth.seal_audit() returns int
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

-- Hours from a time on whose rows or names differ from their seal, whose seal does not follow the previous one, or that have
-- rows without a seal. A purged hour must have no rows, and only hours older than two years may be purged.
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

create or replace function auth.broken_seals() returns table (store_id int, hour timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$ select * from auth.check_seals('-infinity') $$;

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

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'auth'::regnamespace and p.proname in ('check_seals', 'check_reads')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
