-- Hours in which a member was shown unusually many sensitive values. Each gives one notice.
create table unusual_reading (
  store_id int not null,
  user_id int not null,
  hour timestamptz not null,
  shown int not null,
  -- Values per active hour of the 30 days before; null without a habit.
  habit int,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, user_id, hour)
);
select wall('unusual_reading');

-- Stores whose members or programs were shown sensitive values since a moment.
create function auth.stores_with_reads(since timestamptz) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id from store s
  where s.deleted_at is null and (
    exists (select from sensitive_read r where r.store_id = s.store_id and r.at >= since)
    or exists (select from sensitive_read_hour h where h.store_id = s.store_id and h.hour >= since))
  order by 1
$$;
alter function auth.stores_with_reads(timestamptz) owner to ruam_auth;
revoke all on function auth.stores_with_reads(timestamptz) from public;
grant execute on function auth.stores_with_reads(timestamptz) to ruam_app;
