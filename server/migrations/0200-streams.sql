-- What programs send becomes rows of a run without a file: one for each connector and UTC day, which grows until it ends.
alter table run alter column file_id drop not null;
alter table run drop constraint run_kind_check;
alter table run add constraint run_kind_check check (kind in ('dry', 'real', 'stream'));
alter table run add constraint run_file_of_kind check ((kind = 'stream') = (file_id is null));
create unique index run_one_stream on run (store_id, data_source_id) where kind = 'stream' and status in ('pending', 'processing');

-- When an item of a stream was written; rows of files have the time of their run.
alter table run_record add column at timestamptz;

-- The connector of a store that takes our own field names. No list shows it.
alter table data_source add column built_in boolean not null default false;
drop index data_source_name;
create unique index data_source_name on data_source (store_id, name_key(name)) where deleted_at is null and not built_in;
create unique index data_source_built_in on data_source (store_id) where built_in;

-- The number by which its sender tells an activity apart, such as that of a receipt, and the data source that sent it.
alter table activity add column reference text, add column data_source_id int;
create unique index activity_reference on activity (store_id, data_source_id, type_id, reference) where reference is not null;

-- A request of a program: its items while they wait, then their results for 30 days.
create table receipt (
  store_id int not null references store,
  id bigint generated always as identity,
  credential_id int not null,
  data_source_id int not null,
  kind text not null check (kind in ('profiles', 'activities')),
  items int not null,
  -- The items as JSON text, as they were sent. Null once they are done.
  body text,
  -- Kept for 24 hours, with the hash of the call and its body.
  idempotency_key text,
  body_hash bytea,
  at timestamptz not null default clock_timestamp(),
  -- The sender was told to look again: repeating the request is answered at once.
  told boolean not null default false,
  done_at timestamptz,
  results jsonb,
  primary key (store_id, id),
  foreign key (store_id, data_source_id) references data_source (store_id, id),
  check ((done_at is null) = (body is not null) and (done_at is null) = (results is null))
);
create unique index receipt_key on receipt (store_id, credential_id, idempotency_key) where idempotency_key is not null;
create index receipt_waiting on receipt (store_id, id) where done_at is null;
create index receipt_at on receipt (store_id, at);
select wall('receipt');
grant select, update, delete on receipt to ruam_auth;
create policy auth on receipt to ruam_auth using (true);

-- Stores in which something waits for the ingester.
create or replace function auth.stores_with_events() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select store_id from inbox union select store_id from receipt where done_at is null $$;

-- Stores with a stream of an earlier day.
create function auth.stores_with_old_streams() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct store_id from run
  where kind = 'stream' and status = 'processing' and started_at < date_trunc('day', now(), 'UTC')
$$;

-- Forgets keys of requests after 24 hours, and receipts after 30 days.
create function auth.purge_receipts() returns int
language sql security definer set search_path = public, pg_temp
as $$
  with forgotten as (
    update receipt set idempotency_key = null, body_hash = null
    where idempotency_key is not null and done_at is not null and at < now() - interval '24 hours'
  ), old as (
    select store_id, id from receipt where at < now() - interval '30 days' and done_at is not null
      and idempotency_key is null limit 50000
  ), gone as (
    delete from receipt r using old where r.store_id = old.store_id and r.id = old.id returning 1
  )
  select count(*)::int from gone
$$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proname in (
      'stores_with_old_streams', 'purge_receipts')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
