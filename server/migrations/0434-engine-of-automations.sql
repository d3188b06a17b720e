-- Automations are writers of profiles, and their runs number what happens in them.

alter table automation_run
  -- Rows of automation_act: the number of the last one.
  add column acts int not null default 0;

-- step: the history names automations
alter table profile_change
  drop constraint profile_change_source_check,
  add constraint profile_change_source_check
    check (source in ('user', 'api_key', 'line', 'facebook', 'system', 'merge', 'undo', 'automation')) not valid;
