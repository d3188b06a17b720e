-- The last request of a member for a right: owners are notified once in 24 hours for each person and right.
create table right_request (
  store_id int not null references store,
  id int generated always as identity,
  user_id int not null references users,
  permission text not null,
  asked_at timestamptz not null default now(),
  primary key (store_id, id)
);
create unique index right_request_of on right_request (store_id, user_id, permission);
select wall('right_request');
