-- Customers who were ticked off a work list, and by whom. One row for a customer and list: the next tick replaces it.
create table work_done (
  store_id int not null,
  kind text not null check (kind in ('quiet', 'birthdays')),
  profile_id bigint not null,
  done_at timestamptz not null default clock_timestamp(),
  done_by int not null,
  primary key (store_id, kind, profile_id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index work_done_profile on work_done (store_id, profile_id);
create index work_done_at on work_done (store_id, kind, done_at);
select wall('work_done');
