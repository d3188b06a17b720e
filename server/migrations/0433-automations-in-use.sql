-- What a start does besides, files that automations send, and their names in the audit log.
-- Customers inside the segment of the trigger enter, too, up to this number of a customer. Null: all have, or none does.
alter table automation add column inside_after bigint;

-- step: files of automations, menus, templates and answers are not purged
create or replace function auth.keep_template_media() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update media m set used_at = clock_timestamp()
  from (
    select distinct t.store_id, found.name[1] as name
    from (
      select store_id, messages::text as written from broadcast_template
      union all select store_id, messages::text from answer
      union all select store_id, definition::text from automation
      union all select v.store_id, v.definition::text from automation_version v
        join automation a on a.store_id = v.store_id and a.id = v.automation_id and a.status <> 'stopped'
    ) t
    cross join lateral regexp_matches(t.written, '[A-Za-z0-9_-]{43}', 'g') found (name)
    union select r.store_id, r.picture ->> 'name' from rich_menu r
    union select r.store_id, r.draft #>> '{picture,name}' from rich_menu r
  ) named
  where m.store_id = named.store_id and m.name = named.name and m.used_at < clock_timestamp() - interval '12 hours'
$$;

-- step: the purge reads versions
grant select on automation_version to ruam_auth;
create policy auth on automation_version for select to ruam_auth using (true);

-- step: the audit log names automations
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
    when of_type = 'answer' then (select name from answer where store_id = of_store and id = of_id::int)
    when of_type = 'automation' then (select name from automation where store_id = of_store and id = of_id::int)
    when of_type = 'rich_menu' then (select name from rich_menu where store_id = of_store and id = of_id::int)
    when of_type in ('api_key', 'api_token') then (select name from credential where store_id = of_store and id = of_id::int)
    when of_type = 'open_api' then (select name from open_api where store_id = of_store and id = of_id::int)
  end
$$;
