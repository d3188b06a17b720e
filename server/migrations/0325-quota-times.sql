-- When LINE counted the messages of a month, and when Ruam last sent some: LINE's count lags behind by minutes, and counts after that.
alter table broadcast_quota
  add column counted_at timestamptz,
  add column sent_at timestamptz;

alter table channel no force row level security;
alter table broadcast_quota no force row level security;
update broadcast_quota set counted_at = updated_at;
insert into broadcast_quota (store_id, channel_id, month, quota, usage, counted_at)
select store_id, id, date_trunc('month', now() at time zone 'Asia/Tokyo')::date, (quota ->> 'limit')::int, (quota ->> 'usage')::int,
  (quota ->> 'at')::timestamptz
from channel where quota is not null
  and date_trunc('month', (quota ->> 'at')::timestamptz at time zone 'Asia/Tokyo') = date_trunc('month', now() at time zone 'Asia/Tokyo')
on conflict do nothing;
alter table broadcast_quota force row level security;
alter table channel force row level security;
