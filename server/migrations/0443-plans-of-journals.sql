-- The journals of labels and friends pair the rows of an update by a full join, which PostgreSQL hashes or merges: a plan that was kept from an
-- update of one row would compare each row of a large update with all others.

-- step: labels
create or replace function journal_changed_labels() returns trigger
language plpgsql
as $$
begin
  insert into profile_label_change (store_id, label_id, given, profile_ids)
  with pair as materialized (
    select n.store_id, n.label_id, n.profile_id, o.source = 'manual_remove' as was_taken, n.source = 'manual_remove' as is_taken
    from former o full join present n on n.store_id = o.store_id and n.label_id = o.label_id and n.profile_id = o.profile_id
  )
  select p.store_id, p.label_id, not p.is_taken, array_agg(p.profile_id order by p.profile_id)
  from pair p join label l on l.store_id = p.store_id and l.id = p.label_id and l.type = 'general'
  where p.was_taken <> p.is_taken group by p.store_id, p.label_id, p.is_taken order by p.label_id;
  return null;
end $$;

-- step: friends
create or replace function journal_changed_friends() returns trigger
language plpgsql
as $$
begin
  insert into channel_friend_change (store_id, profile_id, channel_type, channel_id, user_hash, before, after, at, since)
  with pair as materialized (
    select n.store_id, n.channel_type, n.channel_id, n.external_id, n.since, o.profile_id as former_id, n.profile_id as present_id,
      o.status as former_status, n.status as present_status
    from former o full join present n on n.store_id = o.store_id and n.channel_type = o.channel_type and n.channel_id = o.channel_id
      and n.external_id = o.external_id
  ), move as materialized (
    select *, former_id as profile_id, former_status as before, present_status as after from pair
    where former_id = present_id and former_status <> present_status
    union all
    select *, former_id, former_status, null from pair where former_id is not null and coalesce(former_id <> present_id, true)
    union all
    select *, present_id, null, present_status from pair where present_id is not null and coalesce(former_id <> present_id, true)
  )
  select m.store_id, m.profile_id, m.channel_type, m.channel_id, user_hash(m.external_id), m.before, m.after, clock_timestamp(), m.since
  from move m join profile p on p.store_id = m.store_id and p.id = m.profile_id;
  return null;
end $$;
