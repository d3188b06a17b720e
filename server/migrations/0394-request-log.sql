-- Requests of programs, kept 30 days. Bodies of requests alone, sealed with the server's key: no answer of a read, and no credential.
create table program_request (
  store_id int not null references store,
  id bigint generated always as identity,
  credential_id int not null,
  at timestamptz not null,
  -- Method and address, as in 'POST /open-api/v1/profiles'.
  call text not null,
  status smallint not null,
  -- Name of the error that it was answered with.
  error text,
  -- Items that it sent, or rows that it read.
  items int,
  failed int,
  duration_ms int not null,
  request_id text not null,
  address text not null,
  -- Results of its items.
  receipt_id bigint,
  -- Customer whom its address names.
  profile_id bigint,
  -- JSON text, up to 64 kB.
  body bytea,
  body_bytes int not null default 0,
  primary key (store_id, id)
);
create index program_request_credential on program_request (store_id, credential_id, id);
create index program_request_receipt on program_request (store_id, receipt_id) where receipt_id is not null;
create index program_request_profile on program_request (store_id, profile_id) where profile_id is not null;
create index program_request_at on program_request using brin (at);
select wall('program_request');
grant select, insert, delete on program_request to ruam_auth;
create policy auth on program_request to ruam_auth using (true) with check (true);

-- Writes requests of all stores of a database server.
create function auth.log_requests(requests jsonb, bodies bytea[]) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into program_request (store_id, credential_id, at, call, status, error, items, failed, duration_ms, request_id, address,
    receipt_id, profile_id, body, body_bytes)
  select r.store, r.program, r.at, r.call, r.status, r.error, r.items, r.failed, r.ms, r.request, r.address,
    r.receipt, r.profile,
    -- What was written after its answer may have been about an erased person.
    case when r.status <> 202 or not exists (select from receipt c where c.store_id = r.store and c.id = r.receipt
      and c.results @> '[{"error": "erased_person"}]') then bodies[r.body] end,
    coalesce(r.bytes, 0)
  from jsonb_to_recordset(requests) r (store int, program int, at timestamptz, call text, status smallint, error text, items int,
    failed int, ms int, request text, address text, receipt bigint, profile bigint, body int, bytes int)
  join store s on s.store_id = r.store and s.deleted_at is null
  order by r.at
$$;

-- Deletes requests after 30 days.
create function auth.purge_requests() returns int
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select store_id, id from program_request where at < now() - interval '30 days' limit 50000
  ), gone as (
    delete from program_request r using old where r.store_id = old.store_id and r.id = old.id returning 1
  )
  select count(*)::int from gone
$$;

-- step: rows of the day's stream that a request has become
alter table receipt add column run bigint, add column first_row int, add column last_row int;
-- background: finds the request of a record
create index concurrently if not exists receipt_rows on receipt (store_id, run, first_row) where run is not null;
