-- Hours that are over are never written again: each store's UTC days are summed up once, by the clock, so that the dashboard adds up years
-- without their hours. What is not summed up yet, and every version that knows no days, reads the hours.
-- A migration that writes hours of the past empties both tables.
create table daily_count (
  store_id int not null references store,
  day date not null,
  metric text not null,
  channel text not null,
  value bigint not null,
  primary key (store_id, metric, day, channel) include (value)
);
select wall('daily_count');

-- The days before `until` stand in daily_count.
create table counted_days (store_id int primary key references store, until date not null);
select wall('counted_days');

create function door.stores_to_sum_up(until date) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id from store s left join counted_days c on c.store_id = s.store_id
  where c.until is null or c.until < stores_to_sum_up.until
  order by 1
$$;
revoke all on function door.stores_to_sum_up from public;
grant select on counted_days to ruam_door;
create policy door on counted_days for select to ruam_door using (true);
alter function door.stores_to_sum_up owner to ruam_door;
grant execute on function door.stores_to_sum_up to ruam_app;
