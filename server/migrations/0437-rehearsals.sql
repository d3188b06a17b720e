-- Rehearsals of automations: their results, and the journals without which a past moment cannot be restored.

-- Result of a rehearsal of one edition. Its state is that of its job until there are figures.
create table automation_rehearsal (
  store_id int not null,
  automation_id int not null,
  edition int not null,
  months int not null,
  -- First and last day in the zone of the store.
  from_day date not null,
  to_day date not null,
  job_id int not null,
  -- Counts, ids and words of ours.
  figures jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, automation_id, edition)
);
create index automation_rehearsal_job on automation_rehearsal (store_id, job_id);
select wall('automation_rehearsal');

-- Entrants of a rehearsal, in the order in which they entered.
create table automation_rehearsal_person (
  store_id int not null,
  automation_id int not null,
  edition int not null,
  nth int not null,
  profile_id bigint not null,
  entered_at timestamptz not null,
  -- First day of the month of the entry, in the zone of the store.
  month date not null,
  messages int not null,
  -- Reasons for messages that were not sent, and places of conflicts in the figures.
  reasons text[] not null,
  conflicts int[] not null,
  -- Fields of which a value of today was used, `line` for friends.
  as_today text[] not null,
  -- [at, kind, step, outcome, reason] of each act.
  acts jsonb not null,
  primary key (store_id, automation_id, edition, nth),
  foreign key (store_id, automation_id, edition) references automation_rehearsal (store_id, automation_id, edition) on delete cascade
);
create index automation_rehearsal_person_profile on automation_rehearsal_person (store_id, profile_id);
select wall('automation_rehearsal_person');

-- Friends gained and lost by customers. online_log has them for 90 days only.
create table channel_friend_change (
  store_id int not null,
  id bigint generated always as identity,
  profile_id bigint not null,
  channel_type text not null,
  channel_id int not null,
  -- Keyed by the friend, as a customer may have several.
  user_hash text not null,
  -- Null: the friend belonged, or belongs, to another customer or to none.
  before text,
  after text,
  -- Time of the event, by the clock of the channel.
  at timestamptz not null,
  primary key (store_id, id)
);
create index channel_friend_change_profile on channel_friend_change (store_id, profile_id);
create index channel_friend_change_at on channel_friend_change (store_id, at);
select wall('channel_friend_change');

