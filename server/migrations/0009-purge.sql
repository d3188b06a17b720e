-- Clears away what has had its time, in every store: logins that ended, counters of tries, what was recorded of each row of a
-- run (a dry run's after 7 days, a real run's, which is its journal, after 30), and uploads that no data source ever took.
-- Answers where those uploads lie, for whoever removes them from the storage.
grant select on run, data_source to ruam_door;
grant select, delete on run_record, file to ruam_door;
create policy door on run for select to ruam_door using (true);
create policy door on data_source for select to ruam_door using (true);
create policy door on run_record to ruam_door using (true) with check (false);
create policy door on file to ruam_door using (true) with check (false);

create function door.purge() returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from access_token where expires_at < now() - interval '1 day';
  delete from user_session where coalesce(revoked_at, expires_at) < now() - interval '7 days';
  delete from rate_limit where window_start < now() - interval '1 day';
  delete from run_record r using run
  where run.store_id = r.store_id and run.id = r.run
    and run.finished_at < now() - case run.kind when 'dry' then interval '7 days' else interval '30 days' end;
  return query
    with gone as (
      delete from file f where f.created_at < now() - interval '2 days'
        and not exists (select from data_source d where d.store_id = f.store_id and d.file_id = f.id)
        and not exists (select from run r where r.store_id = f.store_id and r.file_id = f.id)
      returning f.storage_key, f.rows_key)
    select key from gone, lateral (values (storage_key), (rows_key)) as keys (key) where key is not null;
end $$;
revoke all on function door.purge from public;
alter function door.purge owner to ruam_door;
grant execute on function door.purge to ruam_app;
