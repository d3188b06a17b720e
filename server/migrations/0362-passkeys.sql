-- Passkeys of people, codes for those who lose theirs, and a second factor that stores require (decision 85).

create table passkey (
  id int generated always as identity primary key,
  user_id int not null references users,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Uses as the authenticator counts them; 0 for one that does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index passkey_user on passkey (user_id);
grant select, insert, update, delete on passkey to ruam_auth;

-- Codes that are left. One that was used is deleted.
create table recovery_code (
  id int generated always as identity primary key,
  user_id int not null references users,
  code_hash bytea not null,
  unique (user_id, code_hash)
);
grant select, insert, delete on recovery_code to ruam_auth;

-- step: a reference to sessions
-- Challenges that nobody answered yet, each for one purpose. The person is null for a sign-in by passkey alone.
create table passkey_challenge (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'second_factor', 'confirm', 'enrol')),
  user_id int,
  session_id bigint references user_session on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_session on passkey_challenge (session_id);
grant select, insert, delete on passkey_challenge to ruam_auth;

-- step: columns of sessions
-- Second factor of the sign-in: empty for none, `provider` for one that the identity provider answers for.
alter table user_session add column factor text not null default '' check (factor in ('', 'passkey', 'code', 'provider'));
-- Latest proof of the person; null for the sign-in alone.
alter table user_session add column proved_at timestamptz;

-- step: a column of people
-- True for a person whose passkeys a restored backup lacks: they add one before they open a store.
alter table users add column passkey_wanted boolean not null default false;

-- step: a column of stores
-- Time from which roles that export or send need a second factor; null if they never do.
alter table store add column second_factor_from timestamptz;

-- step: functions

-- ---- Challenges ------------------------------------------------------------------------------------------

