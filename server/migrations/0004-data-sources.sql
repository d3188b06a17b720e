create table file (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  -- Bytes.
  size bigint not null,
  type text not null check (type in ('csv')),
  storage_key text not null,
  -- How it is read: {delimiter, charset}.
  settings jsonb not null,
  -- What loading found: the names of the columns, what their cells look like, how many rows there are, and where every 5,000th
  -- begins (bytes), so that a resume and a page of records need not read the file from its start.
  columns jsonb not null default '[]',
  facts jsonb not null default '[]',
  row_count int,
  row_offsets jsonb not null default '[]',
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
select wall('file');

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
  load_progress double precision not null default 0,
  -- {name, details} of what stopped the last load.
  error jsonb,
  mapping jsonb,
  -- Rises with every saved mapping or new file: a dry run counts for the version it was made with.
  version int not null default 0,
  -- The last real run's figures.
  stats jsonb not null default '{"total": 0, "pending": 0, "success": 0, "update": 0, "duplicate": 0, "failed": 0}',
  -- Fences the load job: one that lost its lease can't write any more.
  load_fence int not null default 0,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, file_id) references file (store_id, id)
);
create unique index data_source_name on data_source (store_id, name_key(name)) where deleted_at is null;
-- A file is read for one data source.
create unique index data_source_file on data_source (store_id, file_id) where deleted_at is null;
create index data_source_updated on data_source (store_id, updated_at desc, id desc) where deleted_at is null;
select wall('data_source');

create table run (
  store_id int not null,
  id bigint generated always as identity,
  run_id text not null,
  data_source_id int not null,
  kind text not null check (kind in ('dry', 'real')),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'cancel', 'failed')),
  -- The data source's version, mapping and file at the time: what the run does can't change under it.
  version int not null,
  mapping jsonb not null,
  file_id int not null,
  -- The dry run a real run was started from.
  dry_run_id bigint,
  total int not null,
  -- Rows committed; the next batch begins after them.
  done int not null default 0,
  added int not null default 0,
  updated int not null default 0,
  duplicated int not null default 0,
  -- Conflicts included.
  failed int not null default 0,
  conflict int not null default 0,
  error jsonb,
  cancel_requested boolean not null default false,
  -- Whoever raises the fence owns the run; a worker that lost it can't commit any more.
  fence int not null default 0,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, data_source_id) references data_source (store_id, id),
  check (added + updated + duplicated + failed = done and done <= total)
);
create unique index run_public_id on run (store_id, run_id);
create index run_data_source on run (store_id, data_source_id, id desc);
-- One run per store at a time, and one dry run per data source.
create unique index run_one_per_store on run (store_id) where kind = 'real' and status in ('pending', 'processing');
create unique index run_one_dry on run (store_id, data_source_id) where kind = 'dry' and status in ('pending', 'processing');
select wall('run');

-- One row of a file in one run. The changes of a real run are its journal: what undo, history and provenance read.
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
  primary key (store_id, run, record_no)
  -- No foreign key to run: its check would cost a tenth of an import, and whoever deletes a run deletes its records first.
);
create index run_record_profile on run_record (store_id, profile_id) where changes is not null;
create index run_record_problem on run_record (store_id, run, status, record_no) where status in ('conflict', 'failed');
select wall('run_record');
