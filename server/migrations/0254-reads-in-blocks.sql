-- Traces are summed up, digested and deleted in blocks, a transaction each, so that none holds its locks for long.

-- A digest of digests, of an hour and 10,000 customers each: the rows of a large day do not fit into one text.
create or replace function read_digest(of_store int, of_day date) returns table (rows int, digest text)
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

drop function auth.sum_reads();
grant update on sensitive_read_hour to ruam_auth;

-- Does one block of a store, a quarter of an hour after the end of an hour: moves traces of about `most` customers into rows by hour, or
-- writes the digest of a past day into the audit log. Returns false if nothing is left.
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

-- A day whose digest is not due yet has none.
create or replace function auth.broken_reads() returns table (store_id int, day date)
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

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'auth'::regnamespace and p.proname in ('sum_reads', 'purge_reads')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
