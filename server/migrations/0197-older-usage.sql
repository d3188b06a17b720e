-- Calls of the older API per caller and day (UTC).
create table older_usage (
  store_id int not null references store,
  day date not null,
  user_id int not null references users,
  -- Method and path of the contract.
  call text not null,
  calls int not null,
  primary key (store_id, day, user_id, call)
);
select wall('older_usage');
