-- Watches: a place whose files are imported by themselves while they are inside the terms of the store.

create table watch (
  store_id int not null,
  id int generated always as identity,
  name text not null,
  -- Kind and address, without credentials.
  place jsonb not null,
  -- Credentials of the place, sealed with the server's key. Null if it has none.
  secret bytea,
  pattern text not null,
  data_source_id int not null,
  -- Mapping of the data source, with names of columns in place of positions.
  mapping jsonb not null,
  -- Null: each file waits for a decision.
  terms jsonb,
  schedule jsonb not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Error of the contract because of which Ruam paused it. Null if a person did.
  reason text,
  paused_at timestamptz,
  paused_by int,
  -- {name, details} of the last look, if the place could not be read.
  error jsonb,
  failing_since timestamptz,
  -- Members were told of the failing place.
  failure_noticed boolean not null default false,
  -- Null: nothing to look for and no file at work.
  next_look_at timestamptz,
  looked_at timestamptz,
  -- Last day of the store without a file by its hour.
  missed_on date,
  created_by int not null,
  -- Member with whose rights files are imported: who made it, or resumed it last.
  acts_for int not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, data_source_id) references data_source (store_id, id)
);
create unique index watch_name on watch (store_id, name_key(name)) where deleted_at is null;
-- A store takes files of its LINE chats by one watch.
create unique index watch_line_chat on watch (store_id) where deleted_at is null and place ->> 'kind' = 'line_chat';
create index watch_due on watch (next_look_at) where deleted_at is null and next_look_at is not null;
create index watch_looked on watch (looked_at) where deleted_at is null and next_look_at is not null;
create index watch_data_source on watch (store_id, data_source_id);
select wall('watch');
grant select on watch to ruam_auth;
create policy auth on watch for select to ruam_auth using (true);

-- step: watch_file refers to files

-- Files of a place at the last look. One that stood still for a minute is taken.
create table watch_seen (
  store_id int not null,
  watch_id int not null,
  name text not null,
  -- Size, time and version: another stamp is another content.
  stamp text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (store_id, watch_id, name),
  foreign key (store_id, watch_id) references watch (store_id, id) on delete cascade
);
select wall('watch_seen');

-- Taken files in the order of their arrival. The oldest undecided one of a watch is at work, or waits; others queue behind it.
create table watch_file (
  store_id int not null,
  id int generated always as identity,
  watch_id int not null,
  data_source_id int not null,
  name text not null,
  size bigint not null,
  stamp text not null,
  -- SHA-256 of the content, keyed with the server's secret. Null if the file was too large to be taken.
  hash bytea,
  -- Null for skipped files and those that were never taken.
  file_id int,
  status text not null check (status in (
    'arrived', 'reading', 'trying', 'waiting', 'importing', 'imported', 'skipped', 'discarded', 'failed')),
  -- Figures of the dry run.
  figures jsonb,
  -- Terms that the figures break, with value and limit.
  broken jsonb not null default '[]',
  -- Questions besides the terms.
  questions text[] not null default '{}',
  -- {name, details} of the error that ended it, or because of which it waits.
  error jsonb,
  dry_run_id bigint,
  run_id bigint,
  decision text check (decision in ('import', 'discard')),
  decided_by int,
  decided_at timestamptz,
  -- The decision confirms that many consents end.
  confirmed boolean not null default false,
  -- Folder of the place into which it was moved.
  put_away text check (put_away in ('waiting', 'done')),
  -- Left where it is: the place refuses to move it, or it is gone.
  is_left boolean not null default false,
  arrived_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  undone_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, watch_id) references watch (store_id, id),
  foreign key (store_id, file_id) references file (store_id, id)
);
-- A content is imported once by a data source, unless its run is taken back.
create unique index watch_file_content on watch_file (store_id, data_source_id, hash)
  where status in ('arrived', 'reading', 'trying', 'waiting', 'importing', 'imported') and undone_at is null;
-- One file of a watch moves at a time, and one of a data source.
create unique index watch_file_moving on watch_file (store_id, watch_id) where status in ('reading', 'trying', 'importing');
create unique index watch_file_source on watch_file (store_id, data_source_id) where status in ('reading', 'trying', 'importing');
create index watch_file_queue on watch_file (store_id, watch_id, id)
  where status in ('arrived', 'reading', 'trying', 'waiting', 'importing');
create index watch_file_arrivals on watch_file (store_id, watch_id, id desc);
create index watch_file_names on watch_file (store_id, watch_id, name);
create index watch_file_file on watch_file (store_id, file_id) where file_id is not null;
select wall('watch_file');
grant select on watch_file to ruam_auth;
create policy auth on watch_file for select to ruam_auth using (true);

