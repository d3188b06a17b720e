-- Scheduled work that one process does at a time: its holder, and until when no other process may take it over.
create table lease (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
grant select, insert, update, delete on lease to ruam_auth;

-- Takes the leases that are free or expired, extends the caller's own, and returns those it holds now.
create function auth.hold_leases(asker uuid, names text[], seconds int) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  insert into lease as l (name, holder, until)
  select n, asker, clock_timestamp() + make_interval(secs => seconds) from unnest(names) n order by n
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where l.holder = excluded.holder or l.until < clock_timestamp()
  returning name
$$;

-- Returns the leases of a process that ends, so that another takes them at once.
create function auth.return_leases(asker uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from lease where holder = asker $$;

alter function auth.hold_leases(uuid, text[], int) owner to ruam_auth;
alter function auth.return_leases(uuid) owner to ruam_auth;
revoke all on function auth.hold_leases(uuid, text[], int), auth.return_leases(uuid) from public;
grant execute on function auth.hold_leases(uuid, text[], int), auth.return_leases(uuid) to ruam_app;

-- One row: an HMAC that only the installation's secret key gives. A process with another key is refused at its start.
create table installation (
  one boolean primary key default true check (one),
  key_check bytea not null
);
