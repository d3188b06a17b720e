-- Traces of reading: who was shown which sensitive values of whom. Written by the transaction that reads them; the ids of
-- an erased customer stay, without a name.
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

-- The same by customer, viewer, way and hour, for two years. Customer 0: values that were shown without their customers.
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

-- Rows of one UTC day: their number, and a hash over them in order.
create function read_digest(of_store int, of_day date) returns table (rows int, digest text)
language sql stable
as $$
  select count(*)::int, encode(sha256(convert_to(coalesce(string_agg(
      jsonb_build_array(profile_id, extract(epoch from hour), viewer, way, role, field_ids, reads)::text,
      '' order by profile_id, hour, viewer, way), ''), 'UTF8')), 'hex')
  from public.sensitive_read_hour
  where store_id = of_store and hour >= of_day::timestamp at time zone 'UTC'
    and hour < (of_day + 1)::timestamp at time zone 'UTC'
$$;

-- Moves the rows of past UTC days into rows by hour, a quarter of an hour after the day's end, and writes the digest of
-- each day into the audit log, whose seal covers it. Returns the number of days.
create function auth.sum_reads() returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  past timestamptz := date_trunc('day', now() - interval '15 minutes', 'UTC');
  one record;
  days int := 0;
begin
  -- One process at a time: the second one finds nothing left.
  perform pg_advisory_xact_lock(47, 1);
  for one in
    select distinct r.store_id, (r.at at time zone 'UTC')::date as day from sensitive_read r
    where r.at < past and r.store_id not in (select store from store_closed) order by 1, 2
  loop
    with gone as (
      delete from sensitive_read r where r.store_id = one.store_id
        and r.at >= one.day::timestamp at time zone 'UTC' and r.at < (one.day + 1)::timestamp at time zone 'UTC'
      returning r.*
    ), each as (
      select g.store_id, g.id as read_id, p.id as profile_id, date_trunc('hour', g.at, 'UTC') as hour, g.viewer, g.way, g.role,
        g.field_ids
      from gone g
        cross join lateral unnest(case when cardinality(g.profile_ids) = 0 then '{0}'::bigint[] else g.profile_ids end) p (id)
    )
    insert into sensitive_read_hour (store_id, profile_id, hour, viewer, way, role, field_ids, reads)
    select e.store_id, e.profile_id, e.hour, e.viewer, e.way, max(e.role),
      coalesce(array_agg(distinct f.id order by f.id) filter (where f.id is not null), '{}'), count(distinct e.read_id)::int
    from each e left join lateral unnest(e.field_ids) f (id) on true
    group by 1, 2, 3, 4, 5;
    insert into audit_log (store_id, action, subject_type, subject_id, details)
    select one.store_id, 'reads_summed', 'store', one.store_id::text,
      jsonb_build_object('day', one.day, 'rows', d.rows, 'digest', d.digest)
    from read_digest(one.store_id, one.day) d;
    days := days + 1;
  end loop;
  delete from sensitive_read_hour h where h.hour < now() - interval '2 years 2 days';
  return days;
end $$;

-- Days whose rows are not those of their digest.
create function auth.broken_reads() returns table (store_id int, day date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select l.store_id, (l.details ->> 'day')::date from audit_log l,
    lateral read_digest(l.store_id, (l.details ->> 'day')::date) d
  where l.action = 'reads_summed' and (l.details ->> 'day')::date > now() - interval '2 years'
    and (d.digest <> l.details ->> 'digest' or d.rows <> (l.details ->> 'rows')::int)
  union
  select h.store_id, (h.hour at time zone 'UTC')::date from sensitive_read_hour h
  where not exists (select from audit_log l where l.store_id = h.store_id and l.action = 'reads_summed'
    and (l.details ->> 'day')::date = (h.hour at time zone 'UTC')::date) and h.hour > now() - interval '2 years'
  order by 1, 2
$$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'auth'::regnamespace and p.proname in ('sum_reads', 'broken_reads')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
