-- Profiles that left a segment in the last days, each with its latest departure.
create table segment_departure (
  store_id int not null,
  label_id int not null,
  profile_id bigint not null,
  left_at timestamptz not null default clock_timestamp(),
  primary key (store_id, label_id, profile_id),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade,
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index segment_departure_profile on segment_departure (store_id, profile_id);
select wall('segment_departure');
