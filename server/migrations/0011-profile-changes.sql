-- Work on many profiles or values, done in the background: a bulk change, the undo of an import, a field's new type, ...
create table job (
  store_id int not null references store,
  id int generated always as identity,
  kind text not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'cancel', 'failed')),
  -- What is to be done, by kind; ids and choices alone.
  request jsonb not null,
  -- Null until it is known.
  total int,
  done int not null default 0,
  changed int not null default 0,
  skipped int not null default 0,
  -- Where the next block begins, written with each block.
  cursor jsonb,
  -- What the end of it is told with, by kind.
  result jsonb not null default '{}',
  error jsonb,
  cancel_requested boolean not null default false,
  -- Whoever raises the fence owns the job; a worker that lost it can't commit any more.
  fence int not null default 0,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Set when another job has taken it back.
  undone_at timestamptz,
  primary key (store_id, id)
);
create index job_created on job (store_id, created_at desc, id desc);
create index job_active on job (store_id, kind) where status in ('pending', 'processing');
select wall('job');

-- The profiles a job is about, settled when it begins: its filter may match others by the time it ends.
create table job_profile (
  store_id int not null,
  job int not null,
  profile_id bigint not null,
  primary key (store_id, job, profile_id)
);
select wall('job_profile');

-- Besides {field id: [before, after]} the changes of a profile may hold {label:<id>: [had, has]} and {deleted: [was, is]}.
alter table profile_change
  -- The job that made it.
  add job int,
  -- {field id: source or null}: where the values before came from, as in profile.sources.
  add previous jsonb not null default '{}';
create index profile_change_job on profile_change (store_id, job, profile_id) where job is not null;
-- The history of somebody who was removed by an undo goes with them.
alter table profile_change drop constraint profile_change_store_id_profile_id_fkey;

-- How a run met each profile that it changed: what its undo puts back besides the values, which its records tell.
create table run_profile (
  store_id int not null,
  run bigint not null,
  profile_id bigint not null,
  updated_at timestamptz not null,
  sources jsonb not null,
  primary key (store_id, run, profile_id)
);
select wall('run_profile');

alter table run add undone_at timestamptz;
alter table data_source add undone_at timestamptz;

-- Lists of customers as people like to look at them.
create table profile_view (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  shared boolean not null default false,
  definition jsonb not null,
  created_by int not null references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index profile_view_name on profile_view (store_id, created_by, name_key(name));
select wall('profile_view');

-- The view a person's list opens with.
alter table user_preference add profile_view_id int;
