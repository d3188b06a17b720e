-- What has ended, for those who may read its kind (contract/notifications.ts): ids and counts alone.
create table notification (
  store_id int not null references store,
  id bigint generated always as identity,
  kind text not null,
  ending text not null check (ending in ('completed', 'cancel', 'failed')),
  -- Whose alone it is; null: everybody's who may read its kind.
  user_id int references users,
  data jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
select wall('notification');
create index notification_newest on notification (store_id, at desc, id desc);

-- Who has read which.
create table notification_read (
  store_id int not null,
  user_id int not null references users,
  notification_id bigint not null,
  primary key (store_id, user_id, notification_id),
  foreign key (store_id, notification_id) references notification (store_id, id) on delete cascade
);
select wall('notification_read');
create index notification_read_of on notification_read (store_id, notification_id);

grant select, insert, delete on notification to ruam_door;
create policy door on notification to ruam_door using (true) with check (true);

create function door.purge_notifications() returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from notification where at < now() - interval '90 days' $$;

-- Tells every store that the disk is nearly full, once a week.
create function door.notify_disk(percent int) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(69, 0);
  insert into notification (store_id, kind, ending, data)
  select s.store_id, 'disk_nearly_full', 'failed', jsonb_build_object('percent', percent) from store s
  where s.deleted_at is null and not exists (
    select from notification n
    where n.store_id = s.store_id and n.at > now() - interval '7 days' and n.kind = 'disk_nearly_full');
end $$;

-- Puts an agreement into force that was in none before, and tells the stores that had decided about an earlier one. An older server that
-- starts beside a newer one changes nothing.
create or replace function door.publish_agreement(new_version text, new_document jsonb, new_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  new_id int;
begin
  insert into dpa_document (version, document, document_hash) values (new_version, new_document, new_hash)
  on conflict (version) do nothing returning id into new_id;
  if not exists (select from dpa_document where version = new_version and document_hash = new_hash) then
    raise exception 'The agreement % was published with another text. Give the changed one another version.', new_version;
  end if;
  if new_id is not null then
    insert into notification (store_id, kind, ending, data)
    select s.store_id, 'agreement_new', 'completed', jsonb_build_object('document_id', new_id) from store s
    where s.deleted_at is null and exists (select from dpa_decision d where d.store_id = s.store_id);
  end if;
end $$;

-- Of agreements by id, which versions they are.
create function door.agreement_versions(ids int[]) returns table (id int, version text)
language sql stable security definer set search_path = public, pg_temp
as $$ select d.id, d.version from dpa_document d where d.id = any(ids) $$;

do $$
declare
  fn regprocedure;
begin
  foreach fn in array array['door.purge_notifications()', 'door.notify_disk(int)', 'door.agreement_versions(int[])']::regprocedure[] loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
