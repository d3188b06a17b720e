-- Reports: exports, figures of the dashboard, first steps.

-- ---- Exports ---------------------------------------------------------------------------------------------

-- Exported files. The job with the same id makes the file and has the state.
create table export (
  store_id int not null,
  id int not null,
  user_id int not null references users,
  type text not null,
  file_type text not null check (file_type in ('xlsx', 'csv')),
  file_name text not null,
  -- Permissions required to download: exports, and all that the file contains.
  rights text[] not null,
  -- Set at the end of the job: an unfinished file belongs to nobody.
  storage_key text,
  rows int,
  size bigint,
  cut int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  primary key (store_id, id),
  foreign key (store_id, id) references job (store_id, id) on delete cascade
);
create index export_own on export (store_id, user_id, created_at desc, id desc);
select wall('export');
grant select, delete on export to ruam_auth;
create policy auth on export to ruam_auth using (true) with check (false);

-- Single-use addresses of files, by the hash of their secret.
create table export_link (
  store_id int not null,
  token_hash bytea not null,
  export_id int not null,
  session_id bigint not null,
  expires_at timestamptz not null,
  primary key (store_id, token_hash),
  foreign key (store_id, export_id) references export (store_id, id) on delete cascade
);
create index export_link_export on export_link (store_id, export_id);
select wall('export_link');
grant select, delete on export_link to ruam_auth;
create policy auth on export_link to ruam_auth using (true) with check (false);

-- Deletes expired exports and those of people who left the store or lost a required permission, and cancels the
-- unfinished ones. Returns the storage keys to remove.
create function auth.end_exports() returns setof text
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

-- ---- Dashboard -------------------------------------------------------------------------------------------

-- Events per UTC hour, written with the rows they count; days of any time zone are sums of hours. Deleted, merged,
-- erased and undone profiles count in their own hour, restored and unmerged ones too, so that additions minus removals
-- are the live profiles.
create table hourly_count (
  store_id int not null references store,
  hour timestamptz not null,
  metric text not null,
  channel text not null,
  value bigint not null,
  primary key (store_id, hour, metric, channel)
);
-- The dashboard sums few metrics over many hours by index only.
create index hourly_count_metric on hourly_count (store_id, metric, hour) include (channel, value);
select wall('hourly_count');

-- Sums of hourly_count per UTC day, for years without reading hours. Past hours never change, so each day is summed
-- once. A migration that writes past hours must empty both tables.
create table daily_count (
  store_id int not null references store,
  day date not null,
  metric text not null,
  channel text not null,
  value bigint not null,
  primary key (store_id, metric, day, channel) include (value)
);
select wall('daily_count');

-- Days before `until` are in daily_count.
create table counted_days (
  store_id int primary key references store,
  until date not null
);
select wall('counted_days');
grant select on counted_days to ruam_auth;
create policy auth on counted_days for select to ruam_auth using (true);

create function auth.stores_to_sum_up(until date) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id from store s left join counted_days c on c.store_id = s.store_id
  where c.until is null or c.until < stores_to_sum_up.until
  order by 1
$$;

-- Profiles without phone, e-mail, consent, ..., counted at most once an hour.
create table data_quality (
  store_id int primary key references store,
  counted_at timestamptz not null,
  total bigint not null,
  lacking jsonb not null
);
select wall('data_quality');

-- New and returning customers of a period, counted at most once an hour.
create table returning_count (
  store_id int not null references store,
  from_at timestamptz not null,
  until_at timestamptz not null,
  counted_at timestamptz not null,
  -- Duration of the count: cheap counts are refreshed sooner.
  milliseconds int not null,
  new_people int not null,
  returning_people int not null,
  primary key (store_id, from_at, until_at)
);
select wall('returning_count');

-- Figures of the shop by day of its calendar: counted again when they are too old, and kept to compare with.
create table shop_count (
  store_id int not null references store,
  day date not null,
  time_zone text not null,
  counted_at timestamptz not null,
  -- Duration of the count: cheap counts are refreshed sooner.
  milliseconds int not null,
  -- Field of the amounts; null if the store has none.
  field_id int,
  figures jsonb not null,
  -- Best customers going quiet: profile, spend of twelve months, last purchase.
  quiet jsonb not null,
  primary key (store_id, day)
);
select wall('shop_count');

-- ---- First steps -----------------------------------------------------------------------------------------

-- Answers of a person about their first steps in a store. Completion follows from the data.
create table tutorial_step (
  store_id int not null references store,
  user_id int not null references users,
  key text not null check (key in ('connect_line', 'first_import', 'first_segment', 'first_broadcast', 'invite_staff')),
  status text not null check (status in ('not_started', 'in_progress', 'dismissed')),
  step int,
  primary key (store_id, user_id, key)
);
select wall('tutorial_step');
