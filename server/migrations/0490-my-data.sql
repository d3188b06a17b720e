-- Page on which customers see what a store keeps of them. A store without a row has none.
create table my_data_page (
  store_id int primary key references store,
  -- Last part of its address. A new one ends the former address and all sessions.
  code text not null,
  is_on boolean not null default false,
  -- LINE Login channel of the store, and its sealed secret.
  login_id text not null,
  login_secret bytea not null,
  login_secret_end text not null,
  -- Login of a member: `same` if an account of the store knew that LINE user. Ids of LINE differ between providers.
  check_result text check (check_result in ('same', 'unknown')),
  checked_at timestamptz,
  checked_by int,
  updated_at timestamptz not null default clock_timestamp(),
  check (not is_on or check_result = 'same')
);
create unique index my_data_page_code on my_data_page (code);
select wall('my_data_page');
grant select on my_data_page to ruam_auth;
create policy auth on my_data_page for select to ruam_auth using (true);

-- A page that was closed or moved to a new address after a backup is closed in it.
create trigger record_decision after update on my_data_page for each row
  when (old.is_on and not new.is_on or old.code <> new.code) execute function record_decision('my_data_closed');

create function decided_my_data_closed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update my_data_page set is_on = false, updated_at = clock_timestamp() where store_id = of_store and is_on
$$;

-- Store of a page's address, before the store is known.
create function auth.my_data_store(page_code text) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.store_id from my_data_page p join store s on s.store_id = p.store_id and s.deleted_at is null where p.code = page_code
$$;

-- Store of this server to which something leads that names no store: a credential, a webhook's address, an invitation's
-- token, a public file, a short address, a page of My data, or the id of a LINE channel or bot.
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
  union all select p.store_id from my_data_page p where what = 'my_data' and p.code = encode(key, 'escape')
  union all select c.store_id from channel c where what = 'line' and c.type in ('lineOA', 'lineModule') and not c.duplicate
    and (c.external_id = encode(key, 'escape') or c.bot_user_id = encode(key, 'escape'))
  limit 1
$$;
alter function auth.my_data_store(text) owner to ruam_auth;
revoke all on function auth.my_data_store(text) from public;
grant execute on function auth.my_data_store(text) to ruam_app;
