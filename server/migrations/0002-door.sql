create schema door;

-- The first thing every request does: turns a token into a person, a store and its rights, and opens the wall for that store
-- until the transaction ends. Nothing comes back for a token that is unknown, expired, signed out or of a lost membership.
create function door.enter(token bytea)
returns table (user_id int, session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  found_token record;
begin
  perform set_config('ruam.store_id', '', true), set_config('ruam.user_id', '', true);
  select a.user_id, a.session_id, a.store_id into found_token
  from access_token a join user_session s on s.id = a.session_id
  where a.token_hash = token and a.expires_at > now() and s.revoked_at is null and s.expires_at > now();
  if not found then return; end if;

  if found_token.store_id is null then
    perform set_config('ruam.user_id', found_token.user_id::text, true);
    return query select found_token.user_id, found_token.session_id, null::int, '{}'::text[], '{}'::text[], null::text;
    return;
  end if;

  return query
    select m.user_id, found_token.session_id, m.store_id, array[r.name], r.permissions,
      coalesce((select case d.status when 'accepted' then 'found' else 'declined' end from dpa_decision d
        where d.store_id = m.store_id order by d.id desc limit 1), 'not-found')
    from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
    where m.store_id = found_token.store_id and m.user_id = found_token.user_id and m.removed_at is null;
  if found then
    perform set_config('ruam.store_id', found_token.store_id::text, true),
            set_config('ruam.user_id', found_token.user_id::text, true);
  end if;
end $$;

create function door.credentials(sign_in_email text)
returns table (user_id int, password_hash text)
language sql stable security definer set search_path = public, pg_temp
as $$ select id, users.password_hash from users where lower(email) = lower(sign_in_email) $$;

create function door.person(person_id int)
returns table (id int, first_name text, last_name text, email text)
language sql stable security definer set search_path = public, pg_temp
as $$ select u.id, u.first_name, u.last_name, u.email from users u where u.id = person_id $$;

create function door.stores_of(person_id int)
returns table (store_id int, name text, roles text[])
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id, s.name, array[r.name]
  from store_member m
  join store s on s.store_id = m.store_id
  join role r on r.store_id = m.store_id and r.id = m.role_id
  where m.user_id = person_id and m.removed_at is null
  order by s.name, s.store_id
$$;

create function door.begin_session(person_id int, refresh bytea, access bytea, session_seconds int, access_seconds int)
returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  with made as (
    insert into user_session (user_id, refresh_hash, expires_at)
    values (person_id, refresh, now() + make_interval(secs => session_seconds)) returning id
  ), token as (
    insert into access_token (token_hash, session_id, user_id, expires_at)
    select access, id, person_id, now() + make_interval(secs => access_seconds) from made
  ), noted as (
    insert into audit_log (store_id, user_id, action, subject_type, subject_id)
    select m.store_id, person_id, 'sign_in', 'user', person_id::text
    from store_member m where m.user_id = person_id and m.removed_at is null
  )
  select id from made
$$;

-- Trades a refresh cookie for the next one. A cookie that was already traded is a copy: within the grace it is the other tab
-- (outcome 'grace': a new access token, no new cookie), after it the session ends for everybody who holds it.
create function door.rotate_session(
  refresh bytea, next_refresh bytea, access bytea, idle_seconds int, grace_seconds int, access_seconds int)
returns table (outcome text, user_id int)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  s record;
  won boolean;
begin
  update user_session u set refresh_hash = next_refresh, rotated_at = clock_timestamp()
  where u.refresh_hash = refresh and u.revoked_at is null and u.expires_at > now()
    and u.rotated_at > now() - make_interval(secs => idle_seconds)
  returning u.id, u.user_id into s;
  won := found;
  if won then
    insert into spent_refresh (token_hash, session_id) values (refresh, s.id);
  else
    select u.id, u.user_id, p.spent_at into s from spent_refresh p join user_session u on u.id = p.session_id
    where p.token_hash = refresh and u.revoked_at is null and u.expires_at > now();
    if not found then return; end if;
    if s.spent_at < clock_timestamp() - make_interval(secs => grace_seconds) then
      update user_session u set revoked_at = now() where u.id = s.id;
      return query select 'reused'::text, s.user_id;
      return;
    end if;
  end if;
  delete from access_token a where a.session_id = s.id and a.expires_at < now();
  insert into access_token (token_hash, session_id, user_id, expires_at)
  values (access, s.id, s.user_id, now() + make_interval(secs => access_seconds));
  return query select case when won then 'rotated' else 'grace' end, s.user_id;
end $$;

create function door.end_session(refresh bytea, session bigint) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update user_session set revoked_at = now()
  where (id = session or refresh_hash = refresh or id in (select session_id from spent_refresh where token_hash = refresh))
    and revoked_at is null
$$;

-- A token for one store; nothing comes back for somebody who is no member.
create function door.enter_store(session bigint, person_id int, chosen_store int, access bytea, access_seconds int)
returns table (roles text[], permissions text[], dpa_status text)
language sql security definer set search_path = public, pg_temp
as $$
  with member as (
    select m.store_id, r.name, r.permissions
    from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
    where m.store_id = chosen_store and m.user_id = person_id and m.removed_at is null
  ), token as (
    insert into access_token (token_hash, session_id, user_id, store_id, expires_at)
    select access, session, person_id, store_id, now() + make_interval(secs => access_seconds) from member
  )
  select array[name], permissions,
    coalesce((select case d.status when 'accepted' then 'found' else 'declined' end from dpa_decision d
      where d.store_id = member.store_id order by d.id desc limit 1), 'not-found')
  from member
$$;

-- Counts a try against a limit; answers how many seconds to wait, 0 when the try is allowed.
create function door.take(limit_key text, allowed int, window_seconds int) returns int
language sql security definer set search_path = public, pg_temp
as $$
  insert into rate_limit as r (key, window_start, used) values (limit_key, clock_timestamp(), 1)
  on conflict (key) do update set
    used = case when r.window_start < clock_timestamp() - make_interval(secs => window_seconds) then 1 else r.used + 1 end,
    window_start = case when r.window_start < clock_timestamp() - make_interval(secs => window_seconds)
      then clock_timestamp() else r.window_start end
  returning case when used <= allowed then 0
    else greatest(1, ceil(extract(epoch from window_start - clock_timestamp()) + window_seconds))::int end
$$;

create function door.setup_needed() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select not exists (select from users) $$;

-- Keeps the newest link alone, and none once somebody owns a store.
create function door.offer_setup(token bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from setup_link;
  insert into setup_link (token_hash) select token where not exists (select from users);
  return found;
end $$;

-- Makes the first owner and store. 'done' when there is one already, 'invalid' for a wrong token; an unattended set-up has none.
create function door.set_up(
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
  insert into role (store_id, name, preset, permissions)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions'))
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

create function door.set_password(owner_email text, new_hash text) returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  with changed as (
    update users set password_hash = new_hash, updated_at = clock_timestamp() where lower(email) = lower(owner_email)
    returning id
  ), ended as (
    update user_session set revoked_at = now() where user_id in (select id from changed) and revoked_at is null
  )
  select exists (select from changed)
$$;

do $$
declare
  fn regprocedure;
begin
  grant usage, create on schema door to ruam_door;
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'door'::regnamespace loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
  grant usage on schema door to ruam_app;
  -- A lost password is set from the command line, by the owner of the database.
  revoke execute on function door.set_password from ruam_app;
end $$;
