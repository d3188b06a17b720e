-- Locations that a store has saved for its messages.
create table saved_location (
  store_id int not null references store,
  id int generated always as identity,
  title text not null,
  address text not null,
  latitude double precision not null,
  longitude double precision not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index saved_location_title on saved_location (store_id, title);
select wall('saved_location');
