-- Profile fields that programs read and write (decision 62). A field without a row is closed, so a new field is closed everywhere.

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

-- The list of an API key, and the last uses of fields by keys and tokens. A token may do what open APIs say that name it.
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

-- Replaced by open_api_field; the previous version still writes it.
alter table open_api alter column field_ids set default '{}';

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

-- As before, with the fields that the credential may read and write in this call: those of the store's list, and of the key's own list or
-- of the open APIs that name the token. `fields` and `unmasked` are for the previous version.
drop function auth.confirm_program(bytea, text, int, text[]);
drop function auth.program(bytea, text);

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

-- As before, and notes the fields that each credential read and wrote.
create or replace function auth.note_uses(uses jsonb) returns void
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

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace
    and p.proname in ('program', 'confirm_program')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
