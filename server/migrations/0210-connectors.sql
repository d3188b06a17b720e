-- Connectors: data sources of type openapi whose items have a shape of their own, which a mapping turns into rows.
create table connector (
  store_id int not null references store,
  data_source_id int not null,
  status text not null default 'active' check (status in ('active', 'inactive', 'error')),
  -- Reason of the status error.
  problem text check (problem in ('mapping_broken', 'items_failing')),
  problem_at timestamptz,
  -- Items that failed one after another.
  failing int not null default 0,
  -- Path of the array whose objects become an activity each.
  each_path text,
  -- JSON text of the newest example items, from which the mapping step guesses.
  examples text not null default '[]',
  -- Facts of the fields in the examples, by place. Frozen by a mapping, which reads dates by them.
  facts jsonb not null default '[]',
  fields_capped boolean not null default false,
  mapped_at timestamptz,
  -- Time up to which notices have told of dead letters.
  warned_at timestamptz not null default clock_timestamp(),
  last_item_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, data_source_id),
  foreign key (store_id, data_source_id) references data_source (store_id, id) on delete cascade,
  check ((status = 'error') = (problem is not null) and (problem is null) = (problem_at is null))
);
select wall('connector');

-- Fields of its items. Numbers are never used again: a mapping refers to them.
create table connector_field (
  store_id int not null references store,
  data_source_id int not null,
  no int not null,
  path text not null,
  kinds text[] not null,
  items bigint not null default 0,
  last_value text,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  -- It, or another kind of its values, came after the mapping was saved.
  changed boolean not null default false,
  primary key (store_id, data_source_id, no),
  foreign key (store_id, data_source_id) references connector (store_id, data_source_id) on delete cascade
);
create unique index connector_field_path on connector_field (store_id, data_source_id, path);
select wall('connector_field');

-- API tokens that may send to a connector.
create table connector_token (
  store_id int not null references store,
  data_source_id int not null,
  token_id int not null,
  primary key (store_id, token_id, data_source_id),
  foreign key (store_id, data_source_id) references connector (store_id, data_source_id) on delete cascade,
  foreign key (store_id, token_id) references credential (store_id, id) on delete cascade
);
create index connector_token_connector on connector_token (store_id, data_source_id);
select wall('connector_token');
grant select on connector_token to ruam_auth;
create policy auth on connector_token to ruam_auth using (true);

-- Requests and items by UTC hour of their arrival, kept 90 days.
create table connector_hour (
  store_id int not null references store,
  data_source_id int not null,
  hour timestamptz not null,
  requests int not null,
  items int not null,
  failed int not null,
  primary key (store_id, data_source_id, hour),
  foreign key (store_id, data_source_id) references connector (store_id, data_source_id) on delete cascade
);
create index connector_hour_hour on connector_hour (hour);
select wall('connector_hour');
grant select, delete on connector_hour to ruam_auth;
create policy auth on connector_hour to ruam_auth using (true);

-- Items that failed, kept 30 days: corrected by a mapping, they are replayed.
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
  primary key (store_id, id),
  foreign key (store_id, data_source_id) references connector (store_id, data_source_id) on delete cascade
);
create unique index dead_letter_item on dead_letter (store_id, receipt_id, item_index, coalesce(item_place, -1));
create index dead_letter_connector on dead_letter (store_id, data_source_id, id);
create index dead_letter_waiting on dead_letter (store_id, id) where replay_at is not null;
create index dead_letter_at on dead_letter (at);
select wall('dead_letter');
grant select, delete on dead_letter to ruam_auth;
create policy auth on dead_letter to ruam_auth using (true);

