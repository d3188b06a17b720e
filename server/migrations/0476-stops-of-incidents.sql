-- How staff stopped a leak, in their words: most have no credential that a call ends.
alter table incident
  add column stopped_at timestamptz,
  add column stopped_by int,
  add column stop_words text not null default '';
