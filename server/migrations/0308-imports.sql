-- Imports: uploaded files, data sources, runs with the record of each row, and answers to rows pending review.

-- ---- Files -----------------------------------------------------------------------------------------------

create table file (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  -- Bytes.
  size bigint not null,
  type text not null check (type in ('csv', 'tsv', 'xlsx')),
  storage_key text not null,
  -- Reading options: {delimiter, quotes, charset, header_row, drop_empty_last, sheet}.
  settings jsonb not null,
  -- Results of loading: column names, facts about their cells, row count, and the byte offset of every 5,000th row, so
  -- that neither a resume nor a page of records reads the file from its start.
  columns jsonb not null default '[]',
  facts jsonb not null default '[]',
  row_count int,
  row_offsets jsonb not null default '[]',
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  -- Storage key of the loaded rows: CSV in UTF-8 with commas and no header. Null if the file itself is read.
  rows_key text,
  -- Equal for files with the same column names, to reuse their mapping.
  header_signature text,
  -- [{name, count}] of what was dropped to read the file.
  warnings jsonb not null default '[]',
  load_status text not null default 'none'
    check (load_status in ('none', 'waiting', 'loading', 'loaded', 'failed')),
  load_progress double precision not null default 0,
  -- {name, details} of the error that stopped the last load.
  load_error jsonb,
  -- Fencing token of the load job: one that lost its lease, or has other settings, cannot write.
  load_fence int not null default 0,
  -- Deletion of the stored bytes, with the data source or the last run that read them. The row stays as the source of
  -- values.
  removed_at timestamptz,
  -- SHA-256 of the uploaded bytes, to recognise a repeated upload.
  content_hash bytea,
  -- Line numbers (sheet rows in workbooks) that belong to row_offsets.
  row_lines jsonb not null default '[]',
  primary key (store_id, id)
);
-- Files with the same columns: their mappings, and their hidden columns.
create index file_header on file (store_id, header_signature) where header_signature is not null;
create index file_content on file (store_id, content_hash) where content_hash is not null;
select wall('file');
grant update (facts, row_offsets, removed_at) on file to ruam_auth;
grant select, delete on file to ruam_auth;
create policy auth on file to ruam_auth using (true) with check (false);
create policy auth_gives_up on file for update to ruam_auth using (true) with check (removed_at is not null);

-- Fields that columns of a file were ever mapped to. A column once mapped to a sensitive field stays hidden without the
-- right to such values; a field that becomes sensitive hides its columns.
create table file_field (
  store_id int not null references store,
  file_id int not null,
  -- Position of the column in the file, from 1.
  source_schema_id text not null,
  -- Profile field. No foreign key: a deleted field may have been sensitive, so its columns stay hidden.
  destination_id int not null,
  primary key (store_id, file_id, source_schema_id, destination_id),
  foreign key (store_id, file_id) references file (store_id, id) on delete cascade
);
select wall('file_field');

-- ---- Data sources ----------------------------------------------------------------------------------------

create table data_source (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  description text not null default '',
  type text not null default 'local_file' check (type in ('local_file', 'openapi')),
  status text not null default 'ready_to_load' check (status in (
    'ready_to_load', 'waiting_for_load', 'loading', 'load_failed', 'ready_to_map', 'ready', 'ready_to_update', 'waiting',
    'processing', 'process_failed', 'success')),
  enabled boolean not null default true,
  file_id int,
  mapping jsonb,
  -- Rises with every saved mapping or new file: a dry run is valid for its version only.
  version int not null default 0,
  -- Counts of the last real run.
  stats jsonb not null default '{"total": 0, "pending": 0, "success": 0, "update": 0, "duplicate": 0, "failed": 0}',
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  undone_at timestamptz,
  -- The connector of a store that takes our own field names. No list shows it.
  built_in boolean not null default false,
  primary key (store_id, id),
  foreign key (store_id, file_id) references file (store_id, id)
);
-- A file belongs to one data source.
create unique index data_source_file on data_source (store_id, file_id) where deleted_at is null;
create index data_source_updated on data_source (store_id, updated_at desc, id desc) where deleted_at is null;
create unique index data_source_name on data_source (store_id, name_key(name)) where deleted_at is null and not built_in;
create unique index data_source_built_in on data_source (store_id) where built_in;
select wall('data_source');
grant select on data_source to ruam_auth;
create policy auth on data_source for select to ruam_auth using (true);