create function auth.begin_challenge(token bytea, for_purpose text, person_id int, session bigint, lives_seconds int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from passkey_challenge where expires_at < now();
  insert into passkey_challenge (token_hash, purpose, user_id, session_id, expires_at)
  values (token, for_purpose, person_id, session, now() + make_interval(secs => lives_seconds))
$$;

-- Ends a challenge: it is answered once. Returns nothing if it is unknown, expired or already ended.
create function auth.end_challenge(token bytea) returns table (purpose text, user_id int, session_id bigint)
language sql security definer set search_path = public, pg_temp
as $$
  delete from passkey_challenge c where c.token_hash = token and c.expires_at > now()
  returning c.purpose, c.user_id, c.session_id
$$;

-- Person who has given the right password and still owes the second factor.
create function auth.challenged(token bytea) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.user_id from passkey_challenge c
  where c.token_hash = token and c.purpose = 'second_factor' and c.expires_at > now()
$$;

-- ---- Passkeys and codes ----------------------------------------------------------------------------------

create function auth.passkeys_of(person_id int)
returns table (id int, credential_id bytea, transports text[], name text, created_at timestamptz, used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.id, p.credential_id, p.transports, p.name, p.created_at, p.used_at from passkey p where p.user_id = person_id order by p.id
$$;

create function auth.passkey(credential bytea) returns table (id int, user_id int, public_key bytea)
language sql stable security definer set search_path = public, pg_temp
as $$ select p.id, p.user_id, p.public_key from passkey p where p.credential_id = credential $$;

-- True for a person who signs in with a password, not through the identity provider alone.
create function auth.has_password(person_id int) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select password_hash <> '' from users where id = person_id $$;

create function auth.codes_left(person_id int) returns int
language sql stable security definer set search_path = public, pg_temp
as $$ select count(*)::int from recovery_code where user_id = person_id $$;

-- Adds a passkey, and codes with the first one. Outcome: first, further, or full for a person who has `most`.
create function auth.add_passkey(
  person_id int, session bigint, credential bytea, key bytea, count bigint, by_transports text[], key_name text, codes bytea[], most int,
  request text)
returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  had int;
begin
  -- Serializes two passkeys that are added at once: one of them is the first.
  perform from users where id = person_id for no key update;
  select count(*) into had from passkey where user_id = person_id;
  if had >= most then return 'full'; end if;
  insert into passkey (user_id, credential_id, public_key, counter, transports, name)
  values (person_id, credential, key, count, by_transports, key_name);
  update users set passkey_wanted = false where id = person_id and passkey_wanted;
  perform auth.prove_session(session, 'passkey'), auth.note(person_id, 'passkey_added', request);
  if had > 0 then return 'further'; end if;
  delete from recovery_code where user_id = person_id;
  insert into recovery_code (user_id, code_hash) select person_id, c from unnest(codes) c;
  return 'first';
end $$;

create function auth.rename_passkey(person_id int, passkey_id int, new_name text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update passkey set name = new_name where id = passkey_id and user_id = person_id;
  return found;
end $$;

-- Removes a passkey; with the last one its codes end.
create function auth.remove_passkey(person_id int, passkey_id int, request text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from users where id = person_id for no key update;
  delete from passkey where id = passkey_id and user_id = person_id;
  if not found then return false; end if;
  delete from recovery_code where user_id = person_id and not exists (select from passkey where user_id = person_id);
  perform auth.note(person_id, 'passkey_removed', request);
  return true;
end $$;

-- Notes a use. Returns false if the authenticator counted further before: then it was copied.
create function auth.use_passkey(passkey_id int, new_counter bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update passkey set counter = new_counter, used_at = clock_timestamp()
  where id = passkey_id and (new_counter > counter or new_counter = 0 and counter = 0);
  return found;
end $$;

-- Replaces the codes of a person who has a passkey.
create function auth.renew_codes(person_id int, codes bytea[], request text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from users where id = person_id for no key update;
  if not exists (select from passkey where user_id = person_id) then return false; end if;
  delete from recovery_code where user_id = person_id;
  insert into recovery_code (user_id, code_hash) select person_id, c from unnest(codes) c;
  perform auth.note(person_id, 'recovery_codes_made', request);
  return true;
end $$;

-- Uses a code, once, in place of the passkey that a challenge asks for. Returns false for a wrong code.
create function auth.use_code(person_id int, token bytea, code bytea, request text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from recovery_code where user_id = person_id and code_hash = code;
  if not found then return false; end if;
  delete from passkey_challenge where token_hash = token;
  perform auth.note(person_id, 'recovery_code_used', request);
  return true;
end $$;

-- Notes that the person of a session has proved who they are; `by` a second factor, or empty for a password.
create function auth.prove_session(session bigint, by text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update user_session set proved_at = clock_timestamp(), factor = case when by = '' then factor else by end where id = session
$$;

-- True if the person of a session proved who they are within so many seconds.
create function auth.is_fresh(session bigint, seconds int) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce((select coalesce(proved_at, created_at) > clock_timestamp() - make_interval(secs => seconds)
    from user_session where id = session), false)
$$;

-- Also removes passkeys: the last owner who lost password and passkey gets in again.
create or replace function auth.set_password(owner_email text, new_hash text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  person_id int;
begin
  update users set password_hash = new_hash, passkey_wanted = false, updated_at = clock_timestamp() where lower(email) = lower(owner_email)
  returning id into person_id;
  if not found then return false; end if;
  update user_session set revoked_at = now() where user_id = person_id and revoked_at is null;
  delete from user_device where user_id = person_id;
  delete from passkey where user_id = person_id;
  delete from recovery_code where user_id = person_id;
  perform auth.note(person_id, 'password_reset', null);
  return true;
end $$;

-- ---- Second factors that stores require ------------------------------------------------------------------

-- True for a role that a store's second factor is for: the owner, or one with any of these rights.
create function needs_second_factor(role_name text, role_permissions text[], rights text[]) returns boolean
language sql immutable parallel safe
as $$ select role_name = 'owner' or role_permissions && rights $$;

-- Earliest time from which a store of this server requires a second factor of the person; null if none does.
create function auth.second_factor_from(person_id int, rights text[]) returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$
  select min(s.second_factor_from)
  from store_member m
    join store s on s.store_id = m.store_id and s.deleted_at is null
    join role r on r.store_id = m.store_id and r.id = m.role_id
  where m.user_id = person_id and m.removed_at is null and needs_second_factor(r.name, r.permissions, rights)
$$;

-- Factor of a session, and whether its person owes a passkey that a restored backup lacks.
create function auth.session_factor(session bigint) returns table (factor text, passkey_wanted boolean)
language sql stable security definer set search_path = public, pg_temp
as $$ select s.factor, u.passkey_wanted from user_session s join users u on u.id = s.user_id where s.id = session $$;

-- People of whom a store of this server requires a second factor by now.
create function auth.people_with_second_factor(rights text[]) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct m.user_id
  from store s
    join store_member m on m.store_id = s.store_id and m.removed_at is null
    join role r on r.store_id = m.store_id and r.id = m.role_id
  where s.second_factor_from <= now() and s.deleted_at is null and needs_second_factor(r.name, r.permissions, rights)
$$;

-- Ends sessions of people without a second factor. A younger one has time to add a passkey, and opens no store.
create function auth.end_weak_sessions(people int[], older_than_seconds int) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  ended int[];
begin
  with weak as (
    update user_session set revoked_at = now()
    where user_id = any(people) and factor = '' and revoked_at is null and expires_at > now()
      and created_at < now() - make_interval(secs => older_than_seconds)
    returning user_id
  )
  select array_agg(distinct user_id) into ended from weak;
  perform auth.note(person, 'weak_sessions_ended', null) from unnest(ended) person;
  return coalesce(cardinality(ended), 0);
end $$;

-- Those of some people who have neither a passkey nor their whole sign-in at the identity provider.
create function auth.without_passkey(people int[]) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id from users u
  where u.id = any(people) and not exists (select from passkey p where p.user_id = u.id)
    and (u.password_hash <> '' or not exists (select from user_identity i where i.user_id = u.id))
$$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'auth'::regnamespace and p.proname = any('{begin_challenge,end_challenge,challenged,passkeys_of,passkey,has_password,
      codes_left,add_passkey,rename_passkey,remove_passkey,use_passkey,renew_codes,use_code,prove_session,is_fresh,second_factor_from,
      session_factor,people_with_second_factor,end_weak_sessions,without_passkey}')
  loop
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('revoke all on function %s from public', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
