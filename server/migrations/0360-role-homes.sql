-- Roles have a first screen.
alter table role add column home text not null default 'overview' check (home in ('overview', 'counter', 'customers'));
grant update (home) on role to ruam_auth;

-- Staff at the counter start there, without the store's figures, where the store has not changed the preset.
alter table role no force row level security;
update role set home = 'counter', permissions = array_remove(permissions, 'cdp-core.dashboard.read'), updated_at = clock_timestamp()
where preset and name = 'service staff' and permissions <@ array['cdp-core.dashboard.read', 'cdp-core.profile.read',
  'cdp-core.label.read', 'cdp-core.datasource.read', 'cdp-core.setting-line.read', 'cdp-core.profile.create', 'cdp-core.profile.edit'];
alter table role force row level security;

-- Adds new permissions of this version to unchanged preset roles. A version that knows no homes does not give back the
-- rights that a role with a home has lost.
create or replace function auth.follow_presets(presets jsonb) returns int
language sql security definer set search_path = public, pg_temp
as $$
  with brought as (
    select p ->> 'name' as name, p ? 'home' as homes, array(select jsonb_array_elements_text(p -> 'permissions')) as permissions
    from jsonb_array_elements(presets) p
  ), changed as (
    update role r set permissions = b.permissions || array(select unnest(r.permissions) except select unnest(b.permissions))
    from brought b where r.preset and r.name = b.name and not r.permissions @> b.permissions
      and (b.homes or r.home = 'overview')
    returning 1
  )
  select count(*)::int from changed
$$;

create or replace function auth.set_up(
  token bytea, unattended boolean, owner_email text, owner_first_name text, owner_last_name text, owner_password_hash text,
  store_name text, roles jsonb, dpa jsonb)
returns table (outcome text, user_id int, store_id int)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  new_user int;
  new_store int;
  owner_role int;
begin
  lock table setup_link in exclusive mode;
  if exists (select from users) then
    return query select 'done'::text, null::int, null::int;
    return;
  end if;
  delete from setup_link where token_hash = token;
  if not found and not unattended then
    return query select 'invalid'::text, null::int, null::int;
    return;
  end if;
  delete from setup_link;
  insert into users (email, first_name, last_name, password_hash)
  values (owner_email, owner_first_name, owner_last_name, owner_password_hash) returning id into new_user;
  insert into store (name) values (store_name) returning store.store_id into new_store;
  insert into store_directory (store, name) values (new_store, store_name);
  insert into role (store_id, name, preset, permissions, home)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions')), coalesce(r ->> 'home', 'overview')
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  select id into owner_role from role where role.store_id = new_store and name = 'owner';
  insert into store_member (store_id, user_id, role_id) values (new_store, new_user, owner_role);
  if dpa is not null then
    insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by)
    values (new_store, dpa ->> 'version', 'accepted', dpa -> 'consentee', dpa ->> 'document_hash', new_user);
  end if;
  insert into audit_log (store_id, user_id, action, subject_type, subject_id)
  values (new_store, new_user, 'set_up', 'store', new_store::text);
  return query select 'made'::text, new_user, new_store;
end $$;

create or replace function auth.make_store(person_id int, store_name text, roles jsonb, request text) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  new_store int;
begin
  if not exists (select from store_member m
    join role r on r.store_id = m.store_id and r.id = m.role_id and r.name = 'owner'
    join store s on s.store_id = m.store_id and s.deleted_at is null
    where m.user_id = person_id and m.removed_at is null) then
    return null;
  end if;
  insert into store (name) values (store_name) returning store.store_id into new_store;
  insert into store_directory (store, name) values (new_store, store_name);
  insert into role (store_id, name, preset, permissions, home)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions')), coalesce(r ->> 'home', 'overview')
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  insert into store_member (store_id, user_id, role_id)
  select new_store, person_id, id from role where role.store_id = new_store and role.name = 'owner';
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (new_store, person_id, 'store_made', 'store', new_store::text, request);
  return new_store;
end $$;

create or replace function auth.receive_store(new_store int, person_id int, store_name text, roles jsonb, request text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into store (store_id, name) overriding system value values (new_store, store_name);
  insert into role (store_id, name, preset, permissions, home)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions')), coalesce(r ->> 'home', 'overview')
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  insert into store_member (store_id, user_id, role_id)
  select new_store, person_id, id from role where role.store_id = new_store and role.name = 'owner';
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (new_store, person_id, 'store_made', 'store', new_store::text, request);
end $$;
