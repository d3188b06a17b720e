-- Access: members and roles, the data processing agreement, sign-in, invitations, and the life of a store.

-- ---- Roles and members -----------------------------------------------------------------------------------

create table role (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  preset boolean not null default false,
  permissions text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Purpose of the role, and who changed it last.
  description text not null default '',
  updated_by int references users,
  primary key (store_id, id)
);
create unique index role_name on role (store_id, name_key(name));
select wall('role');
grant update (permissions) on role to ruam_auth;
grant select, insert on role to ruam_auth;
create policy auth on role to ruam_auth using (true) with check (true);

create table store_member (
  store_id int not null references store,
  user_id int not null references users,
  -- Former members do not keep a role from being deleted.
  role_id int,
  created_at timestamptz not null default clock_timestamp(),
  -- Kept after the member has left, so that their acts keep a name.
  removed_at timestamptz,
  -- Last visit to the store, rounded to a quarter of an hour.
  seen_at timestamptz,
  primary key (store_id, user_id),
  foreign key (store_id, role_id) references role (store_id, id),
  constraint store_member_role check (role_id is not null or removed_at is not null)
);
create index store_member_user on store_member (user_id) where removed_at is null;
create index store_member_of_role on store_member (store_id, role_id) where removed_at is null;
select wall('store_member');
grant select, insert, update on store_member to ruam_auth;
create policy auth on store_member to ruam_auth using (true) with check (true);

-- Names of current and former members; nothing else of users is readable.
create policy people_of_store on users for select using (
  exists (select from store_member m where m.store_id = current_store() and m.user_id = users.id));

