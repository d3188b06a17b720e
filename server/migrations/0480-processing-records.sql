-- Records of processing activities that were kept. Lines hold names and settings of the store, no values of customers.
create table processing_record (
  store_id int not null references store,
  id int generated always as identity,
  taken_at timestamptz not null default clock_timestamp(),
  taken_by int,
  lines jsonb not null,
  primary key (store_id, id)
);
select wall('processing_record');
