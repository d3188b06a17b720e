-- The rich menu of each friend: as LINE accepted it, as it should be, and the moves of customers.

-- Accounts with menus, and the state of their friends.
create table rich_menu_assignment (
  store_id int not null,
  channel_id int not null,
  -- Menus that friends were last compared with, in order: [{id, line_id, label_ids}]. The default menu needs no links.
  menus jsonb not null default '[]',
  -- Labels of these menus. Customers who join or leave one are written to rich_menu_touched.
  label_ids int[] not null default '{}',
  -- True: all friends are compared at the next flush, until no transaction is left that began under the menus of before.
  compares boolean not null default true,
  horizon bigint,
  horizon_at timestamptz,
  -- True: LINE may show friends anything, as after a restore.
  doubted boolean not null default false,
  -- When the last friend got the right menu; null while one waits.
  settled_at timestamptz,
  -- Last sample that was read back from LINE. `samples`: another one is due, as after an error.
  sampled_at timestamptz not null default clock_timestamp(),
  samples boolean not null default false,
  -- The one sender of the account.
  holder uuid,
  held_until timestamptz,
  primary key (store_id, channel_id)
);
select wall('rich_menu_assignment');
grant select on rich_menu_assignment to ruam_auth;
create policy auth on rich_menu_assignment for select to ruam_auth using (true);

-- Friends who have, or should have, another menu than the default one.
create table rich_menu_friend (
  store_id int not null,
  channel_id int not null,
  external_id text not null,
  -- Customer by whose labels the menu was chosen.
  profile_id bigint,
  -- The menu that they should have and its object at LINE; null for the default one. The label is why.
  menu_id int,
  line_id text,
  label_id int,
  -- True once LINE has accepted it. False before the first call: the outcome of a call that was cut off is unknown.
  linked boolean not null default false,
  -- Blocked, or refused by LINE: nothing is sent.
  away boolean not null default false,
  -- The menu that LINE accepted last; null for the default one.
  shown_menu_id int,
  wanted_at timestamptz not null default clock_timestamp(),
  -- The same for all of one call.
  linked_at timestamptz,
  primary key (store_id, channel_id, external_id)
);
create index rich_menu_friend_profile on rich_menu_friend (store_id, profile_id);
create index rich_menu_friend_due on rich_menu_friend (store_id, channel_id, line_id, external_id) where not linked and not away;
select wall('rich_menu_friend');
grant select on rich_menu_friend to ruam_auth;
create policy auth on rich_menu_friend for select to ruam_auth using (true);

-- Customers whose menu may have changed, a row for each statement that touched some.
create table rich_menu_touched (
  store_id int not null,
  id bigint generated always as identity,
  profile_ids bigint[] not null,
  primary key (store_id, id)
);
select wall('rich_menu_touched');
grant select on rich_menu_touched to ruam_auth;
create policy auth on rich_menu_touched for select to ruam_auth using (true);

