-- Automations follow the stream of changes: kinds that no program reads, and what made a change.

-- A click of a customer on a link of a broadcast. `details`: the place of the link.
create function raise_clicks() returns trigger
language plpgsql
as $$
begin
  if not changes_are_read() then return null; end if;
  insert into change (store_id, kind, subject_id, profile_ids, details)
  select store_id, 'link.clicked', broadcast_id, array_agg(profile_id order by profile_id), array[place::text] from present
  group by store_id, broadcast_id, place order by broadcast_id, place;
  return null;
end $$;

-- step: changes, with what made them: 'run:<id>' of a file, 'undo:<id>' of taking it back, 'calculation' of segments
alter table change add column origin text;
alter table change alter column origin set default nullif(current_setting('ruam.origin', true), '');

-- step: clicks
create trigger raise_added after insert on broadcast_person_click referencing new table as present for each statement
  when (current_user = 'ruam_app') execute function raise_clicks();
create trigger raise_changed after update on broadcast_person_click referencing new table as present for each statement
  when (current_user = 'ruam_app') execute function raise_clicks();

-- step: imports that are being taken back
create trigger raise_undo after update on run for each row
  when (current_user = 'ruam_app' and new.kind = 'real' and old.undone_to = 0 and new.undone_to > 0)
  execute function raise_end('import.undone');

-- A customer whose restriction was lifted goes on.
create function go_on() returns trigger
language plpgsql
as $$
begin
  update automation_run set waits_for = null
  where store_id = new.store_id and profile_id = new.id and ended_at is null and waits_for = 'restricted';
  return null;
end $$;

-- An automation that begins or goes on follows what happens from then on, and its worker looks at it.
create function begin_to_follow() returns trigger
language plpgsql
as $$
begin
  new.looks_at := null;
  new.dates_done_to := case when new.status = 'active' then clock_timestamp() end;
  if new.status <> 'active' or old.status <> 'active' then
    new.follows_since := case when new.status = 'active' then clock_timestamp() end;
  end if;
  if new.status = 'active' then
    insert into automation_engine (store_id) values (new.store_id) on conflict do nothing;
    insert into change_reader (store_id, reads_until) values (new.store_id, now() + interval '30 days') on conflict do nothing;
  end if;
  return new;
end $$;

-- step: automations at work
-- Changes from then on let customers enter. Null unless it is active.
alter table automation add column follows_since timestamptz;
-- When its worker looks at it next, whatever else happens. Null: now.
alter table automation add column looks_at timestamptz;
create trigger begin_to_follow before update on automation for each row
  when (old.status <> new.status or coalesce(old.version, 0) <> coalesce(new.version, 0)) execute function begin_to_follow();
grant select on automation to ruam_auth;
create policy auth on automation for select to ruam_auth using (true);

-- step: engines
-- When runs that a file holds up are looked at again.
alter table automation_engine add column looks_at timestamptz;
grant select on automation_engine to ruam_auth;
create policy auth on automation_engine for select to ruam_auth using (true);

-- step: runs that are due, and those that a file began
create index automation_run_ready on automation_run (store_id, due_at, id)
  where ended_at is null and (waits_for is null or waits_for in ('quiet_hours', 'quota'));
create index automation_run_waiting on automation_run (store_id, waits_for, id)
  where ended_at is null and waits_for in ('paused', 'restricted', 'import');
create index automation_run_file on automation_run (store_id, (detail ->> 'run_id'))
  where ended_at is null and detail ->> 'run_id' is not null;
grant select on automation_run to ruam_auth;
create policy auth on automation_run for select to ruam_auth using (true);

-- step: restrictions
create trigger go_on after update of restricted_at on profile for each row
  when (current_user = 'ruam_app' and old.restricted_at is not null and new.restricted_at is null) execute function go_on();

-- Stores whose automations have something to do, and whom no worker has.
create function auth.automations_to_work() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select e.store_id from automation_engine e
    join store s on s.store_id = e.store_id and s.deleted_at is null
    left join change_reader r on r.store_id = e.store_id
  where (e.until is null or e.until < clock_timestamp())
    and exists (select from automation a where a.store_id = e.store_id and a.status = 'active')
    and (e.looks_at <= now() or r.store_id is null or r.epoch is distinct from e.epoch or r.position > e.position or r.reads_until < now() + interval '29 days'
      or exists (select from change c where c.store_id = e.store_id and c.position is null)
      or exists (select from automation a where a.store_id = e.store_id and a.status = 'active'
        and (a.looks_at is null or a.looks_at <= now()))
      or exists (select from automation_run d where d.store_id = e.store_id and d.ended_at is null
        and (d.waits_for is null or d.waits_for in ('quiet_hours', 'quota')) and d.due_at <= now()))
  order by 1
$$;
alter function auth.automations_to_work owner to ruam_auth;
revoke all on function auth.automations_to_work from public;
grant execute on function auth.automations_to_work to ruam_app;

-- background: changes of files, by which moves of a calculation are told apart
create index concurrently if not exists change_of_file on change (store_id, position) where origin is not null;
