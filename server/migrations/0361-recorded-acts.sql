-- Acts that a device sends with a key of its own, so that a repeated request records nothing. Kept 90 days.
create table recorded_act (
  store_id int not null references store,
  user_id int not null,
  key uuid not null,
  -- Null while the first request is at work; its activity may have been taken back since.
  activity_id bigint,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, user_id, key)
);
create index recorded_act_at on recorded_act (at);
select wall('recorded_act');
grant select, delete on recorded_act to ruam_auth;
create policy auth on recorded_act to ruam_auth using (true) with check (true);

create or replace function auth.purge_counts() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from request_count where hour < now() - interval '30 days';
  delete from mail_count where hour < now() - interval '30 days';
  delete from recorded_act where at < now() - interval '90 days';
$$;
