-- The segments whose sizes a person wants to see on the dashboard; null until they have chosen.
alter table user_preference add dashboard_segments int[];
