-- Open API: credentials of programs, what they may read and write, connectors, and SQL logins.

-- ---- Credentials -----------------------------------------------------------------------------------------

-- Credentials of programs: API keys of the store's own developers, and API tokens, each for one vendor.
create table credential (
  store_id int not null references store,
  id int generated always as identity,
  kind text not null check (kind in ('key', 'token')),
  name text not null,
  description text not null default '',
  -- Of a key. A token may do what open APIs say that name it.
  scopes text[] not null default '{}',
  -- SHA-256 of the whole credential, which is shown once and stored nowhere.
  secret_hash bytea not null,
  secret_end text not null,
  -- The secret before the last rotation, valid for an overlap.
  previous_hash bytea,
  previous_until timestamptz,
  previous_used_at timestamptz,
  status text not null default 'active' check (status in ('active', 'inactive', 'revoked')),
  expires_at timestamptz not null,
  -- The end that the store was warned of.
  warned_for timestamptz,
  last_used_at timestamptz,
  last_address text,
  revoked_at timestamptz,
  revoked_by int references users,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- A reference belongs to its source: a credential through all its rotations and successors, or a connector. The first
  -- credential of a line of successors; null: the credential itself.
  lineage int,
  -- Who saw the secret of the last rotation. The first one was seen by the author.
  rotated_by int references users,
  primary key (store_id, id)
);
create unique index credential_name on credential (store_id, kind, name_key(name)) where status <> 'revoked';
create unique index credential_secret on credential (secret_hash);
create unique index credential_previous on credential (previous_hash) where previous_hash is not null;
create index credential_author on credential (store_id, created_by);
create index credential_rotated_by on credential (store_id, rotated_by) where rotated_by is not null;
select wall('credential');
grant select, update on credential to ruam_auth;
create policy auth on credential to ruam_auth using (true) with check (true);
-- The id is part of the secret, so it is drawn before the row is written.
grant usage on sequence credential_id_seq to ruam_app;

-- Requests per credential and UTC hour, kept 90 days.
create table credential_count (
  store_id int not null references store,
  credential_id int not null,
  hour timestamptz not null,
  requests int not null,
  -- Those of them that were answered with a 4xx or 5xx.
  refused int not null,
  primary key (store_id, credential_id, hour),
  foreign key (store_id, credential_id) references credential (store_id, id) on delete cascade
);
create index credential_count_hour on credential_count (hour);
select wall('credential_count');
grant select, insert, update, delete on credential_count to ruam_auth;
create policy auth on credential_count to ruam_auth using (true) with check (true);

-- Call limits of credentials, like call_budget for people. Worthless after a crash, hence unlogged.
create unlogged table credential_budget (
  credential_id int not null,
  budget text not null,
  -- Time at which the budget is full again.
  whole_at timestamptz not null,
  primary key (credential_id, budget)
);
grant select, insert, update, delete on credential_budget to ruam_auth;

-- Adds spent call budgets in milliseconds. Returns how far each credential is ahead of its budget.
create function auth.spend_credentials(credentials int[], budgets text[], spent_ms int[])
returns table (credential_id int, budget text, ahead_ms int)
language sql security definer set search_path = public, pg_temp
as $$
  insert into credential_budget as b (credential_id, budget, whole_at)
  select s.credential, s.budget, now() + s.ms * interval '1 millisecond'
  from unnest(credentials, budgets, spent_ms) as s (credential, budget, ms)
  -- One lock order for all processes.
  order by s.credential, s.budget
  on conflict on constraint credential_budget_pkey do update
    set whole_at = greatest(b.whole_at, now()) + (excluded.whole_at - now())
  returning b.credential_id, b.budget, (extract(epoch from b.whole_at - now()) * 1000)::int
$$;

-- Stores with an active credential that ends within so many days and of whose end they were not warned.
create function auth.stores_with_ending_credentials(days int) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct c.store_id from credential c join store s on s.store_id = c.store_id and s.deleted_at is null
  where c.status = 'active' and c.expires_at > now() and c.expires_at <= now() + make_interval(days => days)
    and c.warned_for is distinct from c.expires_at
$$;

-- ---- Open APIs -------------------------------------------------------------------------------------------

