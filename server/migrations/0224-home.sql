-- Home and the other database servers: people who have stores elsewhere, and the news that those servers get of them.

-- At home: stores on other servers of a person. Rows of those who left stay; each server knows its members.
create table person_store (
  person int not null references users,
  store int not null,
  primary key (person, store)
);
create index person_store_of_store on person_store (store);
grant select, insert, delete on person_store to ruam_auth;

-- At home, until the server has it: a changed name, an ended session, an act for the audit logs of a person's stores.
create table server_news (
  id bigint generated always as identity primary key,
  server smallint not null references database_server,
  kind text not null check (kind in ('person', 'session', 'note')),
  person int not null,
  what jsonb not null default '{}'
);
create index server_news_of_server on server_news (server, id);
-- Updating: for the lock of those who take them.
grant select, insert, update, delete on server_news to ruam_auth;

-- At the server: news that came, so that none counts twice.
create table received_news (
  id bigint primary key,
  at timestamptz not null default clock_timestamp()
);
grant select, insert, delete on received_news to ruam_auth;

-- Servers on which a person has stores, with the names of these as home knows them.
create function auth.places_of(person_id int) returns table (store int, server smallint, name text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.store, d.server, d.name from person_store p join store_directory d on d.store = p.store
  where p.person = person_id and d.server <> 1 order by d.name, p.store
$$;

-- Writes an act about a person's account into the audit log of each of their stores, and tells it to other servers.
create or replace function auth.note(person_id int, what text, request text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  select m.store_id, person_id, what, 'user', person_id::text, request
  from store_member m where m.user_id = person_id and m.removed_at is null;
  insert into server_news (server, kind, person, what)
  select distinct d.server, 'note', person_id, jsonb_build_object('what', note.what, 'request', request,
    'address', current_setting('ruam.address', true), 'device', current_setting('ruam.device', true))
  from auth.places_of(person_id) d
$$;

-- Tells the servers on which a person has stores that something of the person changed. Arguments: the kind, and the
-- column of the person.
create function auth.tell_servers() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into server_news (server, kind, person, what)
  select distinct d.server, tg_argv[0], about.person, case tg_argv[0] when 'session' then jsonb_build_object('session', new.id) else '{}' end
  from (select (to_jsonb(new) ->> tg_argv[1])::int as person) about, auth.places_of(about.person) d;
  return null;
end $$;
create trigger tell_servers after update on users for each row
  when ((old.first_name, old.last_name, old.language, old.era, old.email)
    is distinct from (new.first_name, new.last_name, new.language, new.era, new.email))
  execute function auth.tell_servers('person', 'id');
create trigger tell_servers after update on user_session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function auth.tell_servers('session', 'user_id');

-- Takes news for a server, oldest first. Whoever takes them brings them before the transaction ends.
create function auth.take_news(to_server smallint, most int)
returns table (id bigint, kind text, person int, what jsonb)
language sql security definer set search_path = public, pg_temp
as $$
  with next as materialized (
    select n.id from server_news n where n.server = to_server order by n.id limit most for update skip locked
  )
  delete from server_news n using next where n.id = next.id returning n.id, n.kind, n.person, n.what
$$;

-- Servers for which there is news.
create function auth.servers_to_tell() returns setof smallint
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct server from server_news $$;

-- Takes news from home, each once. `people`: the persons among them, as they are now.
create function auth.receive_news(news jsonb, people jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  n record;
begin
  perform auth.receive_people(people);
  for n in
    select x.* from jsonb_to_recordset(news) as x (id bigint, kind text, person int, what jsonb) order by x.id
  loop
    insert into received_news (id) values (n.id) on conflict do nothing;
    if not found then continue; end if;
    if n.kind = 'session' then
      update user_session set revoked_at = now() where id = (n.what ->> 'session')::bigint and revoked_at is null;
    elsif n.kind = 'note' then
      perform set_config('ruam.address', coalesce(n.what ->> 'address', ''), true),
        set_config('ruam.device', coalesce(n.what ->> 'device', ''), true);
      perform auth.note(n.person, n.what ->> 'what', n.what ->> 'request');
    end if;
  end loop;
  delete from received_news where at < now() - interval '7 days';
end $$;

-- End of a session that is on, held until the transaction ends: its revocation waits, and is told after the copy.
create function auth.session_to_copy(session bigint) returns timestamptz
language sql security definer set search_path = public, pg_temp
as $$ select expires_at from user_session where id = session and revoked_at is null for share $$;

-- Copies a session of home, for the tokens of stores that come with it. No cookie refreshes it here.
create function auth.receive_session(session bigint, person_id int, until timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into user_session (id, user_id, refresh_hash, expires_at) overriding system value
  values (session, person_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), until)
  on conflict (id) do nothing
$$;

-- Writes down at home that a person has a store on another server.
create function auth.place_person(person_id int, of_store int) returns void
language sql security definer set search_path = public, pg_temp
as $$ insert into person_store (person, store) values (person_id, of_store) on conflict do nothing $$;

-- Writes a server down at home, so that stores can lie on it.
create function auth.name_server(server smallint) returns void
language sql security definer set search_path = public, pg_temp
as $$ insert into database_server (id) values (server) on conflict do nothing $$;

-- The server with the fewest stores, of some.
create function auth.emptiest_server(among smallint[]) returns smallint
language sql stable security definer set search_path = public, pg_temp
as $$
  select s from unnest(among) s
  order by (select count(*) from store_directory d where d.server = s or d.moving_to = s), s limit 1
$$;

-- Numbers a store that another server will have, and writes down where it lies and whose it is.
create function auth.place_store(person_id int, on_server smallint, store_name text) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  new_store int := nextval(pg_get_serial_sequence('public.store', 'store_id'));
begin
  insert into store_directory (store, server, name) values (new_store, on_server, store_name);
  insert into person_store (person, store) values (person_id, new_store);
  return new_store;
end $$;

-- Forgets where a store lies, which is gone.
create function auth.forget_store(gone_store int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from person_store where store = gone_store;
  delete from store_directory where store = gone_store
$$;

-- Keeps the name of a store at home, for the time in which its server is away.
create function auth.name_store(of_store int, store_name text) returns void
language sql security definer set search_path = public, pg_temp
as $$ update store_directory set name = store_name where store = of_store and name <> store_name $$;

-- Makes a store with a number of home. The person was asked for there, and is known here.
create function auth.receive_store(new_store int, person_id int, store_name text, roles jsonb, request text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into store (store_id, name) overriding system value values (new_store, store_name);
  insert into role (store_id, name, preset, permissions)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions'))
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  insert into store_member (store_id, user_id, role_id)
  select new_store, person_id, id from role where role.store_id = new_store and role.name = 'owner';
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (new_store, person_id, 'store_made', 'store', new_store::text, request);
end $$;

-- Makes a person at home who was invited elsewhere; null if the e-mail has an account.
create function auth.make_person(person_email text, new_first_name text, new_last_name text, new_hash text) returns int
language sql security definer set search_path = public, pg_temp
as $$
  insert into users (email, first_name, last_name, password_hash)
  values (person_email, new_first_name, new_last_name, new_hash) on conflict (lower(users.email)) do nothing returning id
$$;

-- A further token of a person's session.
create function auth.add_token(session bigint, person_id int, access bytea, access_seconds int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into access_token (token_hash, session_id, user_id, expires_at)
  values (access, session, person_id, now() + make_interval(secs => access_seconds))
$$;

-- Token of the latest invitation that an e-mail can accept here.
create function auth.invitation_for(person_email text) returns bytea
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.token_hash from invitation i join store s on s.store_id = i.store_id and s.deleted_at is null
  where lower(i.email) = lower(person_email) and i.status = 'pending' and i.expires_at > now()
    and invitation_stands(i.store_id, i.id)
  order by i.created_at desc, i.id desc limit 1
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

-- Puts a text of the agreement that home has into force here, with its number, and notifies stores that had decided
-- about an earlier one.
create function auth.receive_agreement(new_id int, new_version text, new_document jsonb, new_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into dpa_document (id, version, document, document_hash) overriding system value
  values (new_id, new_version, new_document, new_hash) on conflict (version) do nothing;
  if found then
    insert into notification (store_id, kind, ending, data)
    select s.store_id, 'agreement_new', 'completed', jsonb_build_object('document_id', new_id) from store s
    where s.deleted_at is null and exists (select from dpa_decision d where d.store_id = s.store_id);
  end if;
end $$;

-- All texts of the agreement, oldest first.
create function auth.agreements() returns table (id int, version text, document jsonb, document_hash text)
language sql stable security definer set search_path = public, pg_temp
as $$ select d.id, d.version, d.document, d.document_hash from dpa_document d order by d.id $$;

grant usage on sequence store_store_id_seq to ruam_auth;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proname in (
      'places_of', 'note', 'tell_servers', 'take_news', 'servers_to_tell', 'receive_news', 'session_to_copy', 'receive_session',
      'place_person', 'name_server', 'emptiest_server', 'place_store', 'forget_store', 'name_store', 'receive_store', 'make_person', 'add_token',
      'invitation_for', 'store_of', 'receive_agreement', 'agreements')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
revoke execute on function auth.tell_servers from ruam_app;