-- Stores with a watch to look after. A look that lies ahead was made before the clock was set back.
create function auth.stores_with_due_watches() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct store_id from watch
  where deleted_at is null and next_look_at is not null and (next_look_at <= now() or looked_at > now() + interval '1 hour')
  order by 1
$$;
alter function auth.stores_with_due_watches owner to ruam_auth;
revoke all on function auth.stores_with_due_watches from public;
grant execute on function auth.stores_with_due_watches to ruam_app;

create trigger record_decision_of_pause after update on watch for each row
  when (old.status = 'active' and new.status = 'paused' and new.deleted_at is null)
  execute function record_decision('watch_ended', 'watch', 'id', 'until', 'deleted_at');
create trigger record_decision_of_deletion after update on watch for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function record_decision('watch_ended', 'watch', 'id', 'until', 'deleted_at');

create function decided_watch_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update watch set status = 'paused', paused_at = coalesce(paused_at, decided_at), next_look_at = null,
    deleted_at = (body ->> 'until')::timestamptz, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'watch')::int and deleted_at is null
    and (status = 'active' or body ->> 'until' is not null)
$$;

create trigger record_decision after update on watch_file for each row
  when (old.status <> 'imported' and new.status = 'imported')
  execute function record_decision('watch_file_imported', 'watch', 'watch_id', 'file', 'id', 'content', 'hash');

-- An older database lacks the import. The content is remembered as discarded: when it comes again, it is asked about.
create function decided_watch_file_imported(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update watch_file set status = 'discarded', ended_at = decided_at
  where store_id = of_store and watch_id = (body ->> 'watch')::int and hash = (body ->> 'content')::bytea
    and status in ('arrived', 'reading', 'trying', 'waiting', 'importing');
  insert into watch_file (store_id, watch_id, data_source_id, name, size, stamp, hash, status, ended_at)
  select w.store_id, w.id, w.data_source_id, '', 0, '', (body ->> 'content')::bytea, 'discarded', decided_at
  from watch w where w.store_id = of_store and w.id = (body ->> 'watch')::int
    and not exists (select from watch_file f where f.store_id = w.store_id and f.watch_id = w.id
      and f.hash = (body ->> 'content')::bytea)
$$;

-- Files of watches stay while they wait, and for 31 days after they arrived.
create or replace function auth.purge() returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from access_token where expires_at < now() - interval '1 day';
  delete from user_session where coalesce(revoked_at, expires_at) < now() - interval '7 days';
  -- Expired invitations are kept for questions about them.
  delete from invitation where expires_at < now() - interval '90 days';
  delete from rate_limit where window_start < now() - interval '1 day';
  delete from run_record r using run
  where run.store_id = r.store_id and run.id = r.run
    -- A run can be undone for 30 days; the 31st leaves time for an undo begun in the last minute.
    and run.finished_at < now() - case run.kind when 'dry' then interval '7 days' else interval '31 days' end;
  delete from run_profile p using run
  where run.store_id = p.store_id and run.id = p.run and run.finished_at < now() - interval '31 days';
  return query
    with gone as (
      delete from file f where f.created_at < now() - interval '2 days'
        and not exists (select from data_source d where d.store_id = f.store_id and d.file_id = f.id)
        and not exists (select from run r where r.store_id = f.store_id and r.file_id = f.id)
        and not exists (select from watch_file w where w.store_id = f.store_id and w.file_id = f.id)
      returning f.storage_key, f.rows_key)
    select key from gone, lateral (values (storage_key), (rows_key)) as keys (key) where key is not null;
  return query
    with gone as (
      update file f set removed_at = now(), facts = '[]', row_offsets = '[]'
      where f.removed_at is null
        and (exists (select from data_source d where d.store_id = f.store_id and d.file_id = f.id)
          or exists (select from run r where r.store_id = f.store_id and r.file_id = f.id)
          or exists (select from watch_file w where w.store_id = f.store_id and w.file_id = f.id))
        and not exists (select from watch_file w where w.store_id = f.store_id and w.file_id = f.id
          and (w.status in ('arrived', 'reading', 'trying', 'waiting', 'importing') or w.arrived_at > now() - interval '31 days'))
        and not exists (select from data_source d
          where d.store_id = f.store_id and d.file_id = f.id and d.deleted_at is null)
        and not exists (select from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
          where r.store_id = f.store_id and r.file_id = f.id and d.deleted_at is null
            and coalesce(r.finished_at, now()) > now() - case r.kind when 'dry' then interval '7 days' else interval '31 days' end)
      returning f.storage_key, f.rows_key)
    select key from gone, lateral (values (storage_key), (rows_key)) as keys (key) where key is not null;
end $$;
