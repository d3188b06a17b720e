-- Servers: stores on several database servers (decision 67). Which server each store lies on, what each database must not
-- write, and what the servers tell each other. With one server only the first row of database_server has a meaning.

-- ---- Where stores lie ------------------------------------------------------------------------------------

-- Read at home, which is server 1. Ten servers: ids of the tenth still have nine digits.
create table database_server (
  id smallint primary key check (id between 1 and 10),
  since timestamptz not null default clock_timestamp()
);
grant select, insert on database_server to ruam_auth;
insert into database_server (id) values (1);

-- At home: a store without a row lies there, too. `name` is shown while the store's server is away. The column has
-- another name than in tables of a store: the row stays when those of the store are removed or moved.
create table store_directory (
  store int primary key,
  server smallint not null default 1 references database_server,
  name text not null,
  state text not null default 'open' check (state in ('open', 'held', 'moved')),
  moving_to smallint references database_server,
  changed_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on store_directory to ruam_auth;

-- Stores that this database must not write: held for the end of a move, moved away, or still arriving.
create table store_closed (
  store int primary key,
  state text not null check (state in ('held', 'moved', 'arriving')),
  since timestamptz not null default clock_timestamp()
);
grant select on store_closed to ruam_auth;

-- The directory: stores that are not open at home.
create function auth.placed_stores() returns table (store int, server smallint, name text, state text, moving_to smallint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select d.store, d.server, d.name, d.state, d.moving_to from store_directory d
  where d.server <> 1 or d.state <> 'open' or d.moving_to is not null
$$;

-- Stores of this database that are not open, for work that goes through all stores.
create function auth.closed_stores() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select store from store_closed $$;

-- Stores that this database may write.
create function auth.open_stores() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select s.store_id from store s where s.store_id not in (select c.store from store_closed c) $$;

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

-- Keeps the name of a store at home, for the time in which its server is away.
create function auth.name_store(of_store int, store_name text) returns void
language sql security definer set search_path = public, pg_temp
as $$ update store_directory set name = store_name where store = of_store and name <> store_name $$;

-- ---- A store is writable in one place --------------------------------------------------------------------

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

-- Refuses a transaction of the application that did not ask auth.write_in: its store may lie elsewhere.
create function auth.write_here() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform auth.write_in(current_store()), set_config('ruam.writes', current_store()::text, true);
end $$;

-- Functions of schema auth may write in any store: they wait while one is held, for 10 s at most.
create function auth.wait_for_moves() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  tries int := 0;
begin
  while tries < 100 and exists (select from store_closed where state = 'held') loop
    perform pg_sleep(0.1);
    tries := tries + 1;
  end loop;
  -- Taken alone by a move after it has held its store: 0 is no store.
  perform pg_advisory_xact_lock_shared(44, 0);
  if exists (select from store_closed where state = 'held') then
    raise exception 'closed store' using errcode = 'RU002', detail = 'held';
  end if;
  perform set_config('ruam.waited', 'yes', true);
end $$;

-- Asks once in a transaction, whose locks last until its end. A condition of the trigger would cost ten times as much.
-- Not for the owner of the table: only its connection moves and removes stores, and checks references.
create function refuse_closed() returns trigger
language plpgsql
as $$
begin
  if current_user = 'ruam_auth' then
    if current_setting('ruam.waited', true) is distinct from 'yes' then perform auth.wait_for_moves(); end if;
  elsif current_setting('ruam.writes', true) is distinct from current_setting('ruam.store_id', true) and current_user <> tg_argv[0] then
    perform auth.write_here();
  end if;
  return null;
end $$;

-- Guards all tables of stores that are not guarded yet. Called at each start, so that new tables need no line for it.
create function guard_stores() returns void
language plpgsql set search_path = public, pg_temp
as $$
declare
  walled record;
begin
  for walled in
    select c.oid::regclass as name, pg_get_userbyid(c.relowner) as owner,
      exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'closed_store') as guarded,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'closed_store') as hidden,
      -- Those that functions of schema auth only read are left out: they search some by LIKE, which uses no index behind
      -- such a policy.
      exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd <> 'r' and 'ruam_auth'::regrole = any(p.polroles)) as written
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity order by c.relname
  loop
    if not walled.guarded then
      execute format(
        'create trigger closed_store before insert or update or delete on %s for each statement execute function refuse_closed(%L)',
        walled.name, walled.owner);
    end if;
    -- Hides copies of stores that are not here from functions that go through all stores. The owner, a member of
    -- ruam_auth, is not meant.
    if walled.written and not walled.hidden then
      execute format(
        'create policy closed_store on %s as restrictive to ruam_auth
          using (current_user <> ''ruam_auth'' or store_id <> all (array(select c.store from public.store_closed c where c.state <> ''held'')))',
        walled.name);
    end if;
  end loop;
end $$;
revoke all on function guard_stores() from public;

-- ---- Moves -----------------------------------------------------------------------------------------------

-- At home: the move under way of each store, or its last one. Every step can be repeated after a kill.
create table store_move (
  -- Another name than in tables of a store: the row stays when those of the store are removed.
  store int primary key,
  source smallint not null references database_server,
  target smallint not null references database_server,
  -- True if writes are held during a plain COPY, because the servers do not replicate.
  by_copy boolean not null,
  step text not null check (step in ('copying', 'following', 'held', 'leaving', 'settling', 'moved', 'removed', 'cancelled')),
  started_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  -- Milliseconds for which writes were held, at most.
  held_ms int not null default 0,
  -- Rows compared before the flip.
  compared bigint,
  -- Ids of the queue's jobs that were copied and wait on the target for the flip.
  jobs uuid[] not null default '{}',
  moved_at timestamptz
);
grant select on store_move to ruam_auth;

-- Written at the source once writes are held. Its arrival at the target proves that all earlier changes arrived.
create table store_move_mark (
  store int primary key,
  mark uuid not null
);

-- Moves that a worker looks after: interrupted ones, and those whose old copy has been kept for a day.
create function auth.store_moves() returns table (store int, source smallint, target smallint, step text, moved_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.store, m.source, m.target, m.step, m.moved_at from store_move m
  where m.step in ('held', 'leaving', 'settling') or (m.step = 'moved' and m.moved_at < now() - interval '1 day')
  order by m.store
$$;

-- ---- People with stores on other servers -----------------------------------------------------------------

-- At home: stores on other servers of a person. Rows of those who left stay; each server knows its members.
create table person_store (
  person int not null references users,
  store int not null,
  primary key (person, store)
);
create index person_store_of_store on person_store (store);
grant select, insert, delete on person_store to ruam_auth;

-- Servers on which a person has stores, with the names of these as home knows them.
create function auth.places_of(person_id int) returns table (store int, server smallint, name text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.store, d.server, d.name from person_store p join store_directory d on d.store = p.store
  where p.person = person_id and d.server <> 1 order by d.name, p.store
$$;

-- Writes down at home that a person has a store on another server.
create function auth.place_person(person_id int, of_store int) returns void
language sql security definer set search_path = public, pg_temp
as $$ insert into person_store (person, store) values (person_id, of_store) on conflict do nothing $$;

-- Forgets where a store lies, which is gone.
create function auth.forget_store(gone_store int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from person_store where store = gone_store;
  delete from store_directory where store = gone_store
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

-- ---- News of people for other servers --------------------------------------------------------------------

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
