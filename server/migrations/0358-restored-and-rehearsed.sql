-- The database beside the list of decisions outside it, and rehearsals of restoring a backup (decision 50).

-- Returns the newest listed decision, and whether the database has those that the caller knows: one that lacks any is older.
create function auth.database_state(known uuid[]) returns table (newest uuid, has_known boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select (select d.id from decision d where d.listed order by d.number desc limit 1),
    (select count(*) from decision d where d.id = any(known)) = cardinality(known)
$$;
alter function auth.database_state owner to ruam_auth;
revoke all on function auth.database_state from public;
grant execute on function auth.database_state to ruam_app;

create table rehearsal (
  -- One row for the whole installation: the last one.
  single boolean primary key default true check (single),
  ended_at timestamptz not null default clock_timestamp(),
  ok boolean not null,
  -- Time of the backup; null if none could be read.
  backup_at timestamptz,
  -- From the first byte read to the first answer.
  seconds int not null,
  -- Sentences about what was found wrong.
  faults text[] not null
);
grant select, insert, update on rehearsal to ruam_auth;

-- Notes a rehearsal. One that failed is a notice of every store.
create function auth.rehearsal_ended(ok boolean, backup_at timestamptz, seconds int, faults text[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into rehearsal (ok, backup_at, seconds, faults) values (ok, backup_at, seconds, faults)
  on conflict on constraint rehearsal_pkey do update set
    ended_at = excluded.ended_at, ok = excluded.ok, backup_at = excluded.backup_at, seconds = excluded.seconds, faults = excluded.faults;
  if not ok then
    -- Notices are numbered in the order of their commits.
    perform pg_advisory_xact_lock(69, 0);
    insert into notification (store_id, kind, ending, data)
    select s.store_id, 'rehearsal', 'failed', '{}' from store s where s.deleted_at is null;
  end if;
end $$;
alter function auth.rehearsal_ended owner to ruam_auth;
revoke all on function auth.rehearsal_ended from public;
grant execute on function auth.rehearsal_ended to ruam_app;

create function auth.last_rehearsal()
returns table (ended_at timestamptz, ok boolean, backup_at timestamptz, seconds int, faults text[])
language sql stable security definer set search_path = public, pg_temp
as $$ select r.ended_at, r.ok, r.backup_at, r.seconds, r.faults from rehearsal r $$;
alter function auth.last_rehearsal owner to ruam_auth;
revoke all on function auth.last_rehearsal from public;
grant execute on function auth.last_rehearsal to ruam_app;
