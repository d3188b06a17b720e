-- The field that told who a row is about, and whether the row added an activity.
alter table run_record add matched_by int, add adds_activity boolean;
alter table run add activities int not null default 0;

-- What a person has set up for themselves in one store.
create table user_preference (
  store_id int not null references store,
  user_id int not null references users,
  datasource_cont_alert_dismiss int[] not null default '{}',
  -- [{column_id, sort_id, enabled}]
  profile_list_column jsonb not null default '[]',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, user_id)
);
select wall('user_preference');
