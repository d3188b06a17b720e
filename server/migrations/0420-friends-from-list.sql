-- Friends from LINE's own list are rows of friends before they are customers.

-- Name that the friend has on LINE; null once a customer holds it.
alter table channel_friend add column display_name text;

-- step: LINE's list of the friends of an account
alter table channel
  -- Next time to read the list.
  add column list_due_at timestamptz not null default now(),
  -- When the whole list was read last, and its number of friends.
  add column listed_at timestamptz,
  add column listed int,
  -- When LINE refused the list; null: it never did, or gives it again.
  add column list_refused_at timestamptz;

-- Accounts in use whose list is due, the longest waiting first.
create function auth.channels_to_list(most int) returns table (store_id int, channel_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.store_id, c.id from channel c join store s on s.store_id = c.store_id and s.deleted_at is null
  where c.type in ('lineOA', 'lineModule') and c.status = 'active' and c.list_due_at <= clock_timestamp()
  order by c.list_due_at limit most
$$;
alter function auth.channels_to_list owner to ruam_auth;
revoke all on function auth.channels_to_list from public;
grant execute on function auth.channels_to_list to ruam_app;

-- Stops at the first name that is due in an account: a list brings thousands at once.
create or replace function auth.stores_with_names() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct c.store_id from channel c where c.status = 'active' and exists (
    select from channel_friend f where f.store_id = c.store_id and f.channel_id = c.id and f.name_at <= now())
$$;

-- background: customers' names are asked for before those of other friends
create index concurrently if not exists channel_friend_customer_name on channel_friend (store_id, name_at)
  where name_at is not null and profile_id is not null;
