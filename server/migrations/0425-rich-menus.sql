-- Rich menus of LINE accounts: what staff write, what is in use, and the objects at LINE.
create table rich_menu (
  store_id int not null references store,
  id int generated always as identity,
  channel_id int not null,
  name text not null,
  -- The columns up to ends_at are in use once the status is 'in_use'; the draft holds what is not in use yet.
  chat_bar_text text not null default '',
  opens boolean not null default true,
  size text not null default 'large' check (size in ('large', 'compact')),
  -- {name, file_name, size, bytes}: its public file, as uploaded and as made for LINE.
  picture jsonb,
  areas jsonb not null default '[]',
  -- Segments whose members see it. The default menu has none: everybody else sees it.
  label_ids int[] not null default '{}',
  starts_at timestamptz,
  ends_at timestamptz,
  draft jsonb,
  is_default boolean not null default false,
  -- Order of the menus; null for the default one, which is last.
  place int,
  status text not null default 'draft' check (status in ('draft', 'in_use', 'off')),
  -- Rises when LINE needs a new object.
  version int not null default 0,
  -- The version that friends get; null: none yet.
  line_version int,
  fault text check (fault in ('deleted_at_line', 'picture_refused', 'refused')),
  created_by int,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  check (is_default = (place is null))
);
create unique index rich_menu_name on rich_menu (store_id, channel_id, name_key(name));
create unique index rich_menu_default on rich_menu (store_id, channel_id) where is_default;
select wall('rich_menu');
grant select on rich_menu to ruam_auth;
create policy auth on rich_menu for select to ruam_auth using (true);

-- Rich menus as LINE has them. LINE changes none: each version is an object of its own.
create table rich_menu_at_line (
  store_id int not null,
  channel_id int not null,
  -- LINE's richMenuId.
  line_id text not null,
  rich_menu_id int not null,
  version int not null,
  -- A trial is a draft that staff look at on their own phones.
  state text not null check (state in ('creating', 'ready', 'retiring', 'trial')),
  alias text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, channel_id, line_id)
);
create unique index rich_menu_at_line_ready on rich_menu_at_line (store_id, channel_id, rich_menu_id) where state = 'ready';
select wall('rich_menu_at_line');

-- Menus of an account as a whole.
create table rich_menu_account (
  store_id int not null,
  channel_id int not null,
  -- The order before its last change, which can be taken back once.
  former_order int[],
  -- When LINE is called next for its menus; null: nothing to do. Each failed try waits longer.
  due_at timestamptz,
  tries int not null default 0,
  -- When LINE's list was last compared with ours.
  compared_at timestamptz,
  primary key (store_id, channel_id)
);
create index rich_menu_account_due on rich_menu_account (store_id, due_at) where due_at is not null;
select wall('rich_menu_account');
grant select on rich_menu_account to ruam_auth;
create policy auth on rich_menu_account for select to ruam_auth using (true);

-- Taps of each person by area. `visitor`: a keyed hash of the LINE user, or of the browser that opened a link. Deleted after 30 days.
create table rich_menu_tap (
  store_id int not null,
  rich_menu_id int not null,
  letter text not null,
  visitor bytea not null,
  taps int not null default 1,
  tapped_at timestamptz not null default clock_timestamp(),
  primary key (store_id, rich_menu_id, letter, visitor)
);
create index rich_menu_tap_at on rich_menu_tap using brin (tapped_at);
select wall('rich_menu_tap');

-- step: menus go with their account
alter table rich_menu add foreign key (store_id, channel_id) references channel (store_id, id) on delete cascade;

-- step: authors of menus
alter table rich_menu add foreign key (created_by) references users;

-- step: objects, orders and taps go with the menus and the account
alter table rich_menu_at_line add foreign key (store_id, channel_id) references channel (store_id, id) on delete cascade;

-- step: orders go with the account
alter table rich_menu_account add foreign key (store_id, channel_id) references channel (store_id, id) on delete cascade;

-- step: taps go with their menu
alter table rich_menu_tap add foreign key (store_id, rich_menu_id) references rich_menu (store_id, id) on delete cascade;

-- step: files of menus, stores with due menus and old taps
-- Keeps files of menus and templates from the purge of files that no broadcast names. Their names are 43 letters.
create or replace function auth.keep_template_media() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update media m set used_at = clock_timestamp()
  from (
    select distinct t.store_id, found.name[1] as name
    from broadcast_template t cross join lateral regexp_matches(t.messages::text, '[A-Za-z0-9_-]{43}', 'g') found (name)
    union select r.store_id, r.picture ->> 'name' from rich_menu r
    union select r.store_id, r.draft #>> '{picture,name}' from rich_menu r
  ) named
  where m.store_id = named.store_id and m.name = named.name and m.used_at < clock_timestamp() - interval '12 hours'
$$;

-- Stores with menus for which LINE is called now.
create function auth.stores_with_due_menus() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct a.store_id from rich_menu_account a join store s on s.store_id = a.store_id and s.deleted_at is null
  where a.due_at <= now()
$$;
alter function auth.stores_with_due_menus() owner to ruam_auth;
revoke all on function auth.stores_with_due_menus() from public;
grant execute on function auth.stores_with_due_menus() to ruam_app;

-- step: the audit log names menus
-- Current name of a thing; null if it has none or is deleted.
create or replace function current_name(of_store int, of_type text, of_id text) returns text
language sql stable
as $$
  select case
    when of_id !~ '^[1-9][0-9]{0,8}$' then null
    when of_type = 'user' then (select btrim(first_name || ' ' || last_name) from users where id = of_id::int)
    when of_type = 'role' then (select name from role where store_id = of_store and id = of_id::int)
    when of_type = 'label' then (select name from label where store_id = of_store and id = of_id::int)
    when of_type = 'store' then (select name from store where store_id = of_store)
    when of_type = 'profile_field' then (select display_name from profile_field where store_id = of_store and id = of_id::int)
    when of_type = 'activity_field' then (select display_name from activity_field where store_id = of_store and id = of_id::int)
    when of_type = 'activity_type' then (select name from activity_type where store_id = of_store and id = of_id::int)
    when of_type = 'consent_purpose' then (select name from consent_purpose where store_id = of_store and id = of_id::int)
    when of_type in ('channel', 'facebook_page') then (select name from channel where store_id = of_store and id = of_id::int)
    when of_type = 'data_source' then (select name from data_source where store_id = of_store and id = of_id::int)
    when of_type = 'file' then (select name from file where store_id = of_store and id = of_id::int)
    when of_type = 'export' then (select file_name from export where store_id = of_store and id = of_id::int)
    when of_type = 'invitation' then (select email from invitation where store_id = of_store and id = of_id::int)
    when of_type = 'broadcast' then (select name from broadcast where store_id = of_store and id = of_id::int)
    when of_type = 'broadcast_template' then (select name from broadcast_template where store_id = of_store and id = of_id::int)
    when of_type = 'rich_menu' then (select name from rich_menu where store_id = of_store and id = of_id::int)
    when of_type in ('api_key', 'api_token') then (select name from credential where store_id = of_store and id = of_id::int)
    when of_type = 'open_api' then (select name from open_api where store_id = of_store and id = of_id::int)
  end
$$;
