-- Customers of a file that was exported, in parts of 10,000 ids. They stay when the file is deleted, and without a name when a customer is erased.
create table export_people (
  store_id int not null,
  -- Job of the export.
  export_id int not null,
  part int not null,
  at timestamptz not null default clock_timestamp(),
  user_id int not null,
  field_ids int[] not null,
  profile_ids bigint[] not null,
  primary key (store_id, export_id, part)
);
create index export_people_user on export_people (store_id, user_id, at);
select wall('export_people');
revoke update, delete on export_people from ruam_app;
grant select, delete on export_people to ruam_auth;
create policy auth on export_people to ruam_auth using (true) with check (false);

-- Deletes rows older than two years, as auth.purge_reads does with those by hour.
create function auth.purge_export_people() returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from export_people where at < now() - interval '2 years 2 days' and store_id not in (select store from store_closed) $$;
alter function auth.purge_export_people() owner to ruam_auth;
revoke all on function auth.purge_export_people() from public;
grant execute on function auth.purge_export_people() to ruam_app;

-- background: finds the readings of a viewer
create index concurrently if not exists sensitive_read_hour_viewer on sensitive_read_hour (store_id, viewer, hour);
