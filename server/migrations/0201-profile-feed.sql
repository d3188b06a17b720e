-- Profiles whose change shows in no later updated_at: removed for good, or set back by an undo. Read by the change feed
-- of the open API, which finds all other changes by updated_at. Kept 90 days.
create table profile_touch (
  store_id int not null references store,
  profile_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, profile_id)
);
create index profile_touch_at on profile_touch (store_id, at, profile_id);
select wall('profile_touch');
grant select, delete on profile_touch to ruam_auth;
create policy auth on profile_touch to ruam_auth using (true);

-- Deleted and merged profiles by their change, as profile_updated has the live ones. `is true` keeps other queries off it: to a
-- planner without statistics it looks as good as the index they need.
create index profile_gone on profile (store_id, updated_at, id) where (deleted_at is not null or merged_into is not null) is true;

create or replace function auth.purge_credentials() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from credential_count where hour < now() - interval '90 days';
  delete from credential_budget where whole_at < now() - interval '1 hour';
  update credential set previous_hash = null where previous_hash is not null and previous_until < now();
  delete from profile_touch where at < now() - interval '90 days';
$$;
