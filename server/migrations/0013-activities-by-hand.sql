-- Who wrote an activity by hand; one of a file has the run and the row instead.
alter table activity add created_by int references users;

-- The type that notes are kept as, and the field their words are in: people may call both as they like.
alter table activity_type add purpose text check (purpose in ('note'));
create unique index activity_type_purpose on activity_type (store_id, purpose) where purpose is not null;
alter table activity_field add purpose text check (purpose in ('note'));
create unique index activity_field_purpose on activity_field (store_id, purpose) where purpose is not null;
