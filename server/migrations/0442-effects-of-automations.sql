-- What automations with a holdout added, as the list shows it. Counted hourly.
create table automation_effect (
  store_id int not null references store,
  automation_id int not null,
  state text not null,
  -- Baht per customer; null unless the range leaves 0.
  difference double precision,
  counted_at timestamptz not null default clock_timestamp(),
  primary key (store_id, automation_id)
);
select wall('automation_effect');

-- step: stores whose automations are measured
create function auth.stores_with_measured_automations() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct a.store_id from automation a
    join store s on s.store_id = a.store_id and s.deleted_at is null
    join automation_version v on v.store_id = a.store_id and v.automation_id = a.id and v.version = a.version
  where a.status in ('active', 'paused') and v.holdout > 0
$$;
alter function auth.stores_with_measured_automations() owner to ruam_auth;
revoke all on function auth.stores_with_measured_automations() from public;
grant execute on function auth.stores_with_measured_automations() to ruam_app;

-- step: files that automations show
-- Keeps files of automations, menus, templates and answers from the purge of files that no broadcast names. Their names are 43 letters.
create or replace function auth.keep_template_media() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update media m set used_at = clock_timestamp()
  from (
    select distinct t.store_id, found.name[1] as name
    from (select store_id, messages from broadcast_template union all select store_id, messages from answer
      union all select store_id, definition from automation
      union all select v.store_id, v.definition from automation_version v
        where exists (select from automation a where a.store_id = v.store_id and a.id = v.automation_id and a.version = v.version)
          or exists (select from automation_run r where r.store_id = v.store_id and r.automation_id = v.automation_id
            and r.version = v.version and r.ended_at is null)) t
    cross join lateral regexp_matches(t.messages::text, '[A-Za-z0-9_-]{43}', 'g') found (name)
    union select r.store_id, r.picture ->> 'name' from rich_menu r
    union select r.store_id, r.draft #>> '{picture,name}' from rich_menu r
  ) named
  where m.store_id = named.store_id and m.name = named.name and m.used_at < clock_timestamp() - interval '12 hours'
$$;