-- Moves of customers between menus. Deleted after 90 days.
create table rich_menu_move (
  store_id int not null,
  id bigint generated always as identity,
  profile_id bigint not null,
  channel_id int not null,
  from_menu_id int,
  to_menu_id int,
  label_id int,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index rich_menu_move_profile on rich_menu_move (store_id, profile_id, at desc);
create index rich_menu_move_at on rich_menu_move using brin (at);
select wall('rich_menu_move');
grant select, delete on rich_menu_move to ruam_auth;
create policy auth on rich_menu_move to ruam_auth using (true);

-- Menus in effect of each account that are given by segments and labels, in order.
create function menus_in_effect() returns table (store_id int, channel_id int, menus jsonb)
language sql stable
as $$
  select m.store_id, m.channel_id,
    jsonb_agg(jsonb_build_object('id', m.id, 'line_id', l.line_id, 'label_ids', given.label_ids) order by m.place, m.id)
  from rich_menu m
  join rich_menu_at_line l on l.store_id = m.store_id and l.channel_id = m.channel_id and l.rich_menu_id = m.id and l.state = 'ready'
  cross join lateral (
    select coalesce(jsonb_agg(k.id order by k.id), '[]') as label_ids from label k
    where k.store_id = m.store_id and k.id = any(m.label_ids)) given
  where m.status = 'in_use' and not m.is_default and m.fault is distinct from 'deleted_at_line'
    and (m.starts_at is null or m.starts_at <= now()) and (m.ends_at is null or m.ends_at > now())
  group by m.store_id, m.channel_id
$$;

-- Stores with friends to compare or to move, and accounts of which a sample is due.
create function auth.stores_with_menu_moves() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select store_id from (
    select store_id from rich_menu_touched
    union select store_id from rich_menu_assignment where compares or doubted
    union select a.store_id from rich_menu_assignment a
      join channel c on c.store_id = a.store_id and c.id = a.channel_id and c.status = 'active'
      where a.samples or a.sampled_at < now() - interval '1 day'
    union select coalesce(e.store_id, a.store_id) from menus_in_effect() e
      full join rich_menu_assignment a on a.store_id = e.store_id and a.channel_id = e.channel_id
      where coalesce(e.menus, '[]') is distinct from coalesce(a.menus, '[]')
    union select f.store_id from rich_menu_friend f
      join channel c on c.store_id = f.store_id and c.id = f.channel_id and c.status = 'active'
      where not f.linked and not f.away) due
  join store using (store_id) where deleted_at is null
$$;

create function auth.purge_menu_moves() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from rich_menu_move where at < clock_timestamp() - interval '90 days'
$$;
alter function auth.stores_with_menu_moves() owner to ruam_auth;
alter function auth.purge_menu_moves() owner to ruam_auth;
revoke all on function auth.stores_with_menu_moves(), auth.purge_menu_moves() from public;
grant execute on function auth.stores_with_menu_moves(), auth.purge_menu_moves() to ruam_app;

-- Writes down customers who join or leave a label of a menu. Rows that go with their label count as a change of the menu.
create function touch_menus_by_label() returns trigger
language plpgsql
as $$
begin
  if not exists (select from rich_menu_assignment where store_id = current_store()) then return null; end if;
  insert into rich_menu_touched (store_id, profile_ids)
  select m.store_id, array_agg(distinct m.profile_id) from moved m
  where exists (select from rich_menu_assignment a where a.store_id = m.store_id and m.label_id = any(a.label_ids))
  group by m.store_id;
  return null;
end $$;

-- Writes down customers whose account of LINE follows, blocks, or changes hands.
create function touch_menus_by_friend() returns trigger
language plpgsql
as $$
begin
  if not exists (select from rich_menu_assignment where store_id = current_store()) then return null; end if;
  if tg_op = 'UPDATE' then
    insert into rich_menu_touched (store_id, profile_ids)
    select n.store_id, array_agg(distinct p.id) from former o
    join present n using (store_id, channel_type, channel_id, external_id)
    cross join lateral unnest(array[o.profile_id, n.profile_id]) p (id)
    where (o.status, o.profile_id) is distinct from (n.status, n.profile_id) and p.id is not null
      and exists (select from rich_menu_assignment a where a.store_id = n.store_id and a.channel_id = n.channel_id)
    group by n.store_id;
  else
    insert into rich_menu_touched (store_id, profile_ids)
    select m.store_id, array_agg(distinct m.profile_id) from moved m
    where m.profile_id is not null
      and exists (select from rich_menu_assignment a where a.store_id = m.store_id and a.channel_id = m.channel_id)
    group by m.store_id;
  end if;
  return null;
end $$;

-- Writes down a customer who is deleted, restored, merged or restricted.
create function touch_menus_by_profile() returns trigger
language plpgsql
as $$
begin
  if exists (select from rich_menu_assignment where store_id = current_store()) then
    insert into rich_menu_touched (store_id, profile_ids) values (old.store_id, array[old.id]);
  end if;
  return null;
end $$;

-- step: moves go with their customer
alter table rich_menu_move add foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade;

-- step: states go with their account
alter table rich_menu_assignment add foreign key (store_id, channel_id) references channel (store_id, id) on delete cascade;

-- step: friends go with their account
alter table rich_menu_friend add foreign key (store_id, channel_id) references channel (store_id, id) on delete cascade;

-- step: labels of profiles
create trigger touch_menus_added after insert on profile_label referencing new table as moved for each statement
  when (current_user = 'ruam_app') execute function touch_menus_by_label();
create trigger touch_menus_changed after update on profile_label referencing new table as moved for each statement
  when (current_user = 'ruam_app') execute function touch_menus_by_label();
create trigger touch_menus_removed after delete on profile_label referencing old table as moved for each statement
  when (current_user = 'ruam_app') execute function touch_menus_by_label();

-- step: friends
create trigger touch_menus_added after insert on channel_friend referencing new table as moved for each statement
  when (current_user = 'ruam_app') execute function touch_menus_by_friend();
create trigger touch_menus_changed after update on channel_friend referencing old table as former new table as present for each statement
  when (current_user = 'ruam_app') execute function touch_menus_by_friend();
create trigger touch_menus_removed after delete on channel_friend referencing old table as moved for each statement
  when (current_user = 'ruam_app') execute function touch_menus_by_friend();

-- step: profiles
create trigger touch_menus_changed after update of deleted_at, merged_into, restricted_at on profile for each row
  -- Not as rows: a dump of such a comparison has other brackets than its source.
  when (current_user = 'ruam_app' and (old.deleted_at is distinct from new.deleted_at
    or old.merged_into is distinct from new.merged_into or old.restricted_at is distinct from new.restricted_at))
  execute function touch_menus_by_profile();
create trigger touch_menus_removed after delete on profile for each row
  when (current_user = 'ruam_app') execute function touch_menus_by_profile();
