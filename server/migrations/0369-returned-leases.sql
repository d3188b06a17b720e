-- Tasks of workers that all ended in order stay in `lease`, without a holder: their age shows that no worker does them.
alter table lease alter column holder drop not null;

-- Returns the leases of a process that ends, so that another takes them at once.
create or replace function auth.return_leases(asker uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$ update lease set holder = null, until = clock_timestamp() where holder = asker $$;

-- Takes the leases that are free or expired, extends the caller's own, and returns those it holds now. A returned one of
-- a task that the caller does not have is forgotten: such a task may have been switched off.
create or replace function auth.hold_leases(asker uuid, names text[], seconds int) returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  return query insert into lease as l (name, holder, until)
    select n, asker, clock_timestamp() + make_interval(secs => seconds) from unnest(names) n order by n
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or l.until < clock_timestamp()
    returning name;
  -- After its own leases and without waiting, so that two workers never wait for each other.
  delete from lease where name in (
    select l.name from lease l where l.holder is null and l.name <> all(names) for update skip locked);
end $$;
