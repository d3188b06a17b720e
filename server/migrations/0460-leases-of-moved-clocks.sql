-- A lease that ends later than it is long is of a clock that was set back since: another process takes it at once.
create or replace function auth.hold_leases(asker uuid, names text[], seconds int) returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  return query insert into lease as l (name, holder, until)
    select n, asker, clock_timestamp() + make_interval(secs => seconds) from unnest(names) n order by n
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or l.until not between clock_timestamp() and excluded.until
    returning name;
  -- After its own leases and without waiting, so that two workers never wait for each other.
  delete from lease where name in (
    select l.name from lease l where l.holder is null and l.name <> all(names) for update skip locked);
end $$;
