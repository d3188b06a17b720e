-- Moves of stores between database servers (decision 67).

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

-- Written at the source once writes are held. Its arrival at the target proves that all earlier changes arrived.
create table store_move_mark (
  store int primary key,
  mark uuid not null
);

-- ---- A store is writable in one place ------------------------------------------------------------------------

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

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proname in (
      'write_here', 'wait_for_moves')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
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
select guard_stores();

-- The only store table without a key: updates and deletes of a replicated table need one, or the whole row.
alter table profile_duplicate_key replica identity full;

-- ---- What workers ask ----------------------------------------------------------------------------------------

-- Moves that a worker looks after: interrupted ones, and those whose old copy has been kept for a day.
create function auth.store_moves() returns table (store int, source smallint, target smallint, step text, moved_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.store, m.source, m.target, m.step, m.moved_at from store_move m
  where m.step in ('held', 'leaving', 'settling') or (m.step = 'moved' and m.moved_at < now() - interval '1 day')
  order by m.store
$$;

-- Stores that this database may write.
create function auth.open_stores() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select s.store_id from store s where s.store_id not in (select c.store from store_closed c) $$;

grant select on store_move to ruam_auth;
alter function auth.store_moves() owner to ruam_auth;
alter function auth.open_stores() owner to ruam_auth;
revoke all on function auth.store_moves(), auth.open_stores() from public;
grant execute on function auth.store_moves(), auth.open_stores() to ruam_app;
