-- The stream of changes: what programs and automations follow. Rows are written by triggers, in the transaction of the change, while the store
-- has a reader. Positions are given after the commit, by one transaction at a time, so that none is given behind what was read.

-- The reader of a store's changes, in the number of all who read them. No row: nothing is written.
create table change_reader (
  store_id int primary key references store,
  -- Another one after a restore or a pause: cursors of before lead nowhere.
  epoch uuid not null default gen_random_uuid(),
  -- All writers that began later write changes. Null until the row is committed.
  begun_at timestamptz,
  -- Position of the newest change that has one, and of the newest that was deleted.
  position bigint not null default 0,
  deleted_to bigint not null default 0,
  -- Ends 30 days after the last read.
  reads_until timestamptz not null
);
select wall('change_reader');
grant select on change_reader to ruam_auth;
create policy auth on change_reader for select to ruam_auth using (true);

-- Changes of one kind by one statement. A block of an import is one row, with the ids of its profiles.
create table change (
  store_id int not null,
  id bigint generated always as identity,
  -- Type of the event. 'segment.rule' keeps the fields by which a former rule chose; no program reads it.
  kind text not null,
  -- Label, activity type, purpose, survivor of a merge, run or broadcast.
  subject_id bigint,
  profile_ids bigint[] not null default '{}',
  -- Activities, in the order of their profiles.
  activity_ids bigint[],
  -- Columns and ids of custom fields; the dependencies of a former rule; the status of consents.
  details text[] not null default '{}',
  at timestamptz not null default clock_timestamp(),
  -- Null until it is given.
  position bigint,
  primary key (store_id, id)
);
create unique index change_position on change (store_id, position) where position is not null;
create index change_without_position on change (store_id, id) where position is null;
create index change_former_rule on change (store_id, subject_id) where kind = 'segment.rule';
select wall('change');

create function auth.stores_with_changes() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select store_id from change_reader order by store_id $$;
alter function auth.stores_with_changes owner to ruam_auth;
revoke all on function auth.stores_with_changes from public;
grant execute on function auth.stores_with_changes to ruam_app;

-- True while somebody follows the store's changes.
create function changes_are_read() returns boolean
language sql stable
as $$ select exists (select from change_reader where store_id = current_store() and reads_until > now()) $$;

create function raise_added_profiles() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  insert into change (store_id, kind, profile_ids)
  select store_id, 'profile.created', array_agg(id order by id) from added
  where deleted_at is null and merged_into is null group by store_id;
  return null;
end $$;

-- Columns and custom fields whose values differ. Columns that keep the books of a row are no fields.
create function changed_fields(former jsonb, present jsonb) returns text[]
language sql immutable
as $$
  select coalesce(array_agg(key order by key), '{}') from (
    select key from jsonb_each(present) p
    where key <> all ('{store_id,id,custom,sources,search_key,origin_run,origin_row,row_hash,created_by,created_at,updated_at,deleted_at,merged_into,restricted_at,custom_search}')
      and value is distinct from former -> key
    union all
    select key from jsonb_object_keys((former -> 'custom') || (present -> 'custom')) key
    where former -> 'custom' -> key is distinct from present -> 'custom' -> key) k
$$;

-- A profile that comes back brings its labels along: its reader has forgotten them.
create function raise_changed_profiles() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  with pairs as materialized (
    select n.store_id, n.id, n.merged_into, n.deleted_at is null and n.merged_into is null as lives,
      o.deleted_at is null and o.merged_into is null as lived, to_jsonb(o) as former, to_jsonb(n) as present
    from former o join present n on n.store_id = o.store_id and n.id = o.id
  ), raised as (
    select store_id, id, case when not lived then 'profile.created' when lives then 'profile.updated'
        when merged_into is not null then 'profile.merged' else 'profile.deleted' end as kind,
      case when not lives then merged_into end as subject_id,
      case when lived and lives then changed_fields(former, present) else '{}' end as details
    from pairs where lived or lives
  ), profiles as (
    insert into change (store_id, kind, subject_id, profile_ids, details)
    select store_id, kind, subject_id, array_agg(id order by id), details from raised
    where kind <> 'profile.updated' or details <> '{}'
    group by store_id, kind, subject_id, details order by kind, details
    returning kind
  )
  insert into change (store_id, kind, subject_id, profile_ids)
  select b.store_id, case l.type when 'advanced' then 'segment.entered' else 'label.added' end, l.id, array_agg(b.id order by b.id)
  from pairs b join profile_label x on x.store_id = b.store_id and x.profile_id = b.id and x.source <> 'manual_remove'
    join label l on l.store_id = x.store_id and l.id = x.label_id
  where b.lives and not b.lived and (select count(*) from profiles) > 0 group by b.store_id, l.type, l.id order by l.id;
  return null;
end $$;

create function raise_removed_profiles() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  insert into change (store_id, kind, profile_ids)
  select store_id, 'profile.deleted', array_agg(id order by id) from removed
  where deleted_at is null and merged_into is null group by store_id;
  return null;
end $$;

-- Labels that live profiles have gained or lost. Those of others are unknown to readers.
create function raise_added_labels() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  insert into change (store_id, kind, subject_id, profile_ids)
  select m.store_id, case l.type when 'advanced' then 'segment.entered' else 'label.added' end, l.id,
    array_agg(m.profile_id order by m.profile_id)
  from added m join label l on l.store_id = m.store_id and l.id = m.label_id
    join profile p on p.store_id = m.store_id and p.id = m.profile_id and p.deleted_at is null and p.merged_into is null
  where m.source <> 'manual_remove' group by m.store_id, l.type, l.id order by l.id;
  return null;
