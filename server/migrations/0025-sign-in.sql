-- Devices on which a person has signed in before: tries from elsewhere never keep them out. The browser holds the token in a cookie.
create table user_device (
  user_id int not null references users,
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, token_hash)
);
grant select, insert, update, delete on user_device to ruam_door;

-- For the person who looks where they are signed in: the browser's own words, and the address of the sign-in and of the last refresh.
alter table user_session
  add device text not null default '',
  add address text not null default '',
  add last_address text not null default '';

-- Writes down in every store of a person what happened to their account.
create function door.note(person_id int, what text, request text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  select m.store_id, person_id, what, 'user', person_id::text, request
  from store_member m where m.user_id = person_id and m.removed_at is null
$$;

create function door.knows_device(person_id int, shown bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from user_device where user_id = person_id and token_hash = shown) $$;

drop function door.begin_session;
create function door.begin_session(
  person_id int, refresh bytea, access bytea, session_seconds int, access_seconds int, device_words text default '',
  from_address text default '', device_token bytea default null, request text default null)
returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  select door.note(person_id, 'sign_in', request);
  -- Browsers keep no cookie for longer.
  delete from user_device where user_id = person_id and used_at < now() - interval '400 days';
  insert into user_device (user_id, token_hash) select person_id, device_token where device_token is not null
  on conflict (user_id, token_hash) do update set used_at = clock_timestamp();
  with made as (
    insert into user_session (user_id, refresh_hash, expires_at, device, address, last_address)
    values (person_id, refresh, now() + make_interval(secs => session_seconds), device_words, from_address, from_address)
    returning id
  ), token as (
    insert into access_token (token_hash, session_id, user_id, expires_at)
    select access, id, person_id, now() + make_interval(secs => access_seconds) from made
  )
  select id from made
$$;

drop function door.rotate_session;
-- Trades a refresh cookie for the next one. A cookie that was already traded is a copy: within the grace it is the other tab
-- (outcome 'grace': a new access token, no new cookie), after it the session ends for everybody who holds it.
create function door.rotate_session(
  refresh bytea, next_refresh bytea, access bytea, idle_seconds int, grace_seconds int, access_seconds int, from_address text,
  request text)
returns table (outcome text, user_id int)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  s record;
  won boolean;
begin
  update user_session u set refresh_hash = next_refresh, rotated_at = clock_timestamp(), last_address = from_address
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
      perform door.note(s.user_id, 'session_copied', request);
      return query select 'reused'::text, s.user_id;
      return;
    end if;
  end if;
  delete from access_token a where a.session_id = s.id and a.expires_at < now();
  insert into access_token (token_hash, session_id, user_id, expires_at)
  values (access, s.id, s.user_id, now() + make_interval(secs => access_seconds));
  return query select case when won then 'rotated' else 'grace' end, s.user_id;
end $$;

drop function door.end_session;
-- Ends a session of the person; false when they have no such one.
create function door.end_session(person_id int, session bigint, what text, request text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update user_session set revoked_at = now()
  where id = session and user_id = person_id and revoked_at is null and expires_at > now();
  if found then perform door.note(person_id, what, request); end if;
  return found;
end $$;

-- Where a person is signed in, the one used last first.
create function door.sessions_of(person_id int, idle_seconds int)
returns table (id bigint, device text, address text, last_address text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select id, device, address, last_address, created_at, rotated_at from user_session
  where user_id = person_id and revoked_at is null and expires_at > now()
    and rotated_at > now() - make_interval(secs => idle_seconds)
  order by rotated_at desc, id desc
$$;

-- The owner's own change: while the password that was checked is still theirs, and the session still on. Ends the other sessions, and
-- forgets all devices but the one it comes from.
create function door.change_password(
  person_id int, session bigint, checked_hash text, new_hash text, device_token bytea, request text)
returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update users u set password_hash = new_hash, updated_at = clock_timestamp()
  where u.id = person_id and u.password_hash = checked_hash
    and exists (select from user_session s where s.id = session and s.user_id = person_id and s.revoked_at is null);
  if not found then return false; end if;
  update user_session set revoked_at = now() where user_id = person_id and id <> session and revoked_at is null;
  delete from user_device where user_id = person_id;
  insert into user_device (user_id, token_hash) values (person_id, device_token);
  perform door.note(person_id, 'password_changed', request);
  return true;
end $$;

-- A lost password, set from the command line: every session ends and no device is known any more.
create or replace function door.set_password(owner_email text, new_hash text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  person_id int;
begin
  update users set password_hash = new_hash, updated_at = clock_timestamp() where lower(email) = lower(owner_email)
  returning id into person_id;
  if not found then return false; end if;
  update user_session set revoked_at = now() where user_id = person_id and revoked_at is null;
  delete from user_device where user_id = person_id;
  insert into audit_log (store_id, action, subject_type, subject_id)
  select m.store_id, 'password_reset', 'user', person_id::text from store_member m
  where m.user_id = person_id and m.removed_at is null;
  return true;
end $$;

-- What a set-up link is worth before any work is done for it: 'open', 'done' or 'invalid', which it is after so many hours.
create function door.setup_link_state(token bytea, lives_hours int) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from setup_link where created_at < now() - make_interval(hours => lives_hours);
  return case when exists (select from users) then 'done'
    when exists (select from setup_link where token_hash = token) then 'open' else 'invalid' end;
end $$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'door'::regnamespace and p.proname in ('note', 'knows_device', 'begin_session', 'rotate_session',
      'end_session', 'sessions_of', 'change_password', 'setup_link_state')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
