-- A hold of a store ends by the clock of its database, so that a mover that stands still keeps no store shut. Null for
-- a store that is closed until somebody opens it.
alter table store_closed add column until timestamptz;

-- Stores of this database that are not open, for work that goes through all stores.
create or replace function auth.closed_stores() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select c.store from store_closed c where c.until is null or c.until > clock_timestamp() $$;

-- Stores that this database may write.
create or replace function auth.open_stores() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select s.store_id from store s where s.store_id not in (select auth.closed_stores()) $$;

-- Begins to write in a store. The lock is shared by its writers: who closes the store waits for them, and whoever waits
-- for that sees it closed.
create or replace function auth.write_in(of_store int) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  closed text;
begin
  perform pg_advisory_xact_lock_shared(44, of_store);
  select c.state into closed from store_closed c where c.store = of_store and (c.until is null or c.until > clock_timestamp());
  if closed is not null then raise exception 'closed store' using errcode = 'RU002', detail = closed; end if;
end $$;

-- Functions of schema auth may write in any store: they wait while one is held, for 10 s at most.
create or replace function auth.wait_for_moves() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  tries int := 0;
begin
  while tries < 100 and exists (select from store_closed where state = 'held' and (until is null or until > clock_timestamp())) loop
    perform pg_sleep(0.1);
    tries := tries + 1;
  end loop;
  -- Taken alone by a move after it has held its store, and when it leaves: 0 is no store.
  perform pg_advisory_xact_lock_shared(44, 0);
  if exists (select from store_closed where state = 'held' and (until is null or until > clock_timestamp())) then
    raise exception 'closed store' using errcode = 'RU002', detail = 'held';
  end if;
  perform set_config('ruam.waited', 'yes', true);
end $$;

-- Moves that a worker looks after: unfinished ones, and those whose old copy has been kept for a day.
create or replace function auth.store_moves() returns table (store int, source smallint, target smallint, step text, moved_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.store, m.source, m.target, m.step, m.moved_at from store_move m
  where m.step not in ('moved', 'removed', 'cancelled') or (m.step = 'moved' and m.moved_at < now() - interval '1 day')
  order by m.store
$$;