-- ---- Runs ------------------------------------------------------------------------------------------------

-- What programs send becomes a run without a file, a stream: one for each connector and UTC day, which grows until it
-- ends.
create table run (
  store_id int not null,
  id bigint generated always as identity,
  run_id text not null,
  data_source_id int not null,
  kind text not null check (kind in ('dry', 'real', 'stream')),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'cancel', 'failed')),
  -- Version, mapping and file of the data source at the start, so that nothing changes under a run.
  version int not null,
  mapping jsonb not null,
  -- Null in a stream.
  file_id int,
  -- Dry run that a real run was started from.
  dry_run_id bigint,
  total int not null,
  -- Committed rows; the next batch begins after them.
  done int not null default 0,
  added int not null default 0,
  updated int not null default 0,
  duplicated int not null default 0,
  -- Includes conflicts.
  failed int not null default 0,
  conflict int not null default 0,
  error jsonb,
  cancel_requested boolean not null default false,
  -- Fencing token: a worker must hold the current value to commit.
  fence int not null default 0,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  activities int not null default 0,
  undone_at timestamptz,
  -- Rows already undone; a stopped undo resumes here.
  undone_to int not null default 0,
  -- Rows about erased people; among the failed.
  erased int not null default 0,
  -- Rows pending review; among the failed, not among the conflicts.
  held int not null default 0,
  -- Labels named by rows, so that an undo finds them again.
  row_labels int[] not null default '{}',
  -- Names of labels that the run made, or a dry run would make. JSON, because an erasure searches all JSON for names.
  new_labels jsonb not null default '[]',
  -- Match keys (field ids) that contradict the profiles they match in most rows. Null until the run has checked, once:
  -- a resumed run would meet profiles that it added itself.
  distrusted_keys int[],
  -- Rows with cells that could not be read, and the number of those cells.
  unread_rows int not null default 0,
  unread_cells int not null default 0,
  -- Rows without any value of a match key that a run added as new people.
  keyless int not null default 0,
  -- Condition for the real run to follow a dry run by itself.
  follow text check (follow in ('always', 'unless_failed')),
  primary key (store_id, id),
  foreign key (store_id, data_source_id) references data_source (store_id, id),
  check (added + updated + duplicated + failed = done and done <= total),
  constraint run_file_of_kind check ((kind = 'stream') = (file_id is null))
);
create unique index run_public_id on run (store_id, run_id);
create index run_data_source on run (store_id, data_source_id, id desc);
-- One real run per store at a time, and one dry run per data source.
create unique index run_one_per_store on run (store_id) where kind = 'real' and status in ('pending', 'processing');
create unique index run_one_dry on run (store_id, data_source_id) where kind = 'dry' and status in ('pending', 'processing');
create index run_file on run (store_id, file_id);
-- Finds the real run of a dry run.
create index run_of_dry on run (store_id, dry_run_id) where dry_run_id is not null;
create unique index run_one_stream on run (store_id, data_source_id) where kind = 'stream' and status in ('pending', 'processing');
select wall('run');
grant select on run to ruam_auth;
create policy auth on run for select to ruam_auth using (true);

