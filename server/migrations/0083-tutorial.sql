-- What a person has said of their first steps in a store; the data say which are completed.
create table tutorial_step (
  store_id int not null references store,
  user_id int not null references users,
  key text not null check (key in ('connect_line', 'first_import', 'first_segment', 'first_broadcast', 'invite_staff')),
  status text not null check (status in ('not_started', 'in_progress', 'dismissed')),
  step int,
  primary key (store_id, user_id, key)
);
select wall('tutorial_step');
