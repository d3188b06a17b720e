-- How many rows of the file an undo has taken back by now; one that was stopped goes on from here.
alter table run add undone_to int not null default 0;

-- Values before, by field, where they are no longer those that the run's records tell: the run that wrote them was undone since.
alter table run_profile add befores jsonb not null default '{}';
-- The runs that met a profile after one that is undone.
create index run_profile_profile on run_profile (store_id, profile_id, run);

-- Whom a profile has taken in: it is never removed while somebody was merged into it.
create index profile_merged_into on profile (store_id, merged_into) where merged_into is not null;

-- What a run met goes when its records go: it can't be undone any more.
grant select, delete on run_profile to ruam_door;
create policy door on run_profile to ruam_door using (true) with check (false);

create or replace function door.purge() returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from access_token where expires_at < now() - interval '1 day';
  delete from user_session where coalesce(revoked_at, expires_at) < now() - interval '7 days';
  delete from rate_limit where window_start < now() - interval '1 day';
  delete from run_record r using run
  where run.store_id = r.store_id and run.id = r.run
    -- A run can be undone for 30 days, and an undo that began in the last minute has time to end.
    and run.finished_at < now() - case run.kind when 'dry' then interval '7 days' else interval '31 days' end;
  delete from run_profile p using run
  where run.store_id = p.store_id and run.id = p.run and run.finished_at < now() - interval '31 days';
  return query
    with gone as (
      delete from file f where f.created_at < now() - interval '2 days'
        and not exists (select from data_source d where d.store_id = f.store_id and d.file_id = f.id)
        and not exists (select from run r where r.store_id = f.store_id and r.file_id = f.id)
      returning f.storage_key, f.rows_key)
    select key from gone, lateral (values (storage_key), (rows_key)) as keys (key) where key is not null;
end $$;
