-- Taking automations back: what was chosen, so that what other writers found of it is known as taken back.
create table automation_undo (
  store_id int not null,
  id int generated always as identity,
  automation_id int not null,
  job_id int not null,
  label_ids int[] not null,
  field_ids int[] not null,
  notes boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Null until all is taken back. What the automation wrote later is not.
  ended_at timestamptz,
  primary key (store_id, id)
);
create unique index automation_undo_job on automation_undo (store_id, job_id);
create index automation_undo_automation on automation_undo (store_id, automation_id);
select wall('automation_undo');

-- step: deletion with the automation
alter table automation_undo add foreign key (store_id, automation_id) references automation (store_id, id) on delete cascade;

-- step: customers to whom an automation gave a note, and those who took a branch
create index automation_act_note on automation_act (store_id, automation_id, profile_id) where kind = 'note';
create index automation_act_condition on automation_act (store_id, automation_id, run_id, nth) include (step, outcome) where kind = 'condition';

-- step: what later changes found, after a writer before them was taken back
-- {field id or label:<id>: value}; where a key is missing, `changes` has what was found.
alter table profile_change add column befores jsonb;

-- background: changes of an automation are looked up by customer
create index concurrently if not exists profile_change_automation on profile_change (store_id, source_id, profile_id) where source = 'automation';
