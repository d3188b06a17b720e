-- When the author of a broadcast was notified of its effect; null: not yet.
alter table broadcast add column effect_notified_at timestamptz;

-- step: templates keep their files by changing when they were named last
grant update (used_at) on media to ruam_auth;

-- step: templates
-- Messages that a store keeps under a name, to begin broadcasts with.
create table broadcast_template (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  -- As those of a broadcast.
  messages jsonb not null,
  quick_replies jsonb not null,
  created_by int,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index broadcast_template_name on broadcast_template (store_id, name_key(name));
select wall('broadcast_template');
grant select on broadcast_template to ruam_auth;
create policy auth on broadcast_template for select to ruam_auth using (true);

-- step: authors of templates
alter table broadcast_template add foreign key (created_by) references users;

-- step: files of templates and effects without a notice
-- Keeps files of templates from the purge of files that no broadcast names. Their names are 43 letters, wherever a message holds them.
create function auth.keep_template_media() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update media m set used_at = clock_timestamp()
  from (
    select distinct t.store_id, found.name[1] as name
    from broadcast_template t cross join lateral regexp_matches(t.messages::text, '[A-Za-z0-9_-]{43}', 'g') found (name)
  ) named
  where m.store_id = named.store_id and m.name = named.name and m.used_at < clock_timestamp() - interval '12 hours'
$$;

-- Stores with a broadcast whose measurement ended within the last week and whose author was not notified.
create function auth.stores_with_measured_broadcasts(days int) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct b.store_id from broadcast b join store s on s.store_id = b.store_id and s.deleted_at is null
  where b.status = 'published' and b.holdout_share > 0 and b.effect_notified_at is null
    and b.started_at < now() - make_interval(days => days) and b.started_at > now() - make_interval(days => days + 7)
$$;

alter function auth.keep_template_media() owner to ruam_auth;
alter function auth.stores_with_measured_broadcasts(int) owner to ruam_auth;
revoke all on function auth.keep_template_media(), auth.stores_with_measured_broadcasts(int) from public;
grant execute on function auth.keep_template_media(), auth.stores_with_measured_broadcasts(int) to ruam_app;

-- step: the audit log names templates
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
    when of_type in ('api_key', 'api_token') then (select name from credential where store_id = of_store and id = of_id::int)
    when of_type = 'open_api' then (select name from open_api where store_id = of_store and id = of_id::int)
  end
$$;
