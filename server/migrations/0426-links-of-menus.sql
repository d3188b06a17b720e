-- Short addresses of links in rich menus. Those of former versions go on: a phone may still show one.
create table rich_menu_link (
  store_id int not null references store,
  code text not null,
  rich_menu_id int not null,
  letter text not null,
  target text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, code)
);
create unique index rich_menu_link_code on rich_menu_link (code);
select wall('rich_menu_link');
grant select on rich_menu_link to ruam_auth;
create policy auth on rich_menu_link for select to ruam_auth using (true);

-- step: links go with their menu
alter table rich_menu_link add foreign key (store_id, rich_menu_id) references rich_menu (store_id, id) on delete cascade;

-- step: taps are counted for 30 days
grant select, delete on rich_menu_tap to ruam_auth;
create policy auth on rich_menu_tap to ruam_auth using (true);

-- step: links are found before their store is known
-- Link of a short address, before its store is known.
create function auth.menu_link(short text) returns table (store_id int, rich_menu_id int, letter text, target text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select l.store_id, l.rich_menu_id, l.letter, l.target
  from rich_menu_link l join store s on s.store_id = l.store_id and s.deleted_at is null where l.code = short
$$;

create function auth.purge_menu_taps() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from rich_menu_tap where tapped_at < clock_timestamp() - interval '30 days'
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
  union all select l.store_id from rich_menu_link l where what = 'menu_link' and l.code = encode(key, 'escape')
  union all select c.store_id from channel c where what = 'line' and c.type in ('lineOA', 'lineModule') and not c.duplicate
    and (c.external_id = encode(key, 'escape') or c.bot_user_id = encode(key, 'escape'))
  limit 1
$$;
alter function auth.menu_link(text) owner to ruam_auth;
alter function auth.purge_menu_taps() owner to ruam_auth;
revoke all on function auth.menu_link(text), auth.purge_menu_taps() from public;
grant execute on function auth.menu_link(text), auth.purge_menu_taps() to ruam_app;