-- One row of a file in one run. The changes of a real run are its journal, which undo, history and provenance read.
create table run_record (
  store_id int not null,
  run bigint not null,
  record_no int not null,
  status text not null check (status in ('added', 'updated', 'duplicated', 'conflict', 'failed')),
  profile_id bigint,
  -- {field id: [before, after]} of an updated profile.
  changes jsonb,
  -- {failure, column, value, field}
  error jsonb,
  -- Field that matched the profile, and whether the row added an activity.
  matched_by int,
  adds_activity boolean,
  -- Existing activity that the row stands for. With the added ones it counts how many of several equal activities the
  -- rows have met.
  met_activity bigint,
  -- Cells that could not be read and were left empty: columns (from 1) and reasons.
  unread jsonb,
  -- Groups rows pending one review: '<doubt>:<field>', or 'value:<field>:<first row>' for one shared value. Null if the
  -- row is not pending.
  held_group text,
  -- When an item of a stream was written; rows of files have the time of their run.
  at timestamptz,
  -- No foreign key to run: its check takes a tenth of an import, and whoever deletes a run deletes its records first.
  primary key (store_id, run, record_no)
);
create index run_record_profile on run_record (store_id, profile_id) where changes is not null;
create index run_record_problem on run_record (store_id, run, status, record_no) where status in ('conflict', 'failed');
-- Profiles changed by a run.
create index run_record_changed on run_record (store_id, run, profile_id) where changes is not null;
create index run_record_met on run_record (store_id, met_activity) where met_activity is not null;
create index run_record_held on run_record (store_id, run, held_group, record_no) where held_group is not null;
-- Finds by which keys later imports met somebody without changing anything.
create index run_record_matched on run_record (store_id, profile_id) where matched_by is not null and changes is null;
select wall('run_record');
grant select, delete on run_record to ruam_auth;
create policy auth on run_record to ruam_auth using (true) with check (false);

-- State of each profile before a run changed it: what an undo restores besides the values in run_record.
create table run_profile (
  store_id int not null,
  run bigint not null,
  profile_id bigint not null,
  updated_at timestamptz not null,
  sources jsonb not null,
  -- Values before, by field, if they differ from those in run_record because an earlier run was undone since.
  befores jsonb not null default '{}',
  primary key (store_id, run, profile_id)
);
-- Finds later runs that met the same profile.
create index run_profile_profile on run_profile (store_id, profile_id, run);
select wall('run_profile');
grant select, delete on run_profile to ruam_auth;
create policy auth on run_profile to ruam_auth using (true) with check (false);

-- Rows that imports took, by a keyed hash of their cells, so that the same row finds the same person long after the
-- records of its run are deleted. Nothing can be read from it; a row goes with the erasure of its person.
create table imported_row (
  store_id int not null,
  -- Of the columns and the cells, made with the server's secret.
  row_hash uuid not null,
  -- Waited for an answer; the person is the first whom it may be about.
  held boolean not null,
  profile_id bigint not null,
  run int not null,
  -- No foreign key: the check of each row would cost an import more than the row itself.
  primary key (store_id, row_hash, held, profile_id)
);
create index imported_row_profile on imported_row (store_id, profile_id);
select wall('imported_row');

-- ---- Rows pending review ---------------------------------------------------------------------------------

-- Answers to rows pending review, whose phone or e-mail matched a profile with other names. Hashed, so that a later
-- file with the same row needs no second answer and no value is kept.
create table match_answer (
  store_id int not null,
  id int generated always as identity,
  -- Shared key and value, hashed as by an erasure, so that an erasure of its holder finds it.
  key_hash bytea not null,
  -- Identity in the row: names, birth date, own ids.
  row_hash bytea not null,
  -- False: another person than the matched ones.
  same boolean not null,
  -- Profile of the answer; null while only a preview has added it.
  profile_id bigint,
  -- Hash that a row about this person would have.
  person_hash bytea,
  -- Profile that a run added for the answer.
  added_id bigint,
  answered_by int references users,
  answered_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index match_answer_row on match_answer (store_id, key_hash, row_hash);
create index match_answer_profile on match_answer (store_id, profile_id);
create index match_answer_added on match_answer (store_id, added_id) where added_id is not null;
create index match_answer_by on match_answer (answered_by);
select wall('match_answer');

-- ---- Expiry ----------------------------------------------------------------------------------------------

-- Deletes expired rows of all stores: sessions, tokens, attempts, invitations, records of rows (7 days after a dry run,
-- 31 after a real run), uploads that no data source took within two days, and files of deleted data sources or without
-- remaining runs. Returns the storage keys to remove.
create function auth.purge() returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from access_token where expires_at < now() - interval '1 day';
  delete from user_session where coalesce(revoked_at, expires_at) < now() - interval '7 days';
  -- Expired invitations are kept for questions about them.
  delete from invitation where expires_at < now() - interval '90 days';
  delete from rate_limit where window_start < now() - interval '1 day';
  delete from run_record r using run
  where run.store_id = r.store_id and run.id = r.run
    -- A run can be undone for 30 days; the 31st leaves time for an undo begun in the last minute.
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