-- Groups of calls and of the profile fields that they expose, for chosen tokens.
create table open_api (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  description text not null default '',
  -- Calls by method and address, as in 'GET /open-api/v1/profiles'.
  calls text[] not null,
  -- Not read any more: open_api_field took its place.
  field_ids int[] not null default '{}',
  -- True if sensitive values of these fields are not masked.
  sensitive boolean not null default false,
  status text not null default 'active' check (status in ('active', 'inactive', 'error')),
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index open_api_name on open_api (store_id, name_key(name));
select wall('open_api');
grant select on open_api to ruam_auth;
create policy auth on open_api to ruam_auth using (true);

create table open_api_token (
  store_id int not null references store,
  token_id int not null,
  open_api_id int not null,
  primary key (store_id, token_id, open_api_id),
  foreign key (store_id, token_id) references credential (store_id, id) on delete cascade,
  foreign key (store_id, open_api_id) references open_api (store_id, id) on delete cascade
);
create index open_api_token_api on open_api_token (store_id, open_api_id);
select wall('open_api_token');
grant select on open_api_token to ruam_auth;
create policy auth on open_api_token to ruam_auth using (true);

-- ---- Fields that programs read and write (decision 62) ---------------------------------------------------

-- A field without a row is closed, so a new field is closed everywhere.

-- The store's list: no key, token or SQL login gets past it.
create table profile_api_field (
  store_id int not null references store,
  field_id int not null,
  reads boolean not null default false,
  writes boolean not null default false,
  primary key (store_id, field_id)
);
select wall('profile_api_field');
grant select, insert on profile_api_field to ruam_auth;
create policy auth on profile_api_field to ruam_auth using (true) with check (true);

-- The list of an API key, and the last uses of fields by keys and tokens. A token may do what open APIs say that
-- name it.
create table credential_field (
  store_id int not null references store,
  credential_id int not null,
  field_id int not null,
  reads boolean not null default false,
  -- fill: only where the profile has no value.
  writes text check (writes in ('fill', 'overwrite')),
  last_read_at timestamptz,
  last_written_at timestamptz,
  primary key (store_id, credential_id, field_id),
  foreign key (store_id, credential_id) references credential (store_id, id) on delete cascade
);
select wall('credential_field');
grant select, insert, update on credential_field to ruam_auth;
create policy auth on credential_field to ruam_auth using (true) with check (true);

-- The list of an open API, for its calls.
create table open_api_field (
  store_id int not null references store,
  open_api_id int not null,
  field_id int not null,
  reads boolean not null default false,
  writes text check (writes in ('fill', 'overwrite')),
  primary key (store_id, open_api_id, field_id),
  foreign key (store_id, open_api_id) references open_api (store_id, id) on delete cascade
);
select wall('open_api_field');
grant select on open_api_field to ruam_auth;
create policy auth on open_api_field for select to ruam_auth using (true);

-- Opens the system fields of a new store that are not sensitive (contract/platform/system-fields.ts).
create function open_system_fields(of_store int) returns void
language sql set search_path = public, pg_temp
as $$
  insert into profile_api_field (store_id, field_id, reads, writes)
  select of_store, id, true, true from generate_series(1, 23) id where id not in (10, 19)
$$;

create function open_system_fields() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  perform open_system_fields(new.store_id);
  return null;
end $$;

-- Stores are made by functions of schema auth. The owner only copies and restores them, with their lists.
create trigger open_system_fields after insert on store for each row
  when (current_user = 'ruam_auth') execute function open_system_fields();

-- ---- Connectors ------------------------------------------------------------------------------------------

-- Data sources of type openapi whose items have a shape of their own, which a mapping turns into rows.
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
grant select on connector to ruam_auth;
create policy auth on connector to ruam_auth using (true);

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
  -- Requests that were refused.
  refused int not null default 0,
  primary key (store_id, data_source_id, hour),
  foreign key (store_id, data_source_id) references connector (store_id, data_source_id) on delete cascade
);
create index connector_hour_hour on connector_hour (hour);
select wall('connector_hour');
grant select, delete on connector_hour to ruam_auth;
create policy auth on connector_hour to ruam_auth using (true);

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

-- Stores with a connector whose items have failed since its last notice, a day ago or longer.
create function auth.stores_with_dead_letters() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct c.store_id from connector c
  where c.warned_at < now() - interval '24 hours'
    and exists (select from dead_letter d where d.store_id = c.store_id and d.data_source_id = c.data_source_id and d.at > c.warned_at)
$$;

-- ---- Calls of programs -----------------------------------------------------------------------------------

