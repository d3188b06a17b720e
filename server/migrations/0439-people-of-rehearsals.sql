-- Customers for whom a rehearsal used a value of today are listed, also those who would not enter.
alter table automation_rehearsal_person
  alter column entered_at drop not null,
  alter column month drop not null;

-- step: friends
-- Friends come and go in a rehearsal when Ruam learns of it; the channel's time tells which status is newer.
alter table channel_friend_change add column since timestamptz;

create or replace function journal_added_friends() returns trigger
language plpgsql
as $$
begin
  insert into channel_friend_change (store_id, profile_id, channel_type, channel_id, user_hash, after, at, since)
  select n.store_id, n.profile_id, n.channel_type, n.channel_id, user_hash(n.external_id), n.status, clock_timestamp(), n.since
  from added n join profile p on p.store_id = n.store_id and p.id = n.profile_id;
  return null;
end $$;

create or replace function journal_changed_friends() returns trigger
language plpgsql
as $$
begin
  insert into channel_friend_change (store_id, profile_id, channel_type, channel_id, user_hash, before, after, at, since)
  select n.store_id, w.profile_id, n.channel_type, n.channel_id, user_hash(n.external_id), w.before, w.after, clock_timestamp(), n.since
  from former o join present n on n.store_id = o.store_id and n.channel_type = o.channel_type and n.channel_id = o.channel_id
      and n.external_id = o.external_id
    cross join lateral (
      select o.profile_id, o.status as before, n.status as after where o.profile_id = n.profile_id and o.status <> n.status
      union all select o.profile_id, o.status, null where o.profile_id is not null and coalesce(o.profile_id <> n.profile_id, true)
      union all select n.profile_id, null, n.status where n.profile_id is not null and coalesce(o.profile_id <> n.profile_id, true)) w
    join profile p on p.store_id = n.store_id and p.id = w.profile_id;
  return null;
end $$;
