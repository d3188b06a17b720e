-- When the newest backup was made: the nightly backup looks whether one is due, and the dashboard asks for one that is missing.

create table backup (
  -- One row for the whole installation.
  single boolean primary key default true check (single),
  made_at timestamptz not null
);
grant select, insert, update on backup to ruam_auth;

create function auth.backup_made(at timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into backup (made_at) values (at)
  on conflict (single) do update set made_at = greatest(backup.made_at, excluded.made_at)
$$;

create function auth.newest_backup() returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$ select made_at from backup $$;

-- Whole days since the newest backup, or since the oldest store was made.
create function auth.days_without_backup() returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select floor(extract(epoch from now() - coalesce((select made_at from backup), (select min(created_at) from store))) / 86400)::int
$$;

do $$
declare fn regprocedure;
begin
  foreach fn in array array['auth.backup_made(timestamptz)', 'auth.newest_backup()', 'auth.days_without_backup()']::regprocedure[] loop
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('revoke execute on function %s from public', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