-- Identifies a program, what it may do with one call, and the fields that it may read and write in it: those of the
-- store's list, and of the key's own list or of the open APIs that name the token. Returns nothing if the credential
-- is unknown or of a deleted store. `refusal` names the error if the credential is not valid any more. `fields` and
-- `unmasked` are not read any more.
create function auth.program(credential bytea, call text)
returns table (
  credential_id int, store_id int, kind text, scopes text[], refusal text, former boolean, dpa_status text,
  calls text[], fields int[], unmasked int[], reads int[], fills int[], overwrites int[])
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
  calls := '{}';
  if c.kind = 'token' then
    select coalesce(array_agg(distinct x.call), '{}') into calls
    from open_api_token t
      join open_api a on a.store_id = t.store_id and a.id = t.open_api_id and a.status = 'active'
      cross join lateral unnest(a.calls) as x (call)
    where t.store_id = c.store_id and t.token_id = c.id;
    -- A connector that names the token opens its address, and the receipts of what is sent there.
    if exists (select from connector_token n where n.store_id = c.store_id and n.token_id = c.id) then
      calls := calls || array['POST /open-api/v1/connectors/{id}/records', 'GET /open-api/v1/receipts/{id}'];
    end if;
  end if;
  select coalesce(array_agg(o.field_id) filter (where o.reads), '{}'),
    coalesce(array_agg(o.field_id) filter (where o.fills and not o.overwrites), '{}'),
    coalesce(array_agg(o.field_id) filter (where o.overwrites), '{}')
  into reads, fills, overwrites
  from (
    select p.field_id, bool_or(p.reads and l.reads) as reads,
      bool_or(p.writes and l.writes is not distinct from 'fill') as fills,
      bool_or(p.writes and l.writes is not distinct from 'overwrite') as overwrites
    from (
      select f.field_id, f.reads, f.writes from credential_field f
      where c.kind = 'key' and f.store_id = c.store_id and f.credential_id = c.id
      union all
      select f.field_id, f.reads, f.writes
      from open_api_token t
        join open_api a on a.store_id = t.store_id and a.id = t.open_api_id and a.status = 'active' and program.call = any(a.calls)
        join open_api_field f on f.store_id = a.store_id and f.open_api_id = a.id
      where c.kind = 'token' and t.store_id = c.store_id and t.token_id = c.id) l
      join profile_api_field p on p.store_id = c.store_id and p.field_id = l.field_id
    group by p.field_id) o;
  fields := case c.kind when 'token' then reads else '{}' end;
  unmasked := fields;
  return next;
end $$;

-- Like auth.program, for statements that are sent before the caller is known. Raises unless the credential is this
-- one, its store is that of the context, and the credential may make the call; PostgreSQL then skips the statements
-- after it.
create function auth.confirm_program(credential bytea, call text, expected int, any_of text[])
returns table (
  credential_id int, store_id int, kind text, scopes text[], refusal text, former boolean, dpa_status text,
  calls text[], fields int[], unmasked int[], reads int[], fills int[], overwrites int[])
language plpgsql stable security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  select p.credential_id, p.store_id, p.kind, p.scopes, p.refusal, p.former, p.dpa_status, p.calls, p.fields, p.unmasked,
      p.reads, p.fills, p.overwrites
    into credential_id, store_id, kind, scopes, refusal, former, dpa_status, calls, fields, unmasked, reads, fills, overwrites
  from auth.program(credential, call) p;
  if credential_id is distinct from expected or store_id is distinct from current_store() or refusal is not null
    or dpa_status is distinct from 'found' or not (case kind when 'key' then scopes && any_of else call = any(calls) end)
  then
    raise exception 'not confirmed' using errcode = 'RU001';
  end if;
  return next;
end $$;

