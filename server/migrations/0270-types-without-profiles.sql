-- The profile is no key column of the index of types again: as one, the index fits lookups by profile as well, and is read whole for each.
create index activity_type_at_again on activity (store_id, type_id, activity_at) include (profile_id);
drop index activity_type_at;
alter index activity_type_at_again rename to activity_type_at;
