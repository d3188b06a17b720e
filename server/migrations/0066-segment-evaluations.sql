-- The calculations of a segment: when each began, how long it took, and whom it moved. Of each segment the newest are kept.
create table segment_evaluation (
  store_id int not null,
  label_id int not null,
  id bigint generated always as identity,
  started_at timestamptz not null,
  milliseconds int not null,
  joined int not null,
  gone int not null,
  people int not null,
  -- Whether it asked everybody, or the people alone of whom something had changed.
  everybody boolean not null,
  failed boolean not null,
  primary key (store_id, label_id, id),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade
);
select wall('segment_evaluation');
