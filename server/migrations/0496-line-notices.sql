-- A watch may send its notices by LINE as well.
alter table watch add column line_notice boolean not null default false;

-- step: line_member

-- One message for each linked member. It is deleted once LINE took it, and with the link.
create table watch_line_notice (
  store_id int not null,
  notification_id bigint not null,
  user_id int not null,
  watch_id int not null,
  -- File that waits. Null for other notices.
  file_id int,
  retry_key uuid not null default gen_random_uuid(),
  tries int not null default 0,
  -- Each try moves it on: a message whose sender was killed is sent again then, under the same key.
  due_at timestamptz not null default clock_timestamp(),
  -- Why the last try failed, or why it was given up.
  error text,
  given_up_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, notification_id, user_id),
  foreign key (store_id, user_id) references line_member (store_id, user_id) on delete cascade
);
create index watch_line_notice_member on watch_line_notice (store_id, user_id);
create index watch_line_notice_due on watch_line_notice (due_at) where given_up_at is null;
select wall('watch_line_notice');
grant select on watch_line_notice to ruam_auth;
create policy auth on watch_line_notice for select to ruam_auth using (true);

-- A time that lies ahead of every pause was written before the clock was set back.
create function auth.stores_with_due_line_notices() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct store_id from watch_line_notice
  where given_up_at is null and (due_at <= now() or due_at > now() + interval '1 hour')
  order by 1
$$;
alter function auth.stores_with_due_line_notices owner to ruam_auth;
revoke all on function auth.stores_with_due_line_notices from public;
grant execute on function auth.stores_with_due_line_notices to ruam_app;

-- step: notification
alter table watch_line_notice add foreign key (store_id, notification_id)
  references notification (store_id, id) on delete cascade;
