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
  primary key (store_id, id)
);
create unique index credential_name on credential (store_id, kind, name_key(name)) where status <> 'revoked';
create unique index credential_secret on credential (secret_hash);
create unique index credential_previous on credential (previous_hash) where previous_hash is not null;
create index credential_author on credential (store_id, created_by);
select wall('credential');
-- The id is part of the secret, so it is drawn before the row is written.
grant usage on sequence credential_id_seq to ruam_app;
grant select, update on credential to ruam_auth;
create policy auth on credential to ruam_auth using (true) with check (true);

-- Groups of calls and of the profile fields that they expose, for chosen tokens.
create table open_api (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  description text not null default '',
  -- Calls by method and address, as in 'GET /open-api/v1/profiles'.
  calls text[] not null,
  field_ids int[] not null,
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

-- Identifies a program and what it may do with one call. Returns nothing if the credential is unknown or of a deleted
-- store. `refusal` names the error if the credential is not valid any more.
create function auth.program(credential bytea, call text)
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
  end if;
  return next;
end $$;

-- Like auth.program, for statements that are sent before the caller is known. Raises unless the credential is this one,
-- its store is that of the context, and the credential may make the call; PostgreSQL then skips the statements after it.
create function auth.confirm_program(credential bytea, call text, expected int, any_of text[])
returns table (
  credential_id int, store_id int, kind text, scopes text[], refusal text, former boolean, dpa_status text,
  calls text[], fields int[], unmasked int[])
language plpgsql stable security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  select p.credential_id, p.store_id, p.kind, p.scopes, p.refusal, p.former, p.dpa_status, p.calls, p.fields, p.unmasked
    into credential_id, store_id, kind, scopes, refusal, former, dpa_status, calls, fields, unmasked
  from auth.program(credential, call) p;
  if credential_id is distinct from expected or store_id is distinct from current_store() or refusal is not null
    or dpa_status is distinct from 'found' or not (case kind when 'key' then scopes && any_of else call = any(calls) end)
  then
    raise exception 'not confirmed' using errcode = 'RU001';
  end if;
  return next;
end $$;

-- Adds counted requests, and notes the last use of each credential.
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
end $$;

-- Deletes old counts and budgets, and secrets whose overlap has ended.
create function auth.purge_credentials() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from credential_count where hour < now() - interval '90 days';
  delete from credential_budget where whole_at < now() - interval '1 hour';
  update credential set previous_hash = null where previous_hash is not null and previous_until < now();
$$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proname in (
      'spend_credentials', 'program', 'confirm_program', 'note_uses', 'purge_credentials')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
