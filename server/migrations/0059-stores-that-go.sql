-- A store that its owner has deleted is locked at once, can be had back for 30 days, and is gone after them.
alter table store add deleted_at timestamptz;
grant update (deleted_at) on store to ruam_door;
grant delete on invitation to ruam_door;

-- Whether who invited somebody may still give that role to people.
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

-- What an invitation's link is good for: pending, accepted, revoked, expired, or nothing at all.
create or replace function door.invitation(token bytea)
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

-- Makes somebody a member by their invitation's link: a person who is signed in (person_id), or a new one (new_hash). `outcome` is
-- accepted, or why not: invalid, used, revoked, expired, another (signed in as somebody else), known (the e-mail has an account).
-- A person who is signed in gets a further access token of the same session.
create or replace function door.accept_invitation(
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
  -- Before the invitation is read: roles and members of the store stay as they are until the end (server/roles/access.ts).
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
  -- Of an earlier time in this store.
  delete from access_token a where a.user_id = account and a.store_id = i.store_id;
  if session is not null then
    insert into access_token (token_hash, session_id, user_id, expires_at)
    values (access, session, account, now() + make_interval(secs => access_seconds));
  end if;
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, details, request_id)
  values (i.store_id, account, 'invitation_accepted', 'invitation', i.id::text, jsonb_build_object('role_id', i.role_id), request);
  return query select 'accepted'::text, account, i.store_id, named, i.email;
end $$;

create or replace function door.enter_store(session bigint, person_id int, chosen_store int, access bytea, access_seconds int)
returns table (roles text[], permissions text[], dpa_status text)
language sql security definer set search_path = public, pg_temp
as $$
  -- Beside a deletion that takes the tokens of a store away, no new one comes.
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

create or replace function door.still_in(sessions bigint[], stores int[])
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

drop function door.stores_of;
-- Also those that were deleted and can be had back, for their owners.
create function door.stores_of(person_id int)
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

create or replace function door.agreement()
returns table (status text, version text, document jsonb, document_hash text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when exists (select from store s where s.store_id = current_store() and s.deleted_at is null)
      then agreement_status(current_store()) else 'not-found' end,
    v.version, v.document, v.document_hash
  from dpa_document v order by v.id desc limit 1
$$;

-- A further store with its roles, for somebody who owns one; null for anybody else.
create function door.make_store(person_id int, store_name text, roles jsonb, request text) returns int
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

-- Locks the current store: nobody is in it any more, and nobody comes in.
create function door.lock_store() returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update store set deleted_at = clock_timestamp() where store_id = current_store() and deleted_at is null;
  if not found then return false; end if;
  delete from access_token where store_id = current_store();
  return true;
end $$;

-- Opens a deleted store again, for one of its owners within the 30 days.
create function door.restore_store(person_id int, chosen_store int, request text) returns boolean
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

-- Stores whose 30 days are over.
create function door.stores_to_remove() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select store_id from store where deleted_at < now() - interval '30 days' order by store_id $$;

-- Removes all rows that a store whose 30 days are over has in one table, and answers which; null once it has none in any. The tables are
-- those that the catalog knows to have a store_id, so that none is forgotten; one goes before those that it refers to. Only the owner
-- may delete from every table: as all of its rows are behind the wall, it sees those of this store alone.
create function door.remove_store(gone_store int) returns text
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
revoke all on function door.remove_store from public;
grant execute on function door.remove_store to ruam_app;

-- As before, and of invitations.
create or replace function door.purge() returns setof text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from access_token where expires_at < now() - interval '1 day';
  delete from user_session where coalesce(revoked_at, expires_at) < now() - interval '7 days';
  -- What nobody can accept any more is kept for as long as somebody may ask what became of it.
  delete from invitation where expires_at < now() - interval '90 days';
  delete from rate_limit where window_start < now() - interval '1 day';
  delete from run_record r using run
  where run.store_id = r.store_id and run.id = r.run
    -- A run can be undone for 30 days, and an undo that began in the last minute has time to end.
    and run.finished_at < now() - case run.kind when 'dry' then interval '7 days' else interval '31 days' end;
  delete from run_profile p using run
  where run.store_id = p.store_id and run.id = p.run and run.finished_at < now() - interval '31 days';
  return query
    with gone as (
      delete from file f where f.created_at < now() - interval '2 days'
        and not exists (select from data_source d where d.store_id = f.store_id and d.file_id = f.id)
        and not exists (select from run r where r.store_id = f.store_id and r.file_id = f.id)
      returning f.storage_key, f.rows_key)
    select key from gone, lateral (values (storage_key), (rows_key)) as keys (key) where key is not null;
  return query
    with gone as (
      update file f set removed_at = now(), facts = '[]', row_offsets = '[]'
      where f.removed_at is null
        and (exists (select from data_source d where d.store_id = f.store_id and d.file_id = f.id)
          or exists (select from run r where r.store_id = f.store_id and r.file_id = f.id))
        and not exists (select from data_source d
          where d.store_id = f.store_id and d.file_id = f.id and d.deleted_at is null)
        and not exists (select from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
          where r.store_id = f.store_id and r.file_id = f.id and d.deleted_at is null
            and coalesce(r.finished_at, now()) > now() - case r.kind when 'dry' then interval '7 days' else interval '31 days' end)
      returning f.storage_key, f.rows_key)
    select key from gone, lateral (values (storage_key), (rows_key)) as keys (key) where key is not null;
end $$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'door'::regnamespace
      and p.proname in ('stores_of', 'make_store', 'lock_store', 'restore_store', 'stores_to_remove')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
