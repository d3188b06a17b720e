-- Which fields the columns of a file were ever mapped to. A column that fed a sensitive field stays hidden from people who may not see
-- such values, whatever it is mapped to since; one that feeds a field which becomes sensitive is hidden from then on.
create table file_field (
  store_id int not null references store,
  file_id int not null,
  -- The column's place in the file, counted from 1.
  source_schema_id text not null,
  -- Of a profile. No foreign key: nobody knows any more whether a field that is gone was sensitive, so its columns stay hidden.
  destination_id int not null,
  primary key (store_id, file_id, source_schema_id, destination_id),
  foreign key (store_id, file_id) references file (store_id, id) on delete cascade
);
select wall('file_field');

alter table file
  -- When what lies in the storage was given up, with its data source or with the last run that read it. The row stays: it says from
  -- which file a value came.
  add column removed_at timestamptz;
-- Files with the same columns: how they were mapped, and which of their columns are hidden.
create index file_header on file (store_id, header_signature) where header_signature is not null;
create index run_file on run (store_id, file_id);
-- The run that a dry run became.
create index run_of_dry on run (store_id, dry_run_id) where dry_run_id is not null;

-- The wall holds the owner too, who sees no rows without a store.
alter table data_source no force row level security;
alter table run no force row level security;
alter table file no force row level security;
alter table file_field no force row level security;
insert into file_field
select distinct used.store_id, used.file_id, m.source_schema_id, m.destination_id
from (
  select store_id, file_id, mapping from data_source where file_id is not null
  union all
  select store_id, file_id, mapping from run) used
join file f on f.store_id = used.store_id and f.id = used.file_id
cross join lateral jsonb_to_recordset(used.mapping -> 'mapping')
  m (source_schema_id text, destination_id int, destination_type text)
where m.destination_type in ('system_profile', 'custom_profile');
alter table data_source force row level security;
alter table run force row level security;
alter table file force row level security;
alter table file_field force row level security;

grant update (removed_at, facts, row_offsets) on file to ruam_door;
create policy door_gives_up on file for update to ruam_door using (true) with check (removed_at is not null);

-- As before, and of files: what no data source ever took goes after two days; what lies in the storage goes when the data source is
-- deleted, and of a file that another one took the place of when nothing is kept any more of the runs that read it.
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
  return query
    with gone as (
      update file f set removed_at = now(), facts = '[]', row_offsets = '[]'
      where f.removed_at is null
        and (exists (select from data_source d where d.store_id = f.store_id and d.file_id = f.id)
          or exists (select from run r where r.store_id = f.store_id and r.file_id = f.id))
        and not exists (select from data_source d
          where d.store_id = f.store_id and d.file_id = f.id and d.deleted_at is null)
        and not exists (select from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
          where r.store_id = f.store_id and r.file_id = f.id and d.deleted_at is null
            and coalesce(r.finished_at, now()) > now() - case r.kind when 'dry' then interval '7 days' else interval '31 days' end)
      returning f.storage_key, f.rows_key)
    select key from gone, lateral (values (storage_key), (rows_key)) as keys (key) where key is not null;
end $$;
