-- Visitors who had opened no link of the broadcast before: their sum is the number of people who clicked. Place 0 of `broadcast_click`
-- is a visitor's row for all links of a broadcast.
alter table broadcast_link add column first_visitors int not null default 0;

-- Links were counted apart before: the most visited one has at least so many.
alter table broadcast_link no force row level security;
update broadcast_link l set first_visitors = visitors where visitors > 0 and not exists (
  select from broadcast_link o where o.store_id = l.store_id and o.broadcast_id = l.broadcast_id and (o.visitors, o.place) > (l.visitors, l.place));
alter table broadcast_link force row level security;

-- step: visitors of before
alter table broadcast_click no force row level security;
insert into broadcast_click (store_id, broadcast_id, place, visitor, clicked_at)
select store_id, broadcast_id, 0, visitor, max(clicked_at) from broadcast_click group by store_id, broadcast_id, visitor;
alter table broadcast_click force row level security;

-- step: the quota in the evening of each day of the store
create table broadcast_quota_day (
  store_id int not null references store,
  channel_id int not null,
  -- LINE's month (UTC+9): a late evening of the store belongs to the next one.
  month date not null,
  day date not null,
  -- Messages of the month until that evening: LINE's count, with what Ruam has sent since.
  usage int not null,
  -- Messages that Ruam sent on the day.
  sent int not null default 0,
  primary key (store_id, channel_id, month, day)
);
select wall('broadcast_quota_day');

-- step: when the people of a draft were counted
alter table broadcast add column estimated_at timestamptz;
