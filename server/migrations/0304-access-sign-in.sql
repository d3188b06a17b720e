-- Access: sessions and tokens, people and their passwords, the identity provider.

-- ---- Sessions and tokens ---------------------------------------------------------------------------------

create table user_session (
  id bigint generated always as identity primary key,
  user_id int not null references users,
  refresh_hash bytea not null unique,
  rotated_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Shown in the list of sessions: the browser, and the address of the sign-in and of the last refresh.
  device text not null default '',
  address text not null default '',
  last_address text not null default ''
);
create index user_session_user on user_session (user_id);
grant select, insert, update, delete on user_session to ruam_auth;
create trigger tell_servers after update on user_session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function auth.tell_servers('session', 'user_id');

-- Refresh cookies that were already traded. A cookie stays valid for a few seconds, because two tabs may refresh at
-- once; after that, its use proves a copy.
create table spent_refresh (
  token_hash bytea primary key,
  session_id bigint not null references user_session on delete cascade,
  spent_at timestamptz not null default clock_timestamp(),
  -- When a renewal whose answer was lost was repeated: the cookie gets its successor once more, as long as nobody used
  -- that one.
  renewed_at timestamptz
);
create index spent_refresh_session on spent_refresh (session_id);
grant select, insert, update, delete on spent_refresh to ruam_auth;

create table access_token (
  token_hash bytea primary key,
  session_id bigint not null references user_session on delete cascade,
  user_id int not null references users,
  store_id int references store,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);
create index access_token_expiry on access_token (expires_at);
grant select, insert, update, delete on access_token to ruam_auth;

-- Devices with a former sign-in: attempts from elsewhere never lock them out. The browser keeps the token in a cookie.
create table user_device (
  user_id int not null references users,
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, token_hash)
);
grant select, insert, update, delete on user_device to ruam_auth;

-- Identifies the caller and sets the store for the rest of the transaction. Returns nothing if the token is unknown,
-- expired, signed out, or of a former member.
create function auth.enter(token bytea)
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
    select m.user_id, found_token.session_id, m.store_id, array[r.name], r.permissions, agreement_status(m.store_id)
    from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
    where m.store_id = found_token.store_id and m.user_id = found_token.user_id and m.removed_at is null;
  if found then
    perform set_config('ruam.store_id', found_token.store_id::text, true),
            set_config('ruam.user_id', found_token.user_id::text, true);
  end if;
end $$;