-- Receipts of connectors name the mapping that mapped their items, and what it left out.
alter table receipt drop constraint receipt_kind_check;
alter table receipt add constraint receipt_kind_check check (kind in ('profiles', 'activities', 'records'));
alter table receipt add column mapping_version int, add column unmapped jsonb, add column failed int;
-- Items of the last requests of a connector are kept with their answers.
alter table receipt add column payload text;
create index receipt_payload on receipt (store_id, data_source_id, id) where payload is not null;
create index receipt_of_connector on receipt (store_id, data_source_id, id) where kind = 'records';

create or replace function auth.stores_with_events() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select store_id from inbox union select store_id from receipt where done_at is null
  union select store_id from dead_letter where replay_at is not null
$$;

-- Deletes counts after 90 days, and dead letters after 30.
create function auth.purge_connectors() returns int
language sql security definer set search_path = public, pg_temp
as $$
  with counts as (delete from connector_hour where hour < now() - interval '90 days'),
  old as (
    select store_id, id from dead_letter where at < now() - interval '30 days' and replay_at is null limit 50000
  ), gone as (
    delete from dead_letter d using old where d.store_id = old.store_id and d.id = old.id returning 1
  )
  select count(*)::int from gone
$$;
revoke all on function auth.purge_connectors() from public;
alter function auth.purge_connectors() owner to ruam_auth;
grant execute on function auth.purge_connectors() to ruam_app;

-- Stores with a connector whose items have failed since its last notice, a day ago or longer.
create function auth.stores_with_dead_letters() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct c.store_id from connector c
  where c.warned_at < now() - interval '24 hours'
    and exists (select from dead_letter d where d.store_id = c.store_id and d.data_source_id = c.data_source_id and d.at > c.warned_at)
$$;
revoke all on function auth.stores_with_dead_letters() from public;
alter function auth.stores_with_dead_letters() owner to ruam_auth;
grant execute on function auth.stores_with_dead_letters() to ruam_app;
grant select on connector to ruam_auth;
create policy auth on connector to ruam_auth using (true);

-- As before, and what connectors open to the tokens that they name.
create or replace function auth.program(credential bytea, call text)
returns table (
  credential_id int, store_id int, kind text, scopes text[], refusal text, former boolean, dpa_status text,
  calls text[], fields int[], unmasked int[])
language plpgsql stable security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  c record;
begin
  select k.store_id, k.id, k.kind, k.scopes, k.status, k.expires_at, k.secret_hash <> credential as former
    into c
  from credential k join store s on s.store_id = k.store_id and s.deleted_at is null
  where k.secret_hash = credential or (k.previous_hash = credential and k.previous_until > now());
  if not found then return; end if;
  credential_id := c.id; store_id := c.store_id; kind := c.kind; scopes := c.scopes; former := c.former;
  refusal := case
    when c.status = 'revoked' then 'key_revoked'
    when c.status = 'inactive' then 'token_inactive'
    when c.expires_at <= now() then 'key_expired' end;
  dpa_status := agreement_status(c.store_id);
  calls := '{}'; fields := '{}'; unmasked := '{}';
  if c.kind = 'token' then
    select coalesce(array_agg(distinct x.call) filter (where x.call is not null), '{}'),
      coalesce(array_agg(distinct f.field) filter (where f.field is not null and x.call = program.call), '{}'),
      coalesce(array_agg(distinct f.field) filter (where f.field is not null and a.sensitive and x.call = program.call), '{}')
    into calls, fields, unmasked
    from open_api_token t
      join open_api a on a.store_id = t.store_id and a.id = t.open_api_id and a.status = 'active'
      left join lateral unnest(a.calls) as x (call) on true
      left join lateral unnest(a.field_ids) as f (field) on x.call = program.call
    where t.store_id = c.store_id and t.token_id = c.id;
    -- A connector that names the token opens its address, and the receipts of what is sent there.
    if exists (select from connector_token n where n.store_id = c.store_id and n.token_id = c.id) then
      calls := calls || array['POST /open-api/v1/connectors/{id}/records', 'GET /open-api/v1/receipts/{id}'];
    end if;
  end if;
  return next;
end $$;
