-- A file that somebody asked for; what makes it is the job with the same id, whose state is its own.
create table export (
  store_id int not null,
  id int not null,
  user_id int not null references users,
  type text not null,
  file_type text not null check (file_type in ('xlsx', 'csv')),
  file_name text not null,
  -- What somebody must hold to have the file: the right to exports, and to all that is in it.
  rights text[] not null,
  -- Set with the end of the job: a file that was cut short is nobody's.
  storage_key text,
  rows int,
  size bigint,
  cut int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  primary key (store_id, id),
  foreign key (store_id, id) references job (store_id, id) on delete cascade
);
select wall('export');
create index export_own on export (store_id, user_id, created_at desc, id desc);

-- One-time addresses of files, by the hash of their secret.
create table export_link (
  store_id int not null,
  token_hash bytea not null,
  export_id int not null,
  session_id bigint not null,
  expires_at timestamptz not null,
  primary key (store_id, token_hash),
  foreign key (store_id, export_id) references export (store_id, id) on delete cascade
);
select wall('export_link');
create index export_link_export on export_link (store_id, export_id);

-- Ends what nobody may have any more: files whose days are over, and those of people who left the store or lost a right that the file
-- needs. Answers their storage keys, which the caller removes; one that is still being made is cancelled.
create function door.end_exports() returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from export_link where expires_at < now();
  return query
    with gone as (
      delete from export e
      where e.expires_at < now() or not exists (
        select from store_member m
        join role r on r.store_id = m.store_id and r.id = m.role_id
        join store s on s.store_id = m.store_id and s.deleted_at is null
        where m.store_id = e.store_id and m.user_id = e.user_id and m.removed_at is null
          and (r.name = 'owner' or e.rights <@ r.permissions))
      returning e.store_id, e.id, e.storage_key),
    ended as (
      update job j set status = 'cancel', fence = fence + 1, finished_at = clock_timestamp()
      from gone where j.store_id = gone.store_id and j.id = gone.id and j.status in ('pending', 'processing'))
    select storage_key from gone where storage_key is not null;
end $$;
revoke all on function door.end_exports from public;
grant select, delete on export, export_link to ruam_door;
grant select on job to ruam_door;
grant update (status, fence, finished_at) on job to ruam_door;
create policy door on export to ruam_door using (true) with check (false);
create policy door on export_link to ruam_door using (true) with check (false);
create policy door_reads on job for select to ruam_door using (true);
create policy door_cancels on job for update to ruam_door using (true) with check (status = 'cancel');
alter function door.end_exports owner to ruam_door;
grant execute on function door.end_exports to ruam_app;