-- Identifies the caller: a person, and for a store's token the store and the rights there. Returns nothing if the token
-- is unknown, expired, signed out, or of a former member. Unlike auth.enter it does not set the context.
create function auth.caller(token bytea)
returns table (user_id int, session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return query
    select a.user_id, a.session_id, a.store_id,
      case when r.id is null then '{}' else array[r.name] end, coalesce(r.permissions, '{}'),
      case when a.store_id is not null then agreement_status(a.store_id) end
    from access_token a
      join user_session s on s.id = a.session_id
      left join store_member m on m.store_id = a.store_id and m.user_id = a.user_id and m.removed_at is null
      left join role r on r.store_id = m.store_id and r.id = m.role_id
    where a.token_hash = token and a.expires_at > now() and s.revoked_at is null and s.expires_at > now()
      and (a.store_id is null or r.id is not null);
end $$;

-- Like auth.caller, for statements that are sent before the caller is known. Raises unless the token belongs to this
-- person, the store in the context is the token's, the person has one of the permissions and the agreement was
-- accepted; PostgreSQL then skips the statements after it. A person's own token has no store and needs no permission.
create function auth.confirm(token bytea, person int, any_of text[], before_dpa boolean)
returns table (user_id int, session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  select c.* into user_id, session_id, store_id, roles, permissions, dpa_status from auth.caller(token) c;
  if user_id is null or user_id is distinct from person or store_id is distinct from current_store()
    or (store_id is not null and not (
      (before_dpa or dpa_status = 'found')
      and ('owner' = any(roles) or cardinality(any_of) = 0 or permissions && any_of)))
  then
    raise exception 'not confirmed' using errcode = 'RU001';
  end if;
  return next;
end $$;

-- Filters sessions that are still valid for their store, with current permissions: what keeps a socket open.
create function auth.still_in(sessions bigint[], stores int[])
returns table (session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.id, m.store_id, array[r.name], r.permissions, agreement_status(m.store_id)
  from unnest(sessions, stores) as asked (session_id, store_id)
  join user_session s on s.id = asked.session_id and s.revoked_at is null and s.expires_at > now()
  join store_member m on m.store_id = asked.store_id and m.user_id = s.user_id and m.removed_at is null
  join role r on r.store_id = m.store_id and r.id = m.role_id
  join store t on t.store_id = m.store_id and t.deleted_at is null
$$;

create function auth.credentials(sign_in_email text)
returns table (user_id int, password_hash text)
language sql stable security definer set search_path = public, pg_temp
as $$ select id, users.password_hash from users where lower(email) = lower(sign_in_email) $$;

create function auth.knows_device(person_id int, shown bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from user_device where user_id = person_id and token_hash = shown) $$;

create function auth.begin_session(
  person_id int, refresh bytea, access bytea, session_seconds int, access_seconds int, device_words text default '',
  from_address text default '', device_token bytea default null, request text default null)
returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  select auth.note(person_id, 'sign_in', request);
  -- Maximum age of a cookie in browsers.
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

-- Trades a refresh cookie for the next one, which follows from it. A cookie that was traded already gets the same
-- successor while that one is unused: at once for another tab, and once within 60 seconds for an answer that was
-- lost. Any other reuse proves a copy, and ends the session.
create function auth.rotate_session(
  refresh bytea, next_refresh bytea, access bytea, idle_seconds int, grace_seconds int, access_seconds int, from_address text,
  request text)
returns table (outcome text, user_id int)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  s record;
  result text := 'rotated';
begin
  update user_session u set refresh_hash = next_refresh, rotated_at = clock_timestamp(), last_address = from_address
  where u.refresh_hash = refresh and u.revoked_at is null and u.expires_at > now()
    and u.rotated_at > now() - make_interval(secs => idle_seconds)
  returning u.id, u.user_id into s;
  if found then
    insert into spent_refresh (token_hash, session_id) values (refresh, s.id);
  else
    select u.id, u.user_id, p.renewed_at, u.refresh_hash = next_refresh as unused, clock_timestamp() - p.spent_at as ago into s
    from spent_refresh p join user_session u on u.id = p.session_id
    where p.token_hash = refresh and u.revoked_at is null and u.expires_at > now() for update;
    if not found then return; end if;
    if s.ago < make_interval(secs => grace_seconds) then
      if not s.unused then result := 'grace'; end if;
    elsif s.unused and s.renewed_at is null and s.ago < interval '60 seconds' then
      update spent_refresh p set renewed_at = now() where p.token_hash = refresh;
      perform auth.note(s.user_id, 'session_renewed', request);
    else
      update user_session u set revoked_at = now() where u.id = s.id;
      perform auth.note(s.user_id, 'session_copied', request);
      return query select 'reused'::text, s.user_id;
      return;
    end if;
  end if;
  delete from access_token a where a.session_id = s.id and a.expires_at < now();
  insert into access_token (token_hash, session_id, user_id, expires_at)
  values (access, s.id, s.user_id, now() + make_interval(secs => access_seconds));
  return query select result, s.user_id;
end $$;

-- Issues a token for one store. Returns nothing for a person who is not a member.
create function auth.enter_store(session bigint, person_id int, chosen_store int, access bytea, access_seconds int)
returns table (roles text[], permissions text[], dpa_status text)
language sql security definer set search_path = public, pg_temp
as $$
  -- Locks out a concurrent deletion of the store, which removes its tokens.
  with open as materialized (
    select store_id from store where store_id = chosen_store and deleted_at is null for share
  ), member as (
    select m.store_id, r.name, r.permissions
    from open join store_member m using (store_id) join role r on r.store_id = m.store_id and r.id = m.role_id
    where m.store_id = chosen_store and m.user_id = person_id and m.removed_at is null
  ), token as (
    insert into access_token (token_hash, session_id, user_id, store_id, expires_at)
    select access, session, person_id, store_id, now() + make_interval(secs => access_seconds) from member
  )
  select array[name], permissions, agreement_status(member.store_id) from member
$$;

-- Lists the sessions of a person, the last used first.
create function auth.sessions_of(person_id int, idle_seconds int)
returns table (id bigint, device text, address text, last_address text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select id, device, address, last_address, created_at, rotated_at from user_session
  where user_id = person_id and revoked_at is null and expires_at > now()
    and rotated_at > now() - make_interval(secs => idle_seconds)
  order by rotated_at desc, id desc
$$;

-- Origin of a session, for the mail about a new device.
create function auth.session_seen(session bigint) returns table (device text, address text, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$ select device, address, created_at from user_session where id = session $$;

-- Ends a session of the person. Returns false if they have no such session.
create function auth.end_session(person_id int, session bigint, what text, request text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update user_session set revoked_at = now()
  where id = session and user_id = person_id and revoked_at is null and expires_at > now();
  if found then perform auth.note(person_id, what, request); end if;
  return found;
end $$;

-- Ends every session of a person.
create function auth.end_sessions(person_id int, request text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update user_session set revoked_at = now() where user_id = person_id and revoked_at is null and expires_at > now();
  if found then perform auth.note(person_id, 'sessions_ended', request); end if;
end $$;

-- ---- Sessions of people with stores on other servers -----------------------------------------------------

-- End of a session that is on, held until the transaction ends: its revocation waits, and is told after the copy.
create function auth.session_to_copy(session bigint) returns timestamptz
language sql security definer set search_path = public, pg_temp
as $$ select expires_at from user_session where id = session and revoked_at is null for share $$;

-- Copies a session of home, for the tokens of stores that come with it. No cookie refreshes it here.
create function auth.receive_session(session bigint, person_id int, until timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into user_session (id, user_id, refresh_hash, expires_at) overriding system value
  values (session, person_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), until)
  on conflict (id) do nothing
$$;

-- A further token of a person's session.
create function auth.add_token(session bigint, person_id int, access bytea, access_seconds int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into access_token (token_hash, session_id, user_id, expires_at)
  values (access, session, person_id, now() + make_interval(secs => access_seconds))
$$;

-- Ends all tokens of a store, whose people open it again on its new server.
create function auth.end_tokens_of(of_store int) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from access_token where store_id = of_store $$;

-- ---- People and passwords --------------------------------------------------------------------------------

create function auth.person(person_id int)
returns table (id int, first_name text, last_name text, email text, language text, era text, mail_failed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.first_name, u.last_name, u.email, u.language, u.era, u.mail_failed_at from users u where u.id = person_id
$$;

-- Changes a person. A missing key keeps its value; null clears language or era. A new name is audited in all their
-- stores, where others see it.
create function auth.change_person(person_id int, change jsonb, request text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  before users;
begin
  select u.* into before from users u where u.id = person_id for no key update;
  update users u set
    first_name = coalesce(change ->> 'first_name', u.first_name),
    last_name = coalesce(change ->> 'last_name', u.last_name),
    language = case when change ? 'language' then change ->> 'language' else u.language end,
    era = case when change ? 'era' then change ->> 'era' else u.era end,
    updated_at = clock_timestamp()
  where u.id = person_id;
  if exists (select from users u where u.id = person_id
    and (u.first_name, u.last_name) is distinct from (before.first_name, before.last_name)) then
    perform auth.note(person_id, 'account_changed', request);
  end if;
end $$;

-- Records whether mail reaches a person.
create function auth.mail_ended(person_id int, went boolean) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update users set mail_failed_at = case when went then null else clock_timestamp() end
  where id = person_id and not (went and mail_failed_at is null)
$$;

-- Makes a person at home who was invited elsewhere; null if the e-mail has an account.
create function auth.make_person(person_email text, new_first_name text, new_last_name text, new_hash text) returns int
language sql security definer set search_path = public, pg_temp
as $$
  insert into users (email, first_name, last_name, password_hash)
  values (person_email, new_first_name, new_last_name, new_hash) on conflict (lower(users.email)) do nothing returning id
$$;

-- Changes the own password if the checked hash is current and the session valid. Ends all other sessions and forgets
-- all other devices.
create function auth.change_password(
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
  perform auth.note(person_id, 'password_changed', request);
  return true;
end $$;

-- Resets a lost password from the command line, as the owner of the database: ends all sessions and forgets all
-- devices. Written into the audit logs of all servers on which the person has stores.
create function auth.set_password(owner_email text, new_hash text) returns boolean
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
  perform auth.note(person_id, 'password_reset', null);
  return true;
end $$;

-- Mailed links to set a lost password.
create table password_reset (
  token_hash bytea primary key,
  user_id int not null references users,
  expires_at timestamptz not null
);
create index password_reset_user on password_reset (user_id);
grant select, insert, delete on password_reset to ruam_auth;

-- Adds a reset link. Earlier links stay valid, since their mails may arrive later.
create function auth.offer_reset(person_id int, token bytea, lives_seconds int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from password_reset where expires_at < now();
  insert into password_reset (token_hash, user_id, expires_at)
  select token, id, now() + make_interval(secs => lives_seconds) from users where id = person_id
$$;

-- Person of a reset link. Returns nothing if the link was used, has expired or never existed.
create function auth.reset_of(token bytea) returns table (user_id int, first_name text, last_name text, email text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.first_name, u.last_name, u.email from password_reset p join users u on u.id = p.user_id
  where p.token_hash = token and p.expires_at > now()
$$;

-- Sets a password by a reset link, once: deletes all links, ends all sessions and forgets all devices.
create function auth.reset_password(token bytea, new_hash text, request text) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  person_id int;
begin
  select user_id into person_id from password_reset where token_hash = token;
  -- Serializes two links used at once: the second finds none.
  perform from users where id = person_id for no key update;
  delete from password_reset where token_hash = token and expires_at > now();
  if not found then return null; end if;
  delete from password_reset where user_id = person_id;
  update users set password_hash = new_hash, updated_at = clock_timestamp() where id = person_id;
  update user_session set revoked_at = now() where user_id = person_id and revoked_at is null;
  delete from user_device where user_id = person_id;
  perform auth.note(person_id, 'password_recovered', request);
  return person_id;
end $$;

-- ---- Identity provider -----------------------------------------------------------------------------------

-- Subjects of the identity provider and their users.
create table user_identity (
  issuer text not null,
  subject text not null,
  user_id int not null references users,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject),
  unique (issuer, user_id)
);
grant select, insert on user_identity to ruam_auth;

-- Sign-ins through the identity provider in progress; each ends once.
create table provider_try (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on provider_try to ruam_auth;

create function auth.begin_provider(token bytea, lives_seconds int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from provider_try where expires_at < now();
  insert into provider_try (token_hash, expires_at) values (token, now() + make_interval(secs => lives_seconds))
$$;

-- Ends a sign-in that was begun here. Returns false if it is unknown, expired or already ended.
create function auth.end_provider(token bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from provider_try where token_hash = token and expires_at > now();
  return found;
end $$;

-- User of the identity provider's subject. At first: the user with this e-mail, if the provider has verified it and the
-- user has no other subject; or an invited person, who becomes a user without a password and a member by the latest
-- invitation. Outcome: in, or unverified, taken, uninvited. `made` is true for a new user.
create function auth.provider_person(
  by_issuer text, by_subject text, by_email text, verified boolean, new_first_name text, new_last_name text, request text)
returns table (outcome text, user_id int, made boolean)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  account int;
  link bytea;
  joined boolean := false;
begin
  select i.user_id into account from user_identity i where i.issuer = by_issuer and i.subject = by_subject;
  if found then return query select 'in'::text, account, joined; return; end if;
  if verified is not true or coalesce(by_email, '') = '' then return query select 'unverified'::text, null::int, false; return; end if;

  select u.id into account from users u where lower(u.email) = lower(by_email) for no key update;
  if account is null then
    select i.token_hash into link from invitation i join store s on s.store_id = i.store_id and s.deleted_at is null
    where lower(i.email) = lower(by_email) and i.status = 'pending' and i.expires_at > now()
      and invitation_stands(i.store_id, i.id)
    order by i.created_at desc, i.id desc limit 1;
    select a.user_id into account
    from auth.accept_invitation(link, null, new_first_name, new_last_name, '', null, null, 0, request) a where a.outcome = 'accepted';
    if account is null then return query select 'uninvited'::text, null::int, false; return; end if;
    joined := true;
  end if;
  insert into user_identity (issuer, subject, user_id) values (by_issuer, by_subject, account) on conflict do nothing;
  if found then
    perform auth.note(account, 'identity_linked', request);
  elsif not exists (select from user_identity i
    where i.issuer = by_issuer and i.subject = by_subject and i.user_id = account) then
    return query select 'taken'::text, null::int, false;
    return;
  end if;
  return query select 'in'::text, account, joined;
end $$;
