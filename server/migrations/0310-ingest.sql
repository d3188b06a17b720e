-- Ingest: events of channels and items of programs on their way to the profiles.

-- ---- Events ----------------------------------------------------------------------------------------------

-- Events waiting to be applied, in order of arrival. A row is deleted by the transaction that applies it.
create table inbox (
  store_id int not null references store,
  log_id bigint not null,
  -- The whole event: the log keeps no words of a chat, which a command or a linking word is read from.
  event jsonb not null,
  -- Waits for an import or undo to release the profiles.
  held boolean not null default false,
  tries int not null default 0,
  -- Events that could not be applied wait until then: five tries over an hour, then one a day.
  retry_at timestamptz,
  primary key (store_id, log_id)
);
select wall('inbox');
grant select, delete on inbox to ruam_auth;
create policy auth on inbox to ruam_auth using (true);

-- One ingester per store at a time: its batches lock this row.
create table ingester (
  store_id int primary key references store,
  updated_at timestamptz not null default clock_timestamp()
);
select wall('ingester');

-- Deletes events that no try could apply for 30 days.
create function auth.purge_set_aside() returns int
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select i.store_id, i.log_id from inbox i join online_log l on l.store_id = i.store_id and l.id = i.log_id
    where i.retry_at is not null and l.at < now() - interval '30 days' limit 50000
  ), gone as (
    delete from inbox i using old where i.store_id = old.store_id and i.log_id = old.log_id returning 1
  )
  select count(*)::int from gone
$$;

-- ---- Items -----------------------------------------------------------------------------------------------

-- A request of a program: its items while they wait, then their results for 30 days.
create table receipt (
  store_id int not null references store,
  id bigint generated always as identity,
  credential_id int not null,
  data_source_id int not null,
  kind text not null check (kind in ('profiles', 'activities', 'records')),
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
  -- Receipts of connectors name the mapping that mapped their items, and what it left out.
  mapping_version int,
  unmapped jsonb,
  failed int,
  -- Items of the last requests of a connector are kept with their answers.
  payload text,
  -- Profile fields that the sender could read and write when the request came.
  lists jsonb,
  -- Lineage of the sender when the request was stored.
  lineage int,
  primary key (store_id, id),
  foreign key (store_id, data_source_id) references data_source (store_id, id),
  check ((done_at is null) = (body is not null) and (done_at is null) = (results is null))
);
create unique index receipt_key on receipt (store_id, credential_id, idempotency_key) where idempotency_key is not null;
create index receipt_waiting on receipt (store_id, id) where done_at is null;
create index receipt_at on receipt (store_id, at);
create index receipt_payload on receipt (store_id, data_source_id, id) where payload is not null;
create index receipt_of_connector on receipt (store_id, data_source_id, id) where kind = 'records';
select wall('receipt');
grant select, update, delete on receipt to ruam_auth;
create policy auth on receipt to ruam_auth using (true);

-- Failed items of every sender, kept 30 days: corrected by a mapping, they are replayed.
create table dead_letter (
  store_id int not null references store,
  id int generated always as identity,
  data_source_id int not null,
  receipt_id bigint not null,
  item_index int not null,
  -- Place in the array of each_path.
  item_place int,
  -- The item as JSON text.
  item text not null,
  error text not null,
  path text,
  value text,
  -- Record of the run that refused it; null for items without a run.
  run bigint,
  record_no int,
  tries int not null default 1,
  first_at timestamptz not null default clock_timestamp(),
  at timestamptz not null default clock_timestamp(),
  -- Set while it waits for the ingester.
  replay_at timestamptz,
  -- True if the stored value of a sensitive field made the item fail: its letter is hidden from people who may not see
  -- such values.
  sensitive boolean not null default false,
  kind text not null default 'records' check (kind in ('profiles', 'activities', 'records')),
  primary key (store_id, id),
  foreign key (store_id, data_source_id) references data_source (store_id, id) on delete cascade
);
create unique index dead_letter_item on dead_letter (store_id, receipt_id, item_index, coalesce(item_place, -1));
create index dead_letter_connector on dead_letter (store_id, data_source_id, id);
create index dead_letter_waiting on dead_letter (store_id, id) where replay_at is not null;
create index dead_letter_at on dead_letter (at);
select wall('dead_letter');
grant select, delete on dead_letter to ruam_auth;
create policy auth on dead_letter to ruam_auth using (true);

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

-- ---- What waits ------------------------------------------------------------------------------------------

-- Stores in which something waits for the ingester: events, items, failed ones whose next try has come, and streams
-- whose data source was deleted.
create function auth.stores_with_events() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select store_id from inbox where retry_at is null or retry_at <= now()
  union select store_id from receipt where done_at is null
  union select store_id from dead_letter where replay_at <= now()
  union select r.store_id from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
    where r.kind = 'stream' and r.status = 'processing' and d.deleted_at is not null
$$;

-- Stores with a stream of an earlier day.
create function auth.stores_with_old_streams() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct store_id from run
  where kind = 'stream' and status = 'processing' and started_at < date_trunc('day', now(), 'UTC')
$$;
