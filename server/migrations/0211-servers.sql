-- Stores on several database servers: which server each store lies on, and what each database must not write (decision
-- 67). With one server only the first row of database_server has a meaning.

-- Read at home, which is server 1. Ten servers: ids of the tenth still have nine digits.
create table database_server (
  id smallint primary key check (id between 1 and 10),
  since timestamptz not null default clock_timestamp()
);
insert into database_server (id) values (1);
grant select, insert on database_server to ruam_auth;

-- At home: a store without a row lies there, too. `name` is shown while the store's server is away. The column has another
-- name than in tables of a store: the row stays when those of the store are removed or moved.
create table store_directory (
  store int primary key,
  server smallint not null default 1 references database_server,
  name text not null,
  state text not null default 'open' check (state in ('open', 'held', 'moved')),
  moving_to smallint references database_server,
  changed_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on store_directory to ruam_auth;

-- The owner of tables behind the wall sees none of their rows.
alter table store no force row level security;
insert into store_directory (store, name) select store_id, name from store;
alter table store force row level security;

-- Stores that this database must not write: held for the end of a move, moved away, or still arriving.
create table store_closed (
  store int primary key,
  state text not null check (state in ('held', 'moved', 'arriving')),
  since timestamptz not null default clock_timestamp()
);
grant select on store_closed to ruam_auth;

-- Begins to write in a store. The lock is shared by its writers: who closes the store waits for them, and whoever waits
-- for that sees it closed.
create function auth.write_in(of_store int) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  closed text;
begin
  perform pg_advisory_xact_lock_shared(44, of_store);
  select c.state into closed from store_closed c where c.store = of_store;
  if closed is not null then raise exception 'closed store' using errcode = 'RU002', detail = closed; end if;
end $$;

-- Stores of this database that are not open, for work that goes through all stores.
create function auth.closed_stores() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select store from store_closed $$;

-- The directory: stores that are not open at home.
create function auth.placed_stores() returns table (store int, server smallint, name text, state text, moving_to smallint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select d.store, d.server, d.name, d.state, d.moving_to from store_directory d
  where d.server <> 1 or d.state <> 'open' or d.moving_to is not null
$$;

-- People as another server keeps them: what their stores show and mail.
create function auth.people_to_copy(ids int[]) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'email', email, 'first_name', first_name, 'last_name', last_name,
    'language', language, 'era', era)), '[]')
  from users where id = any(ids)
$$;

-- Keeps copies of people that home sent. They have no password here, and nobody signs in here.
create function auth.receive_people(people jsonb) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into users as u (id, email, first_name, last_name, password_hash, language, era)
  overriding system value
  select id, email, first_name, last_name, '', language, era
  from jsonb_to_recordset(people)
    as p (id int, email text, first_name text, last_name text, language text, era text) order by id
  on conflict (id) do update set email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name,
    language = excluded.language, era = excluded.era, updated_at = clock_timestamp()
$$;

-- Ends all tokens of a store, whose people open it again on its new server.
create function auth.end_tokens_of(of_store int) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from access_token where store_id = of_store $$;

-- As before, and the new store is in the directory.
create or replace function auth.set_up(
  token bytea, unattended boolean, owner_email text, owner_first_name text, owner_last_name text, owner_password_hash text,
  store_name text, roles jsonb, dpa jsonb)
returns table (outcome text, user_id int, store_id int)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  new_user int;
  new_store int;
  owner_role int;
begin
  lock table setup_link in exclusive mode;
  if exists (select from users) then
    return query select 'done'::text, null::int, null::int;
    return;
  end if;
  delete from setup_link where token_hash = token;
  if not found and not unattended then
    return query select 'invalid'::text, null::int, null::int;
    return;
  end if;
  delete from setup_link;
  insert into users (email, first_name, last_name, password_hash)
  values (owner_email, owner_first_name, owner_last_name, owner_password_hash) returning id into new_user;
  insert into store (name) values (store_name) returning store.store_id into new_store;
  insert into store_directory (store, name) values (new_store, store_name);
  insert into role (store_id, name, preset, permissions)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions'))
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  select id into owner_role from role where role.store_id = new_store and name = 'owner';
  insert into store_member (store_id, user_id, role_id) values (new_store, new_user, owner_role);
  if dpa is not null then
    insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by)
    values (new_store, dpa ->> 'version', 'accepted', dpa -> 'consentee', dpa ->> 'document_hash', new_user);
  end if;
  insert into audit_log (store_id, user_id, action, subject_type, subject_id)
  values (new_store, new_user, 'set_up', 'store', new_store::text);
  return query select 'made'::text, new_user, new_store;
end $$;

create or replace function auth.make_store(person_id int, store_name text, roles jsonb, request text) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  new_store int;
begin
  if not exists (select from store_member m
    join role r on r.store_id = m.store_id and r.id = m.role_id and r.name = 'owner'
    join store s on s.store_id = m.store_id and s.deleted_at is null
    where m.user_id = person_id and m.removed_at is null) then
    return null;
  end if;
  insert into store (name) values (store_name) returning store.store_id into new_store;
  insert into store_directory (store, name) values (new_store, store_name);
  insert into role (store_id, name, preset, permissions)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions'))
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  insert into store_member (store_id, user_id, role_id)
  select new_store, person_id, id from role where role.store_id = new_store and role.name = 'owner';
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (new_store, person_id, 'store_made', 'store', new_store::text, request);
  return new_store;
end $$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proname in (
      'write_in', 'closed_stores', 'placed_stores', 'people_to_copy', 'receive_people', 'end_tokens_of')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
