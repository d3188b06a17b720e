alter table consent_purpose add updated_at timestamptz not null default clock_timestamp();
create unique index consent_purpose_name on consent_purpose (store_id, name_key(name));

alter table consent_entry
  add created_by int references users,
  -- Words about the person, who takes them along when they are erased.
  add note text,
  add constraint consent_entry_source check (source in ('user', 'run', 'api_key', 'line'));
grant update (note) on consent_entry to ruam_app;

-- Counts whose newest answer is yes, or no.
create index consent_entry_status on consent_entry (store_id, purpose_id, status, profile_id);
