-- Indexes for plans that do not hang on statistics: where two indexes fit a lookup and the planner does not know the table, it takes the
-- smaller one. By the index of types it then reads all activities of a type for each row that it looks up.
-- The reference before the type, so that only this index fits a lookup by source and reference.
create unique index activity_source_reference_type on activity (store_id, source, reference, type_id) where source is not null;
create unique index activity_reference_type on activity (store_id, data_source_id, reference, type_id) where reference is not null;
drop index activity_source_reference;
drop index activity_reference;
alter index activity_source_reference_type rename to activity_source_reference;
alter index activity_reference_type rename to activity_reference;
-- The profile as a key column: an equal activity of a person is found by either index.
create index activity_type_at_profile on activity (store_id, type_id, activity_at, profile_id);
drop index activity_type_at;
alter index activity_type_at_profile rename to activity_type_at;
