-- The dashboard sums a few metrics over many hours: with their values beside them, the index alone tells.
create index hourly_count_metric on hourly_count (store_id, metric, hour) include (channel, value);

-- How many people lack what, counted at most once an hour.
create table data_quality (
  store_id int primary key references store,
  counted_at timestamptz not null,
  total bigint not null,
  lacking jsonb not null
);
select wall('data_quality');