end $$;

create function raise_changed_labels() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  insert into change (store_id, kind, subject_id, profile_ids)
  select n.store_id, case when l.type = 'advanced' then case when n.source <> 'manual_remove' then 'segment.entered' else 'segment.left' end
      when n.source <> 'manual_remove' then 'label.added' else 'label.removed' end, l.id, array_agg(n.profile_id order by n.profile_id)
  from former o join present n on n.store_id = o.store_id and n.label_id = o.label_id and n.profile_id = o.profile_id
    join label l on l.store_id = n.store_id and l.id = n.label_id
    join profile p on p.store_id = n.store_id and p.id = n.profile_id and p.deleted_at is null and p.merged_into is null
  where (o.source = 'manual_remove') <> (n.source = 'manual_remove')
  group by n.store_id, l.type, l.id, n.source <> 'manual_remove' order by l.id;
  return null;
end $$;

-- Rows that go with their label are deleted by the owner, and raised by the label.
create function raise_removed_labels() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  insert into change (store_id, kind, subject_id, profile_ids)
  select m.store_id, case l.type when 'advanced' then 'segment.left' else 'label.removed' end, l.id,
    array_agg(m.profile_id order by m.profile_id)
  from removed m join label l on l.store_id = m.store_id and l.id = m.label_id
    join profile p on p.store_id = m.store_id and p.id = m.profile_id and p.deleted_at is null and p.merged_into is null
  where m.source <> 'manual_remove' group by m.store_id, l.type, l.id order by l.id;
  return null;
end $$;

create function raise_removed_label() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return old; end if;
  insert into change (store_id, kind, subject_id, profile_ids)
  select old.store_id, case old.type when 'advanced' then 'segment.left' else 'label.removed' end, old.id, array_agg(id order by id)
  from (
    select p.id, row_number() over (order by p.id) / 10000 as part
    from profile_label x join profile p on p.store_id = x.store_id and p.id = x.profile_id and p.deleted_at is null and p.merged_into is null
    where x.store_id = old.store_id and x.label_id = old.id and x.source <> 'manual_remove') m
  group by part order by part;
  insert into change (store_id, kind, subject_id, details)
  select store_id, 'segment.rule', label_id, reads from segment where store_id = old.store_id and label_id = old.id;
  return old;
end $$;

-- A rule is kept as long as moves that it caused may be read: who may not read its fields must not learn of them by the next rule.
create function raise_former_rule() returns trigger
language plpgsql
as $$
begin
  if changes_are_read() then
    insert into change (store_id, kind, subject_id, details) values (old.store_id, 'segment.rule', old.label_id, old.reads);
  end if;
  return null;
end $$;

create function raise_activities() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  insert into change (store_id, kind, subject_id, profile_ids, activity_ids)
  select store_id, 'activity.created', type_id, array_agg(profile_id order by id), array_agg(id order by id) from added
  group by store_id, type_id order by type_id;
  return null;
end $$;

create function raise_consents() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  insert into change (store_id, kind, subject_id, profile_ids, details)
  select store_id, 'consent.changed', purpose_id, array_agg(profile_id order by id), array[status] from added
  group by store_id, purpose_id, status order by min(id);
  return null;
end $$;

-- Argument: the type of the event.
create function raise_end() returns trigger
language plpgsql
as $$
begin
  if changes_are_read() then
    insert into change (store_id, kind, subject_id) values (new.store_id, tg_argv[0], new.id);
  end if;
  return null;
end $$;

-- step: profiles
create trigger raise_added after insert on profile referencing new table as added for each statement
  when (current_user = 'ruam_app') execute function raise_added_profiles();
create trigger raise_changed after update on profile referencing old table as former new table as present for each statement
  when (current_user = 'ruam_app') execute function raise_changed_profiles();
create trigger raise_removed after delete on profile referencing old table as removed for each statement
  when (current_user = 'ruam_app') execute function raise_removed_profiles();

-- step: labels of profiles
create trigger raise_added after insert on profile_label referencing new table as added for each statement
  when (current_user = 'ruam_app') execute function raise_added_labels();
create trigger raise_changed after update on profile_label referencing old table as former new table as present for each statement
  when (current_user = 'ruam_app') execute function raise_changed_labels();
create trigger raise_removed after delete on profile_label referencing old table as removed for each statement
  when (current_user = 'ruam_app') execute function raise_removed_labels();

-- step: labels
create trigger raise_removed before delete on label for each row
  when (current_user = 'ruam_app') execute function raise_removed_label();

-- step: rules of segments
create trigger raise_former_rule after update on segment for each row
  when (current_user = 'ruam_app' and old.reads is distinct from new.reads) execute function raise_former_rule();

-- step: activities
create trigger raise_added after insert on activity referencing new table as added for each statement
  when (current_user = 'ruam_app') execute function raise_activities();

-- step: consents
create trigger raise_added after insert on consent_entry referencing new table as added for each statement
  when (current_user = 'ruam_app') execute function raise_consents();

-- step: ends of imports
create trigger raise_end after update on run for each row
  when (current_user = 'ruam_app' and new.kind = 'real' and old.finished_at is null and new.finished_at is not null)
  execute function raise_end('import.ended');

-- step: ends of broadcasts
create trigger raise_end after update on broadcast for each row
  when (current_user = 'ruam_app' and old.finished_at is null and new.finished_at is not null)
  execute function raise_end('broadcast.ended');
