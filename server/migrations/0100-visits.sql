-- The type that visits are kept as, made with the first one as that of notes is.
alter table activity_type drop constraint activity_type_purpose_check,
  add constraint activity_type_purpose_check check (purpose in ('note', 'visit'));

-- The latest activities by hand show what a store's staff write down most. Rows of files are not in it: an import pays nothing.
create index activity_by_hand on activity (store_id, created_at desc) include (type_id) where created_by is not null;
