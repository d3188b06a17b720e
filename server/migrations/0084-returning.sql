-- How many people of a period were there for the first time, and how many had been before, counted at most once an hour.
create table returning_count (
  store_id int not null references store,
  from_at timestamptz not null,
  until_at timestamptz not null,
  counted_at timestamptz not null,
  -- What the count took: figures that are cheap are counted again sooner.
  milliseconds int not null,
  new_people int not null,
  returning_people int not null,
  primary key (store_id, from_at, until_at)
);
select wall('returning_count');
