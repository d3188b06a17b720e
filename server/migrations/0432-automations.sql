-- Automations: what they do, the versions that were started, and the runs of customers with everything that happened in them.

create table automation (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'awaiting_approval', 'active', 'paused', 'stopped')),
  -- What paused it, or made it a draft again.
  reason text,
  -- As it is edited. The engine reads automation_version alone.
  definition jsonb not null,
  -- Rises with each edit of the definition; an approval and a rehearsal hold for one edition.
  edition int not null default 1,
  -- Version in use; null: it was never started.
  version int,
  -- What a start that waits for its approval does, {inside, move}.
  pending_start jsonb,
  -- Order within a group, the first goes first.
  place int not null default 1,
  -- Everybody who wrote a part of the edition: none of them may approve it. The first is the maker.
  author_ids int[] not null,
  created_by int,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  paused_at timestamptz,
  stopped_at timestamptz,
  -- Moment up to which its date trigger was done.
  dates_done_to timestamptz,
  primary key (store_id, id)
);
create unique index automation_name on automation (store_id, name_key(name));
create index automation_at_work on automation (store_id) where status = 'active';
select wall('automation');

create table automation_version (
  store_id int not null,
  automation_id int not null,
  version int not null,
  edition int not null,
  definition jsonb not null,
  -- What its rules read, as segment.reads.
  reads text[] not null,
  -- Share of those who enter that get no messages, in percent.
  holdout int not null default 0,
  started_by int,
  approved_by int,
  started_at timestamptz not null default clock_timestamp(),
  primary key (store_id, automation_id, version),
  foreign key (store_id, automation_id) references automation (store_id, id) on delete cascade
);
select wall('automation_version');

-- One customer on the way through an automation.
create table automation_run (
  store_id int not null,
  id bigint generated always as identity,
  automation_id int not null,
  version int not null,
  profile_id bigint not null,
  -- When the trigger happened.
  entered_at timestamptz not null,
  -- The trigger: 'change:<id>', 'date:2026-11-19', 'inside:<version>'. None begins two runs of a customer.
  cause text not null,
  -- {activity_id, run_id, reasons ...}: what the trigger tells, ids and words of ours alone.
  detail jsonb not null default '{}',
  -- Next step, and when it is due. Null once the run has ended.
  step int,
  due_at timestamptz,
  -- What puts the step off beyond its own time.
  waits_for text check (waits_for in ('quiet_hours', 'quota', 'import', 'restricted', 'paused')),
  -- Gets no messages, so that the others can be compared.
  held_out boolean not null default false,
  messages int not null default 0,
  ended_at timestamptz,
  end_reason text check (end_reason in
    ('done', 'exit', 'stopped', 'deleted', 'merged', 'erased', 'import_undone', 'broken')),
  primary key (store_id, id),
  check ((step is null) = (ended_at is not null) and (due_at is null) = (ended_at is not null)),
  check ((end_reason is null) = (ended_at is null))
);
create unique index automation_run_live on automation_run (store_id, automation_id, profile_id) where ended_at is null;
create unique index automation_run_cause on automation_run (store_id, automation_id, profile_id, cause);
create index automation_run_due on automation_run (store_id, due_at, id) where ended_at is null;
create index automation_run_profile on automation_run (store_id, profile_id, entered_at);
create index automation_run_version on automation_run (store_id, automation_id, version, step) where ended_at is null;
create index automation_run_entered on automation_run (store_id, automation_id, entered_at);
select wall('automation_run');

-- Everything that happened in a run, with its cause. A step is done once: put_off is no doing.
create table automation_act (
  store_id int not null,
  run_id bigint not null,
  nth int not null,
  automation_id int not null,
  profile_id bigint not null,
  at timestamptz not null,
  kind text not null check (kind in
    ('entered', 'wait', 'condition', 'message', 'label', 'value', 'note', 'event', 'put_off', 'moved', 'ended')),
  step int,
  -- done, skipped, yes, no; of an entry its cause; of an end its reason.
  outcome text not null,
  -- Why it was skipped or put off.
  reason text,
  -- Recipient of a message.
  broadcast_id int,
  position int,
  -- The note, or the change in the stream.
  made_id bigint,
  -- Value before and after, {"before": …, "after": …}; of a label whether the customer had it.
  change jsonb,
  primary key (store_id, run_id, nth)
);
create unique index automation_act_step on automation_act (store_id, run_id, step)
  where step is not null and kind not in ('put_off', 'moved');
create index automation_act_automation on automation_act (store_id, automation_id, at);
create index automation_act_profile on automation_act (store_id, profile_id, at);
select wall('automation_act');

-- One worker of a store at a time: who holds it, up to when, and how often it has changed hands. Each step of work checks the fence.
create table automation_engine (
  store_id int primary key references store,
  -- Place in the stream of changes.
  epoch uuid,
  position bigint not null default 0,
  holder uuid,
  fence bigint not null default 0,
  until timestamptz
);
select wall('automation_engine');

-- step: makers, starters and approvers
alter table automation add foreign key (created_by) references users;
alter table automation_version add foreign key (started_by) references users, add foreign key (approved_by) references users;
