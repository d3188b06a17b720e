-- Requests in a store and those answered with a server error, by UTC hour. Kept 30 days.
create table request_count (
  store_id int not null references store,
  hour timestamptz not null,
  requests int not null,
  errors int not null,
  primary key (store_id, hour)
);
create index request_count_hour on request_count (hour);
select wall('request_count');
grant select, insert, update, delete on request_count to ruam_auth;
create policy auth on request_count to ruam_auth using (true) with check (true);

-- Mails of a store that a mail server accepted, and those given up, by UTC hour. Kept 30 days.
create table mail_count (
  store_id int not null references store,
  hour timestamptz not null,
  sent int not null,
  failed int not null,
  sent_at timestamptz,
  primary key (store_id, hour)
);
create index mail_count_hour on mail_count (hour);
select wall('mail_count');
grant select, insert, update, delete on mail_count to ruam_auth;
create policy auth on mail_count to ruam_auth using (true) with check (true);

-- Versions of Ruam that worked on this database, with their first start.
create table ruam_version (
  version text primary key,
  since timestamptz not null default now()
);
grant select, insert on ruam_version to ruam_auth;

-- Adds counts to the present hour. Counts of stores that moved away are dropped.
create function auth.count_requests(stores int[], counts int[], failures int[]) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into request_count as c (store_id, hour, requests, errors)
  select u.store_id, date_trunc('hour', now(), 'UTC'), u.requests, u.errors
  from unnest(stores, counts, failures) u (store_id, requests, errors) join store s on s.store_id = u.store_id
  where u.store_id not in (select d.store from store_closed d where d.state <> 'held')
  order by 1
  on conflict (store_id, hour) do update set requests = c.requests + excluded.requests, errors = c.errors + excluded.errors
$$;

-- Adds a mail to the present hour.
create function auth.count_mail(of_store int, accepted boolean) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into mail_count as c (store_id, hour, sent, failed, sent_at)
  select s.store_id, date_trunc('hour', now(), 'UTC'), accepted::int, (not accepted)::int, case when accepted then now() end
  from store s where s.store_id = of_store
    and s.store_id not in (select d.store from store_closed d where d.state <> 'held')
  on conflict (store_id, hour) do update set
    sent = c.sent + excluded.sent, failed = c.failed + excluded.failed, sent_at = coalesce(excluded.sent_at, c.sent_at)
$$;

-- Returns the first start of a version, and notes it.
create function auth.version_since(installed text) returns timestamptz
language sql security definer set search_path = public, pg_temp
as $$
  insert into ruam_version (version) values (installed) on conflict do nothing;
  select since from ruam_version where version = installed
$$;

create function auth.purge_counts() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from request_count where hour < now() - interval '30 days';
  delete from mail_count where hour < now() - interval '30 days';
$$;

alter function auth.count_requests(int[], int[], int[]) owner to ruam_auth;
alter function auth.count_mail(int, boolean) owner to ruam_auth;
alter function auth.version_since(text) owner to ruam_auth;
alter function auth.purge_counts() owner to ruam_auth;
revoke all on function auth.count_requests(int[], int[], int[]), auth.count_mail(int, boolean),
  auth.version_since(text), auth.purge_counts() from public;
grant execute on function auth.count_requests(int[], int[], int[]), auth.count_mail(int, boolean),
  auth.version_since(text), auth.purge_counts() to ruam_app;
