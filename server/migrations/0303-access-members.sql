-- Access: members and roles, the data processing agreement, invitations, and the life of a store.

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

-- Writes an act about a person's account into the audit log of each of their stores, and tells it to other servers.
-- An act on the machine is no act of its person.
create function auth.note(person_id int, what text, request text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  select m.store_id, case when what <> 'password_reset' then person_id end, what, 'user', person_id::text, request
  from store_member m where m.user_id = person_id and m.removed_at is null;
  insert into server_news (server, kind, person, what)
  select distinct d.server, 'note', person_id, jsonb_build_object('what', note.what, 'request', request,
    'address', current_setting('ruam.address', true), 'device', current_setting('ruam.device', true))
  from auth.places_of(person_id) d
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
grant select on names_version to ruam_auth;
create policy auth on names_version for select to ruam_auth using (true);

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

-- All texts of the agreement, oldest first.
create function auth.agreements() returns table (id int, version text, document jsonb, document_hash text)
language sql stable security definer set search_path = public, pg_temp
as $$ select d.id, d.version, d.document, d.document_hash from dpa_document d order by d.id $$;

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

-- Puts a text of the agreement that home has into force here, with its number, and notifies stores that had decided
-- about an earlier one.
create function auth.receive_agreement(new_id int, new_version text, new_document jsonb, new_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into dpa_document (id, version, document, document_hash) overriding system value
  values (new_id, new_version, new_document, new_hash) on conflict (version) do nothing;
  if found then
    insert into notification (store_id, kind, ending, data)
    select s.store_id, 'agreement_new', 'completed', jsonb_build_object('document_id', new_id) from store s
    where s.deleted_at is null and exists (select from dpa_decision d where d.store_id = s.store_id);
  end if;
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

-- Token of the latest invitation that an e-mail can accept here.
create function auth.invitation_for(person_email text) returns bytea
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.token_hash from invitation i join store s on s.store_id = i.store_id and s.deleted_at is null
  where lower(i.email) = lower(person_email) and i.status = 'pending' and i.expires_at > now()
    and invitation_stands(i.store_id, i.id)
  order by i.created_at desc, i.id desc limit 1
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

-- Creates the first owner and store. Returns 'done' if there is one, 'invalid' for a wrong token; an unattended
-- set-up has no token.
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
  insert into store_directory (store, name) values (new_store, store_name);
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
  insert into store_directory (store, name) values (new_store, store_name);
  insert into role (store_id, name, preset, permissions)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions'))
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  insert into store_member (store_id, user_id, role_id)
  select new_store, person_id, id from role where role.store_id = new_store and role.name = 'owner';
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (new_store, person_id, 'store_made', 'store', new_store::text, request);
  return new_store;
end $$;

-- Makes a store with a number of home. The person was asked for there, and is known here.
create function auth.receive_store(new_store int, person_id int, store_name text, roles jsonb, request text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into store (store_id, name) overriding system value values (new_store, store_name);
  insert into role (store_id, name, preset, permissions)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions'))
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  insert into store_member (store_id, user_id, role_id)
  select new_store, person_id, id from role where role.store_id = new_store and role.name = 'owner';
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (new_store, person_id, 'store_made', 'store', new_store::text, request);
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