-- Writes an act about a person's account into the audit log of each of their stores.
create function auth.note(person_id int, what text, request text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  select m.store_id, person_id, what, 'user', person_id::text, request
  from store_member m where m.user_id = person_id and m.removed_at is null
$$;

-- Lists the stores of a person, and for owners the deleted ones that can be restored.
create function auth.stores_of(person_id int)
returns table (store_id int, name text, roles text[], deleted_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id, s.name, array[r.name], s.deleted_at
  from store_member m
  join store s on s.store_id = m.store_id
  join role r on r.store_id = m.store_id and r.id = m.role_id
  where m.user_id = person_id and m.removed_at is null
    and (s.deleted_at is null or (r.name = 'owner' and s.deleted_at > now() - interval '30 days'))
  order by s.deleted_at is not null, s.name, s.store_id
$$;

create function auth.seen_in(person_id int, chosen_store int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update store_member set seen_at = clock_timestamp()
  where store_id = chosen_store and user_id = person_id and removed_at is null
$$;

-- Adds new permissions of this version to unchanged preset roles. Removes none, so that an older server next to a newer
-- one reverts nothing.
create function auth.follow_presets(presets jsonb) returns int
language sql security definer set search_path = public, pg_temp
as $$
  with brought as (
    select p ->> 'name' as name, array(select jsonb_array_elements_text(p -> 'permissions')) as permissions
    from jsonb_array_elements(presets) p
  ), changed as (
    update role r set permissions = b.permissions || array(select unnest(r.permissions) except select unnest(b.permissions))
    from brought b where r.preset and r.name = b.name and not r.permissions @> b.permissions
    returning 1
  )
  select count(*)::int from changed
$$;

-- Version of the names of fields, labels and activity types. Servers cache the names under this version, which each
-- read compares.
create table names_version (
  store_id int primary key references store,
  version bigint not null default 1
);
select wall('names_version');

-- ---- Data processing agreement ---------------------------------------------------------------------------

-- All published texts of the data processing agreement; the latest is in force. An accepted text stays readable for
-- ever.
create table dpa_document (
  id int generated always as identity primary key,
  version text not null unique,
  document jsonb not null,
  document_hash text not null,
  published_at timestamptz not null default clock_timestamp()
);
grant select, insert on dpa_document to ruam_auth;

-- Every decision about the data processing agreement; the latest decision on the latest version counts.
create table dpa_decision (
  store_id int not null references store,
  id int generated always as identity,
  version text not null,
  status text not null check (status in ('accepted', 'declined')),
  consentee jsonb not null,
  document_hash text not null,
  decided_by int not null references users,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
select wall('dpa_decision');
revoke update, delete on dpa_decision from ruam_app;
grant select, insert on dpa_decision to ruam_auth;
create policy auth on dpa_decision to ruam_auth using (true) with check (true);

-- State of a store towards the agreement in force. Inlined by PostgreSQL into the functions of auth.
create function agreement_status(of_store int) returns text
language sql stable
as $$
  select coalesce((
    select case d.status when 'accepted' then 'found' else 'declined' end from public.dpa_decision d
    where d.store_id = of_store and d.version = (select v.version from public.dpa_document v order by v.id desc limit 1)
    order by d.id desc limit 1), 'not-found')
$$;

-- The agreement in force, and the current store's state.
create function auth.agreement()
returns table (status text, version text, document jsonb, document_hash text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when exists (select from store s where s.store_id = current_store() and s.deleted_at is null)
      then agreement_status(current_store()) else 'not-found' end,
    v.version, v.document, v.document_hash
  from dpa_document v order by v.id desc limit 1
$$;

-- True if a store has accepted the agreement in force. For jobs, which may run without a store.
create function auth.is_agreed(of_store int) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select agreement_status(of_store) = 'found' $$;

-- Versions of agreements by id.
create function auth.agreement_versions(ids int[]) returns table (id int, version text)
language sql stable security definer set search_path = public, pg_temp
as $$ select d.id, d.version from dpa_document d where d.id = any(ids) $$;

-- Publishes a new version of the agreement and notifies stores that had decided about an earlier one. An older server
-- next to a newer one changes nothing.
create function auth.publish_agreement(new_version text, new_document jsonb, new_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  new_id int;
begin
  insert into dpa_document (version, document, document_hash) values (new_version, new_document, new_hash)
  on conflict (version) do nothing returning id into new_id;
  if not exists (select from dpa_document where version = new_version and document_hash = new_hash) then
    raise exception 'The agreement % was published with another text. Give the changed one another version.', new_version;
  end if;
  if new_id is not null then
    insert into notification (store_id, kind, ending, data)
    select s.store_id, 'agreement_new', 'completed', jsonb_build_object('document_id', new_id) from store s
    where s.deleted_at is null and exists (select from dpa_decision d where d.store_id = s.store_id);
  end if;
end $$;

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

-- Refresh cookies that were already traded. A cookie stays valid for a few seconds, because two tabs may refresh at
-- once; after that, its use proves a copy.
create table spent_refresh (
  token_hash bytea primary key,
  session_id bigint not null references user_session on delete cascade,
  spent_at timestamptz not null default clock_timestamp()
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

-- Trades a refresh cookie for the next one. Within the grace period a traded cookie is another tab (outcome 'grace': a
-- new access token, no new cookie); later it is a copy and ends the session.
create function auth.rotate_session(
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
      perform auth.note(s.user_id, 'session_copied', request);
      return query select 'reused'::text, s.user_id;
      return;
    end if;
  end if;
  delete from access_token a where a.session_id = s.id and a.expires_at < now();
  insert into access_token (token_hash, session_id, user_id, expires_at)
  values (access, s.id, s.user_id, now() + make_interval(secs => access_seconds));
  return query select case when won then 'rotated' else 'grace' end, s.user_id;
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

-- Resets a lost password from the command line: ends all sessions and forgets all devices.
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
  insert into audit_log (store_id, action, subject_type, subject_id)
  select m.store_id, 'password_reset', 'user', person_id::text from store_member m
  where m.user_id = person_id and m.removed_at is null;
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

-- ---- Invitations -----------------------------------------------------------------------------------------

create table invitation (
  store_id int not null references store,
  id int generated always as identity,
  email text not null,
  -- Answered invitations do not keep a role from being deleted.
  role_id int,
  token_hash bytea not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked')),
  created_by int not null references users,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- State of the mail; null if the inviter was shown the link instead.
  mail text check (mail in ('waiting', 'sent', 'failed')),
  mail_failure text check (mail_failure in ('refused', 'unreachable', 'busy', 'rejected')),
  primary key (store_id, id),
  foreign key (store_id, role_id) references role (store_id, id),
  constraint invitation_role check (role_id is not null or status <> 'pending')
);
-- One pending invitation per e-mail: a second one replaces the first.
create unique index invitation_pending on invitation (store_id, lower(email)) where status = 'pending';
create index invitation_of_role on invitation (store_id, role_id);
select wall('invitation');
grant select, update, delete on invitation to ruam_auth;
create policy auth on invitation to ruam_auth using (true) with check (true);

-- True while the inviter may still assign the role.
create function invitation_stands(of_store int, invitation_id int) returns boolean
language sql stable
as $$
  select exists (select from public.invitation i
    join public.role g on g.store_id = i.store_id and g.id = i.role_id
    join public.store_member m on m.store_id = i.store_id and m.user_id = i.created_by and m.removed_at is null
    join public.role r on r.store_id = m.store_id and r.id = m.role_id
    where i.store_id = of_store and i.id = invitation_id
      and (r.name = 'owner' or (g.name <> 'owner' and 'user.user.edit' = any(r.permissions) and g.permissions <@ r.permissions)))
$$;

-- State of an invitation by its token: pending, accepted, revoked, expired, or no row.
create function auth.invitation(token bytea)
returns table (state text, email text, store_name text, role_name text, first_name text, last_name text,
  expires_at timestamptz, has_account boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when i.status <> 'pending' then i.status when i.expires_at <= now() then 'expired'
      when not invitation_stands(i.store_id, i.id) then 'revoked' else 'pending' end,
    i.email, s.name, coalesce(r.name, ''), u.first_name, u.last_name, i.expires_at,
    exists (select from users p where lower(p.email) = lower(i.email))
  from invitation i
  join store s on s.store_id = i.store_id and s.deleted_at is null
  join users u on u.id = i.created_by
  left join role r on r.store_id = i.store_id and r.id = i.role_id
  where i.token_hash = token
$$;

-- Makes a member by an invitation's token: a signed-in person (person_id), who gets an access token of the same
-- session, or a new one (new_hash). Outcome: accepted, or invalid, used, revoked, expired, another (signed in as
-- another person), known (the e-mail has an account).
create function auth.accept_invitation(
  token bytea, person_id int, new_first_name text, new_last_name text, new_hash text, session bigint, access bytea,
  access_seconds int, request text)
returns table (outcome text, user_id int, store_id int, store_name text, email text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  asked_store int;
  i invitation;
  account int;
  named text;
begin
  select v.store_id into asked_store from invitation v join store s on s.store_id = v.store_id
  where v.token_hash = token and s.deleted_at is null;
  -- Locks roles and members of the store first (access/roles/access.ts).
  select s.name into named from store s where s.store_id = asked_store for no key update;
  select v.* into i from invitation v where v.store_id = asked_store and v.token_hash = token;
  if not found then
    return query select 'invalid'::text, null::int, null::int, null::text, null::text;
    return;
  end if;
  outcome := case when i.status = 'accepted' then 'used' when i.status = 'revoked' then 'revoked'
    when i.expires_at <= now() then 'expired' when not invitation_stands(i.store_id, i.id) then 'revoked' end;
  if outcome is null then
    select u.id into account from users u where lower(u.email) = lower(i.email);
    if person_id is not null then
      if person_id is distinct from account then outcome := 'another'; end if;
    elsif account is null then
      insert into users (email, first_name, last_name, password_hash)
      values (i.email, new_first_name, new_last_name, new_hash)
      on conflict (lower(users.email)) do nothing returning users.id into account;
      if account is null then outcome := 'known'; end if;
    else
      outcome := 'known';
    end if;
  end if;
  if outcome is not null then
    return query select outcome, null::int, null::int, null::text, i.email;
    return;
  end if;

  update invitation v set status = 'accepted' where v.store_id = i.store_id and v.id = i.id;
  insert into store_member as m (store_id, user_id, role_id) values (i.store_id, account, i.role_id)
  on conflict on constraint store_member_pkey do update
    set role_id = excluded.role_id, removed_at = null, created_at = clock_timestamp(), seen_at = null
    where m.removed_at is not null;
  -- From an earlier membership.
  delete from access_token a where a.user_id = account and a.store_id = i.store_id;
  if session is not null then
    insert into access_token (token_hash, session_id, user_id, expires_at)
    values (access, session, account, now() + make_interval(secs => access_seconds));
  end if;
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, details, request_id)
  values (i.store_id, account, 'invitation_accepted', 'invitation', i.id::text, jsonb_build_object('role_id', i.role_id), request);
  return query select 'accepted'::text, account, i.store_id, named, i.email;
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

-- ---- Set-up ----------------------------------------------------------------------------------------------

create table setup_link (
  token_hash bytea primary key,
  created_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on setup_link to ruam_auth;

create function auth.setup_needed() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select not exists (select from users) $$;

-- Name of the only store, for the title of the sign-in form; null if there are several.
create function auth.only_store() returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when count(*) = 1 then min(name) end
  from (select name from store where deleted_at is null limit 2) few
$$;

-- Replaces the set-up link; does nothing once a user exists.
create function auth.offer_setup(token bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from setup_link;
  insert into setup_link (token_hash) select token where not exists (select from users);
  return found;
end $$;

-- State of a set-up link: 'open', 'done' or 'invalid'. Links expire after lives_hours.
create function auth.setup_link_state(token bytea, lives_hours int) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from setup_link where created_at < now() - make_interval(hours => lives_hours);
  return case when exists (select from users) then 'done'
    when exists (select from setup_link where token_hash = token) then 'open' else 'invalid' end;
end $$;

-- Creates the first owner and store. Returns 'done' if there is one, 'invalid' for a wrong token; an unattended set-up
-- has no token.
create function auth.set_up(
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

-- ---- The life of a store ---------------------------------------------------------------------------------

-- Creates another store with its roles for a person who owns one; null for anyone else.
create function auth.make_store(person_id int, store_name text, roles jsonb, request text) returns int
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
  insert into role (store_id, name, preset, permissions)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions'))
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  insert into store_member (store_id, user_id, role_id)
  select new_store, person_id, id from role where role.store_id = new_store and role.name = 'owner';
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (new_store, person_id, 'store_made', 'store', new_store::text, request);
  return new_store;
end $$;

-- Locks the current store and ends its tokens.
create function auth.lock_store() returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update store set deleted_at = clock_timestamp() where store_id = current_store() and deleted_at is null;
  if not found then return false; end if;
  delete from access_token where store_id = current_store();
  return true;
end $$;

-- Unlocks a deleted store for one of its owners within 30 days.
create function auth.restore_store(person_id int, chosen_store int, request text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update store s set deleted_at = null
  where s.store_id = chosen_store and s.deleted_at > now() - interval '30 days'
    and exists (select from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id and r.name = 'owner'
      where m.store_id = s.store_id and m.user_id = person_id and m.removed_at is null);
  if not found then return false; end if;
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (chosen_store, person_id, 'store_restored', 'store', chosen_store::text, request);
  return true;
end $$;

-- Stores deleted more than 30 days ago.
create function auth.stores_to_remove() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select store_id from store where deleted_at < now() - interval '30 days' order by store_id $$;

-- Deletes all rows of a removed store from one table and returns its name; null once no table has any. Tables come from
-- the catalog (those with store_id), so none is forgotten, and referencing tables come before referenced ones. Only the
-- owner may delete from every table; behind the wall it sees rows of this store only.
create function auth.remove_store(gone_store int) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  candidate record;
  there boolean;
  filled oid[] := '{}';
  chosen oid;
begin
  perform set_config('ruam.store_id', gone_store::text, true);
  if exists (select from store where store_id = gone_store and coalesce(deleted_at, now()) > now() - interval '30 days') then
    return null;
  end if;
  for candidate in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.oid
  loop
    execute format('select exists (select from %s where store_id = $1)', candidate.oid::regclass) into there using gone_store;
    if there then filled := filled || candidate.oid; end if;
  end loop;
  select t into chosen from unnest(filled) t
  where not exists (select from pg_constraint f
    where f.contype = 'f' and f.confrelid = t and f.conrelid <> t and f.conrelid = any(filled))
  order by t limit 1;
  if chosen is null then
    if cardinality(filled) > 0 then raise exception 'These tables refer to each other: %', filled::regclass[]; end if;
    return null;
  end if;
  execute format('delete from %s where store_id = $1', chosen::regclass) using gone_store;
  return chosen::regclass::text;
end $$;

-- ---- Owners and rights of the functions of schema auth ---------------------------------------------------

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proname in (
      'note', 'stores_of', 'seen_in', 'follow_presets', 'agreement', 'is_agreed', 'agreement_versions',
      'publish_agreement', 'enter', 'caller', 'confirm', 'still_in', 'credentials', 'knows_device',
      'begin_session', 'rotate_session', 'enter_store', 'sessions_of', 'session_seen', 'end_session',
      'end_sessions', 'person', 'change_person', 'mail_ended', 'change_password', 'set_password', 'offer_reset',
      'reset_of', 'reset_password', 'invitation', 'accept_invitation', 'begin_provider', 'end_provider',
      'provider_person', 'setup_needed', 'only_store', 'offer_setup', 'setup_link_state', 'set_up',
      'make_store', 'lock_store', 'restore_store', 'stores_to_remove')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
-- Passwords are reset from the command line, by the owner of the database.
revoke execute on function auth.set_password from ruam_app;
revoke all on function auth.remove_store from public;
grant execute on function auth.remove_store to ruam_app;
