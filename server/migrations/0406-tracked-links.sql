-- Tracked links: short addresses of links in broadcasts, and how often they are opened.
create table broadcast_link (
  store_id int not null references store,
  broadcast_id int not null,
  -- Number among the links of its broadcast, from 1.
  place int not null,
  -- Place of its message among those of the broadcast, from 0.
  message int not null,
  code text not null,
  target text not null check (target ~* '^https://' and length(target) <= 1000),
  -- Without repeats within a second and previews of robots.
  clicks int not null default 0,
  visitors int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, broadcast_id, place)
);
create unique index broadcast_link_code on broadcast_link (code);
select wall('broadcast_link');
grant select on broadcast_link to ruam_auth;
create policy auth on broadcast_link for select to ruam_auth using (true);

-- Visitors of a link, by a keyed hash of their address and browser: it tells repeats from new ones. Deleted after 30 days.
create table broadcast_click (
  store_id int not null references store,
  broadcast_id int not null,
  place int not null,
  visitor bytea not null,
  clicked_at timestamptz not null default clock_timestamp(),
  primary key (store_id, broadcast_id, place, visitor)
);
create index broadcast_click_at on broadcast_click using brin (clicked_at);
select wall('broadcast_click');
grant select, delete on broadcast_click to ruam_auth;
create policy auth on broadcast_click to ruam_auth using (true);

-- Clicks of a customer, of broadcasts that count them by customer.
create table broadcast_person_click (
  store_id int not null references store,
  broadcast_id int not null,
  place int not null,
  profile_id bigint not null,
  clicks int not null default 1,
  clicked_at timestamptz not null default clock_timestamp(),
  primary key (store_id, broadcast_id, place, profile_id)
);
create index broadcast_person_click_profile on broadcast_person_click (store_id, profile_id);
select wall('broadcast_person_click');

-- Link of a short address, before its store is known.
create function auth.link(short text) returns table (store_id int, broadcast_id int, place int, target text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select l.store_id, l.broadcast_id, l.place, l.target
  from broadcast_link l join store s on s.store_id = l.store_id and s.deleted_at is null where l.code = short
$$;

create function auth.purge_clicks() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from broadcast_click where clicked_at < clock_timestamp() - interval '30 days'
$$;

-- Store of this server to which something leads that names no store: a credential, a webhook's address, an invitation's
-- token, a public file, a short address, or the id of a LINE channel or bot.
create or replace function auth.store_of(what text, key bytea) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select k.store_id from credential k
  where what = 'credential' and (k.secret_hash = key or (k.previous_hash = key and k.previous_until > now()))
  union all select c.store_id from channel c where what = 'webhook' and c.webhook_hash = key
  union all select i.store_id from invitation i where what = 'invitation' and i.token_hash = key
  union all select m.store_id from media m where what = 'media' and m.name = encode(key, 'escape')
  union all select l.store_id from broadcast_link l where what = 'link' and l.code = encode(key, 'escape')
  union all select c.store_id from channel c where what = 'line' and c.type in ('lineOA', 'lineModule') and not c.duplicate
    and (c.external_id = encode(key, 'escape') or c.bot_user_id = encode(key, 'escape'))
  limit 1
$$;
alter function auth.link(text) owner to ruam_auth;
alter function auth.purge_clicks() owner to ruam_auth;
revoke all on function auth.link(text), auth.purge_clicks() from public;
grant execute on function auth.link(text), auth.purge_clicks() to ruam_app;

-- step: broadcasts of before keep their links as they are
alter table broadcast add column link_tracking text not null default 'off' check (link_tracking in ('off', 'clicks', 'people'));

-- step: purposes of which a store counts clicks by customer
alter table broadcast_setting add column click_purpose_ids int[] not null default '{}';