-- General labels given and taken, one row for each label of a statement.
create table profile_label_change (
  store_id int not null,
  id bigint generated always as identity,
  label_id int not null,
  given boolean not null,
  profile_ids bigint[] not null,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index profile_label_change_at on profile_label_change (store_id, at);
select wall('profile_label_change');

create function journal_added_friends() returns trigger
language plpgsql
as $$
begin
  insert into channel_friend_change (store_id, profile_id, channel_type, channel_id, user_hash, after, at)
  select n.store_id, n.profile_id, n.channel_type, n.channel_id, user_hash(n.external_id), n.status, n.since
  from added n join profile p on p.store_id = n.store_id and p.id = n.profile_id;
  return null;
end $$;

-- A friend that is linked to another customer leaves the one and comes to the other at the moment of the link.
create function journal_changed_friends() returns trigger
language plpgsql
as $$
begin
  insert into channel_friend_change (store_id, profile_id, channel_type, channel_id, user_hash, before, after, at)
  select n.store_id, w.profile_id, n.channel_type, n.channel_id, user_hash(n.external_id), w.before, w.after,
    case when w.before is null or w.after is null then clock_timestamp() else n.since end
  from former o join present n on n.store_id = o.store_id and n.channel_type = o.channel_type and n.channel_id = o.channel_id
      and n.external_id = o.external_id
    cross join lateral (
      select o.profile_id, o.status as before, n.status as after where o.profile_id = n.profile_id and o.status <> n.status
      union all select o.profile_id, o.status, null where o.profile_id is not null and coalesce(o.profile_id <> n.profile_id, true)
      union all select n.profile_id, null, n.status where n.profile_id is not null and coalesce(o.profile_id <> n.profile_id, true)) w
    join profile p on p.store_id = n.store_id and p.id = w.profile_id;
  return null;
end $$;

create function journal_removed_friends() returns trigger
language plpgsql
as $$
begin
  insert into channel_friend_change (store_id, profile_id, channel_type, channel_id, user_hash, before, at)
  select o.store_id, o.profile_id, o.channel_type, o.channel_id, user_hash(o.external_id), o.status, clock_timestamp()
  from removed o join profile p on p.store_id = o.store_id and p.id = o.profile_id;
  return null;
end $$;

create function journal_added_labels() returns trigger
language plpgsql
as $$
begin
  insert into profile_label_change (store_id, label_id, given, profile_ids)
  select n.store_id, n.label_id, true, array_agg(n.profile_id order by n.profile_id)
  from added n join label l on l.store_id = n.store_id and l.id = n.label_id and l.type = 'general'
  where n.source <> 'manual_remove' group by n.store_id, n.label_id order by n.label_id;
  return null;
end $$;

create function journal_changed_labels() returns trigger
language plpgsql
as $$
begin
  insert into profile_label_change (store_id, label_id, given, profile_ids)
  select n.store_id, n.label_id, n.source <> 'manual_remove', array_agg(n.profile_id order by n.profile_id)
  from former o join present n on n.store_id = o.store_id and n.label_id = o.label_id and n.profile_id = o.profile_id
    join label l on l.store_id = n.store_id and l.id = n.label_id and l.type = 'general'
  where (o.source = 'manual_remove') <> (n.source = 'manual_remove')
  group by n.store_id, n.label_id, n.source <> 'manual_remove' order by n.label_id;
  return null;
end $$;

create function journal_removed_labels() returns trigger
language plpgsql
as $$
begin
  insert into profile_label_change (store_id, label_id, given, profile_ids)
  select o.store_id, o.label_id, false, array_agg(o.profile_id order by o.profile_id)
  from removed o join label l on l.store_id = o.store_id and l.id = o.label_id and l.type = 'general'
  where o.source <> 'manual_remove' group by o.store_id, o.label_id order by o.label_id;
  return null;
end $$;

-- Deletes rehearsals after seven days, and journals after thirteen months.
grant select, delete on automation_rehearsal, automation_rehearsal_person, channel_friend_change, profile_label_change to ruam_auth;
create policy auth on automation_rehearsal to ruam_auth using (true);
create policy auth on automation_rehearsal_person to ruam_auth using (true);
create policy auth on channel_friend_change to ruam_auth using (true);
create policy auth on profile_label_change to ruam_auth using (true);
create function auth.purge_rehearsals() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from automation_rehearsal where created_at < clock_timestamp() - interval '7 days';
  delete from channel_friend_change where at < clock_timestamp() - interval '13 months';
  delete from profile_label_change where at < clock_timestamp() - interval '13 months'
$$;
alter function auth.purge_rehearsals() owner to ruam_auth;
revoke all on function auth.purge_rehearsals() from public;
grant execute on function auth.purge_rehearsals() to ruam_app;

-- step: rehearsals go with their automation
alter table automation_rehearsal add foreign key (store_id, automation_id) references automation (store_id, id) on delete cascade;

-- step: their people go with the customer
alter table automation_rehearsal_person add foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade;

-- step: the journal of friends goes with the customer
alter table channel_friend_change add foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade;

-- step: friends
create trigger journal_added after insert on channel_friend referencing new table as added for each statement
  when (current_user = 'ruam_app') execute function journal_added_friends();
create trigger journal_changed after update on channel_friend referencing old table as former new table as present for each statement
  when (current_user = 'ruam_app') execute function journal_changed_friends();
create trigger journal_removed after delete on channel_friend referencing old table as removed for each statement
  when (current_user = 'ruam_app') execute function journal_removed_friends();

-- step: labels of profiles
create trigger journal_added after insert on profile_label referencing new table as added for each statement
  when (current_user = 'ruam_app') execute function journal_added_labels();
create trigger journal_changed after update on profile_label referencing old table as former new table as present for each statement
  when (current_user = 'ruam_app') execute function journal_changed_labels();
create trigger journal_removed after delete on profile_label referencing old table as removed for each statement
  when (current_user = 'ruam_app') execute function journal_removed_labels();