-- Adds counted requests, and notes the last use of each credential and the fields that it read and wrote.
create function auth.note_uses(uses jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- One lock order for all processes, and for those who delete a credential.
  perform from credential c
  where (c.store_id, c.id) in (select (u ->> 'storeId')::int, (u ->> 'id')::int from jsonb_array_elements(uses) u)
  order by c.store_id, c.id for no key update;
  update credential c set
    last_used_at = clock_timestamp(),
    last_address = used.address,
    previous_used_at = case when used.former then clock_timestamp() else c.previous_used_at end
  from (
    select (u ->> 'storeId')::int as store_id, (u ->> 'id')::int as id, max(u ->> 'address') as address,
      bool_or((u ->> 'former')::boolean) as former
    from jsonb_array_elements(uses) u group by 1, 2) used
  where c.store_id = used.store_id and c.id = used.id;
  insert into credential_count as n (store_id, credential_id, hour, requests, refused)
  select c.store_id, c.id, (u ->> 'hour')::timestamptz, sum((u ->> 'requests')::int), sum((u ->> 'refused')::int)
  from jsonb_array_elements(uses) u
    join credential c on c.store_id = (u ->> 'storeId')::int and c.id = (u ->> 'id')::int
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (store_id, credential_id, hour)
    do update set requests = n.requests + excluded.requests, refused = n.refused + excluded.refused;
  insert into credential_field as f (store_id, credential_id, field_id, last_read_at, last_written_at)
  select c.store_id, c.id, x.field_id, case when bool_or(x.reads) then clock_timestamp() end,
    case when bool_or(not x.reads) then clock_timestamp() end
  from jsonb_array_elements(uses) u
    join credential c on c.store_id = (u ->> 'storeId')::int and c.id = (u ->> 'id')::int
    cross join lateral (
      select field::int as field_id, true as reads from jsonb_array_elements_text(coalesce(u -> 'reads', '[]')) field
      union all select field::int, false from jsonb_array_elements_text(coalesce(u -> 'writes', '[]')) field) x
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (store_id, credential_id, field_id) do update set
    last_read_at = coalesce(excluded.last_read_at, f.last_read_at),
    last_written_at = coalesce(excluded.last_written_at, f.last_written_at);
end $$;

-- Deletes old counts, budgets and touches of profiles, and secrets whose overlap has ended.
create function auth.purge_credentials() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from credential_count where hour < now() - interval '90 days';
  delete from credential_budget where whole_at < now() - interval '1 hour';
  update credential set previous_hash = null where previous_hash is not null and previous_until < now();
  delete from profile_touch where at < now() - interval '90 days';
$$;

-- Store of this server to which something leads that names no store: a credential, a webhook's address, an invitation's
-- token or a public file.
create function auth.store_of(what text, key bytea) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select k.store_id from credential k
  where what = 'credential' and (k.secret_hash = key or (k.previous_hash = key and k.previous_until > now()))
  union all select c.store_id from channel c where what = 'webhook' and c.webhook_hash = key
  union all select i.store_id from invitation i where what = 'invitation' and i.token_hash = key
  union all select m.store_id from media m where what = 'media' and m.name = encode(key, 'escape')
  limit 1
$$;

-- ---- SQL logins (decision 62) ----------------------------------------------------------------------------

-- Not read any more: profile_api_field took its place.
create table profile_api (
  store_id int primary key references store,
  -- Fields without sensitive values that no API key and no SQL login reads.
  hidden_field_ids int[] not null default '{}',
  -- Sensitive fields that the SQL login reads.
  opened_field_ids int[] not null default '{}',
  updated_at timestamptz not null default clock_timestamp()
);
select wall('profile_api');

-- The login that a store wants. The owner of the database makes its role and its views from this row, and removes
-- them without it.
create table sql_login (
  store_id int primary key references store,
  -- Name of the role and of the schema with its views. The store's id is part of it, which login_store() reads.
  role_name text not null,
  -- SCRAM-SHA-256 verifier of the password, which is shown once and stored nowhere.
  verifier text not null check (verifier ~ '^SCRAM-SHA-256\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$'),
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  password_at timestamptz not null default clock_timestamp(),
  -- True once the role has this password.
  password_set boolean not null default false,
  -- Version of the store's names of which the views were made; null before the first time.
  views_version bigint,
  failure text check (failure in ('unsafe', 'failed')),
  -- Fields with sensitive values in the views of the login.
  sensitive_field_ids int[] not null default '{}',
  constraint sql_login_role_name check (role_name ~ ('^ruam_sql_' || store_id::text || '_[a-z0-9]{10}$'))
);
select wall('sql_login');
-- The owner is a member of ruam_auth, and so sees the logins of all stores.
grant select, update, delete on sql_login to ruam_auth;
create policy auth on sql_login to ruam_auth using (true) with check (true);

-- Sessions of SQL logins, in place of traces of what they read.
create table sql_session (
  store_id int not null,
  id bigint generated always as identity,
  role_name text not null,
  pid int not null,
  began_at timestamptz not null,
  -- The last time that it was seen; the end of a session that is over.
  seen_at timestamptz not null,
  ended_at timestamptz,
  address text,
  -- Fields with sensitive values that the views showed.
  field_ids int[] not null,
  primary key (store_id, id)
);
create unique index sql_session_process on sql_session (store_id, role_name, pid, began_at);
create index sql_session_open on sql_session (store_id) where ended_at is null;
select wall('sql_session');
revoke insert, update, delete on sql_session from ruam_app;
-- The owner is a member of ruam_auth, and so writes for all stores.
create policy auth on sql_session to ruam_auth using (true) with check (true);
grant select, insert, update on sql_session to ruam_auth;

-- ---- Older API -------------------------------------------------------------------------------------------

-- Calls of the older API per caller and day (UTC).
create table older_usage (
  store_id int not null references store,
  day date not null,
  user_id int not null references users,
  -- Method and path of the contract.
  call text not null,
  calls int not null,
  primary key (store_id, day, user_id, call)
);
select wall('older_usage');
