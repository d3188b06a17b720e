-- Decisions that a restored backup must not take back: each is also a line of a list outside the database (decision 50).

create table decision (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  kind text not null,
  -- Null: of a person, in all stores.
  store int,
  -- Ids, names of rights and states alone: no secret, no hash, no value of a customer.
  body jsonb not null,
  at timestamptz not null default clock_timestamp(),
  -- True once its line lies in the storage.
  listed boolean not null default false
);
create index decision_unlisted on decision (number) where not listed;
grant select, insert, update, delete on decision to ruam_auth;

-- Each time that the database became older than it was: by a restore, or by PostgreSQL's own means.
create table restoration (
  id int generated always as identity primary key,
  -- Time of the backup; null if the database became older without `npm run restore`.
  backup_at timestamptz,
  restored_at timestamptz not null default clock_timestamp(),
  -- Acts of the audit log that were carried over from the replaced folder; null if those since the backup are lost.
  acts int,
  -- Decisions that were applied again; null if those since the backup are unknown.
  decisions int,
  -- True once every store was told, and what was due waits.
  settled boolean not null default false
);
grant select on restoration to ruam_auth;

-- ---- Recording -------------------------------------------------------------------------------------------

-- Writes a decision down with the transaction that makes it. The notice carries its id to the server, which adds the
-- line after the commit.
create function auth.record_decision(of_kind text, of_store int, of_body jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp set client_min_messages = notice
as $$
declare
  made uuid;
begin
  insert into decision (kind, store, body) values (of_kind, of_store, of_body) returning id into made;
  raise notice using message = 'ruam decision', errcode = 'RU003', detail = made::text;
end $$;

-- Decisions without a line: these, or all.
create function auth.decisions_to_list(ids uuid[])
returns table (id uuid, kind text, store int, body jsonb, at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select d.id, d.kind, d.store, d.body, d.at from decision d
  where not d.listed and (ids is null or d.id = any(ids)) order by d.number limit 5000
$$;

create function auth.decisions_listed(ids uuid[]) returns void
language sql security definer set search_path = public, pg_temp
as $$ update decision set listed = true where id = any(ids) $$;

-- Deletes decisions whose lines are gone: no backup that is kept is older.
create function auth.purge_decisions(days int) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from decision where listed and at < now() - make_interval(days => days) $$;

create function auth.restorations()
returns table (id int, backup_at timestamptz, restored_at timestamptz, acts int, decisions int)
language sql stable security definer set search_path = public, pg_temp
as $$ select r.id, r.backup_at, r.restored_at, r.acts, r.decisions from restoration r order by r.id $$;

-- Trigger: records a decision about a row. Arguments: the kind, then pairs of a key and the column it is filled
-- from. What the owner of the tables writes is no decision: a restore, a move, a removal.
create function record_decision() returns trigger
language plpgsql
as $$
declare
  about jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  body jsonb := '{}';
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  for i in 1 .. tg_nargs - 1 by 2 loop
    body := body || jsonb_build_object(tg_argv[i], about -> tg_argv[i + 1]);
  end loop;
  if tg_op = 'DELETE' then body := body || '{"deleted": true}'; end if;
  perform auth.record_decision(tg_argv[0], (about ->> 'store_id')::int, body);
  return null;
end $$;

create trigger record_decision after update on users for each row
  when (old.password_hash <> new.password_hash) execute function record_decision('password_changed', 'user', 'id');
create trigger record_decision after update on user_session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function record_decision('session_ended', 'session', 'id');

create trigger record_decision_of_end after update on credential for each row
  when (old.status = 'active' and new.status <> 'active') execute function record_decision('credential_ended', 'credential', 'id');
create trigger record_decision_of_deletion after delete on credential for each row
  execute function record_decision('credential_ended', 'credential', 'id');
create trigger record_decision_of_rotation after update on credential for each row
  when (old.secret_hash <> new.secret_hash) execute function record_decision('credential_rotated', 'credential', 'id', 'until', 'previous_until');
create trigger record_decision_of_scopes after update on credential for each row
  when (not old.scopes <@ new.scopes) execute function record_decision('key_scopes_lowered', 'credential', 'id', 'scopes', 'scopes');

create trigger record_decision after update on store_member for each row
  when (old.removed_at is null and new.removed_at is not null) execute function record_decision('member_removed', 'user', 'user_id');
create trigger record_decision after update on role for each row
  when (not old.permissions <@ new.permissions) execute function record_decision('role_lowered', 'role', 'id', 'permissions', 'permissions');
create trigger record_decision after update on invitation for each row
  when (old.status = 'pending' and new.status = 'revoked' or old.token_hash <> new.token_hash)
  execute function record_decision('invitation_revoked', 'invitation', 'id');
create trigger record_decision after update on store for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function record_decision('store_removed');

create trigger record_decision_of_end after delete on sql_login for each row
  execute function record_decision('sql_login_ended', 'role', 'role_name');
create trigger record_decision after update on sql_login for each row
  when (old.verifier <> new.verifier) execute function record_decision('sql_login_ended', 'role', 'role_name');
create trigger record_decision after update on open_api for each row
  when (old.status = 'active' and new.status <> 'active' or not old.calls <@ new.calls)
  execute function record_decision('open_api_narrowed', 'open_api', 'id', 'calls', 'calls', 'status', 'status');
create trigger record_decision_of_deletion after delete on open_api for each row
  execute function record_decision('open_api_narrowed', 'open_api', 'id');
create trigger record_decision after delete on open_api_token for each row
  execute function record_decision('token_unlinked', 'token', 'token_id', 'open_api', 'open_api_id');
create trigger record_decision after update on connector for each row
  when (old.status = 'active' and new.status = 'inactive') execute function record_decision('connector_closed', 'connector', 'data_source_id');
create trigger record_decision_of_deletion after delete on connector for each row
  execute function record_decision('connector_closed', 'connector', 'data_source_id');
create trigger record_decision after delete on connector_token for each row
  execute function record_decision('connector_token_unlinked', 'token', 'token_id', 'connector', 'data_source_id');

create trigger record_decision after update on channel for each row
  when (old.status <> 'inactive' and new.status = 'inactive') execute function record_decision('channel_disconnected', 'channel', 'id');
create trigger record_decision_of_deletion after delete on channel for each row
  execute function record_decision('channel_disconnected', 'channel', 'id');
create trigger record_decision after update on profile_field for each row
  when (not old.sensitive and new.sensitive) execute function record_decision('field_sensitive', 'field', 'id');
create trigger record_decision after update of restricted_at on profile for each row
  when (old.restricted_at is null and new.restricted_at is not null) execute function record_decision('profile_restricted', 'profile', 'id');
create trigger record_decision after update on segment for each row
  when (old.members_visible and not new.members_visible) execute function record_decision('members_hidden', 'segment', 'label_id');
create trigger record_decision after update on broadcast for each row
  when (old.status = 'pending' and (new.status = 'draft' or new.sub_status = 'canceled' or
    new.sub_status = 'paused' and new.reason = 'user' and old.reason is distinct from 'user'))
  execute function record_decision('broadcast_stopped', 'broadcast', 'id');
create trigger record_decision_of_outcome after update on broadcast_chunk for each row
  when (old.status <> new.status)
  execute function record_decision('message_ended', 'broadcast', 'broadcast_id', 'chunk', 'id', 'key', 'retry_key', 'outcome', 'status');

-- Trigger: a member got a role with fewer rights.
create function record_lowered_member() returns trigger
language plpgsql
as $$
declare
  former record;
  given record;
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  select name, permissions into former from public.role where store_id = old.store_id and id = old.role_id;
  select name, permissions into given from public.role where store_id = new.store_id and id = new.role_id;
  if given.name = 'owner' or (former.name <> 'owner' and former.permissions <@ given.permissions) then return null; end if;
  perform auth.record_decision('member_role_lowered', new.store_id,
    jsonb_build_object('user', new.user_id, 'role', new.role_id, 'permissions', given.permissions));
  return null;
end $$;
create trigger record_decision_of_role after update on store_member for each row
  when (new.removed_at is null and old.role_id <> new.role_id) execute function record_lowered_member();

-- Trigger: LINE is called for a chunk. Recorded before the call, for LINE may accept it from then on. Reads a
-- chunk's people by the index of chunks alone: with `profile_id is not null` and their order in one query, the
-- planner may go through all people of the broadcast in the order of `broadcast_recipient_person`.
create function record_called_chunk() returns trigger
language plpgsql
as $$
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  perform auth.record_decision('message_called', new.store_id,
    jsonb_build_object('broadcast', new.broadcast_id, 'chunk', new.id, 'key', new.retry_key, 'people', coalesce((
      select jsonb_agg(c.profile_id order by c.profile_id) filter (where c.profile_id is not null) from (
        select r.profile_id from public.broadcast_recipient r
        where r.store_id = new.store_id and r.broadcast_id = new.broadcast_id and r.chunk = new.id offset 0) c), '[]')));
  return null;
end $$;
create trigger record_decision_of_call after update on broadcast_chunk for each row
  when (old.tries = 0 and new.tries > 0) execute function record_called_chunk();

-- Trigger: consents were withdrawn. Up to 1,000 of them are one decision.
create function record_withdrawn_consents() returns trigger
language plpgsql
as $$
declare
  part record;
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  for part in
    select w.store_id, w.source, jsonb_agg(jsonb_build_array(w.profile_id, w.purpose_id, w.at)) as entries
    from (select a.*, row_number() over (order by a.profile_id, a.purpose_id) / 1000 as nth from added a where a.status = 'withdrawn') w
    group by w.store_id, w.source, w.nth
  loop
    perform auth.record_decision('consent_withdrawn', part.store_id, jsonb_build_object('source', part.source, 'entries', part.entries));
  end loop;
  return null;
end $$;
create trigger record_decision after insert on consent_entry referencing new table as added
  for each statement execute function record_withdrawn_consents();

-- Trigger, at the end of the transaction, because a list may be written anew: a field is open to less than before.
-- Arguments: the kind, and the column and the table of what the list belongs to, if it is not the store's.
create function record_closed_field() returns trigger
language plpgsql
as $$
declare
  was jsonb := to_jsonb(old);
  owner_id int := case when tg_nargs > 1 then (was ->> tg_argv[1])::int end;
  is_there boolean;
  reads_now boolean := false;
  writes_now text;
  ranks constant text[] := '{fill,overwrite,true}';
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  if tg_nargs > 1 then
    execute format('select exists (select from public.%I where store_id = $1 and id = $2)', tg_argv[2])
      into is_there using old.store_id, owner_id;
    if not is_there then return null; end if;
    execute format('select reads, writes::text from public.%I where store_id = $1 and field_id = $2 and %I = $3', tg_table_name, tg_argv[1])
      into reads_now, writes_now using old.store_id, old.field_id, owner_id;
  else
    execute format('select reads, writes::text from public.%I where store_id = $1 and field_id = $2', tg_table_name)
      into reads_now, writes_now using old.store_id, old.field_id;
  end if;
  if (old.reads and not coalesce(reads_now, false))
    or coalesce(array_position(ranks, old.writes::text), 0) > coalesce(array_position(ranks, writes_now), 0) then
    perform auth.record_decision(tg_argv[0], old.store_id, jsonb_build_object(
      'field', old.field_id, 'of', owner_id, 'reads', coalesce(reads_now, false), 'writes', nullif(writes_now, 'false')));
  end if;
  return null;
end $$;

create constraint trigger record_decision_of_change after update on profile_api_field deferrable initially deferred for each row
  when (old.reads is distinct from new.reads or old.writes is distinct from new.writes)
  execute function record_closed_field('store_field_closed');
create constraint trigger record_decision_of_deletion after delete on profile_api_field deferrable initially deferred for each row
  execute function record_closed_field('store_field_closed');
create constraint trigger record_decision_of_change after update on credential_field deferrable initially deferred for each row
  when (old.reads is distinct from new.reads or old.writes is distinct from new.writes)
  execute function record_closed_field('key_field_closed', 'credential_id', 'credential');
create constraint trigger record_decision_of_deletion after delete on credential_field deferrable initially deferred for each row
  execute function record_closed_field('key_field_closed', 'credential_id', 'credential');
create constraint trigger record_decision_of_change after update on open_api_field deferrable initially deferred for each row
  when (old.reads is distinct from new.reads or old.writes is distinct from new.writes)
  execute function record_closed_field('open_api_field_closed', 'open_api_id', 'open_api');
create constraint trigger record_decision_of_deletion after delete on open_api_field deferrable initially deferred for each row
  execute function record_closed_field('open_api_field_closed', 'open_api_id', 'open_api');

-- ---- Applying, as the owner of the tables, with the store of the decision as the current one -------------

-- True if a store would have no owner without this member.
create function is_last_owner(of_store int, member int) returns boolean
language sql stable
as $$
  select exists (select from public.store_member m join public.role r on r.store_id = m.store_id and r.id = m.role_id and r.name = 'owner'
      where m.store_id = of_store and m.user_id = member and m.removed_at is null)
    and not exists (select from public.store_member m join public.role r on r.store_id = m.store_id and r.id = m.role_id and r.name = 'owner'
      where m.store_id = of_store and m.user_id <> member and m.removed_at is null)
$$;

create function decided_password_changed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  -- No password fits an empty hash.
  update users set password_hash = '', updated_at = clock_timestamp() where id = (body ->> 'user')::int;
  delete from user_device where user_id = (body ->> 'user')::int
$$;

create function decided_session_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update user_session set revoked_at = now() where id = (body ->> 'session')::bigint and revoked_at is null;
  delete from access_token where session_id = (body ->> 'session')::bigint
$$;

create function decided_credential_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  delete from credential where store_id = of_store and id = (body ->> 'credential')::int and kind = 'token' and body ? 'deleted';
  update credential set status = case kind when 'key' then 'revoked' else 'inactive' end,
    revoked_at = case kind when 'key' then coalesce(revoked_at, decided_at) end, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'credential')::int and status = 'active'
$$;

-- The former secret ends when it was to end, and nobody knows the new one: the next rotation shows one.
create function decided_credential_rotated(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update credential set
    previous_hash = case when (body ->> 'until')::timestamptz > now() then secret_hash end,
    previous_until = case when (body ->> 'until')::timestamptz > now() then (body ->> 'until')::timestamptz end,
    previous_used_at = null,
    secret_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
    updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'credential')::int
$$;

create function decided_key_scopes_lowered(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update credential set scopes = array(select s from unnest(scopes) s where body -> 'scopes' ? s), updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'credential')::int
$$;

create function decided_store_field_closed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update profile_api_field set reads = reads and (body ->> 'reads')::boolean, writes = writes and body ->> 'writes' is not null
  where store_id = of_store and field_id = (body ->> 'field')::int
$$;

create function decided_key_field_closed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update credential_field set reads = reads and (body ->> 'reads')::boolean,
    writes = case when body ->> 'writes' = 'overwrite' then writes when body ->> 'writes' = 'fill' and writes is not null then 'fill' end
  where store_id = of_store and field_id = (body ->> 'field')::int and credential_id = (body ->> 'of')::int
$$;

create function decided_open_api_field_closed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update open_api_field set reads = reads and (body ->> 'reads')::boolean,
    writes = case when body ->> 'writes' = 'overwrite' then writes when body ->> 'writes' = 'fill' and writes is not null then 'fill' end
  where store_id = of_store and field_id = (body ->> 'field')::int and open_api_id = (body ->> 'of')::int
$$;

-- The last owner stays, because nobody else could act for the store, and signs in by `npm run reset-password` alone.
create function decided_member_removed(of_store int, decided_at timestamptz, body jsonb) returns void
language plpgsql
as $$
begin
  if is_last_owner(of_store, (body ->> 'user')::int) then
    perform decided_password_changed(null, decided_at, body);
    update user_session set revoked_at = now() where user_id = (body ->> 'user')::int and revoked_at is null;
    return;
  end if;
  update store_member set removed_at = decided_at
  where store_id = of_store and user_id = (body ->> 'user')::int and removed_at is null;
  delete from access_token where store_id = of_store and user_id = (body ->> 'user')::int;
end $$;

create function decided_role_lowered(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update role set permissions = array(select p from unnest(permissions) p where body -> 'permissions' ? p order by p),
    preset = false, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'role')::int and name <> 'owner'
$$;

-- A role that the backup lacks, or that has more rights in it, is replaced by the widest one that exceeds none of
-- the rights. A member whose role in the backup has no more than these rights stays as they are: a restore gives
-- nothing.
create function decided_member_role_lowered(of_store int, decided_at timestamptz, body jsonb) returns void
language plpgsql
as $$
declare
  member int := (body ->> 'user')::int;
  allowed text[] := array(select jsonb_array_elements_text(body -> 'permissions'));
  had record;
  fits int;
begin
  select r.name, r.permissions into had from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
  where m.store_id = of_store and m.user_id = member and m.removed_at is null;
  if had.name <> 'owner' and had.permissions <@ allowed then return; end if;
  if is_last_owner(of_store, member) then
    perform decided_member_removed(of_store, decided_at, body);
    return;
  end if;
  select r.id into fits from role r where r.store_id = of_store and r.name <> 'owner' and r.permissions <@ allowed
  order by r.id = (body ->> 'role')::int desc, cardinality(r.permissions) desc, r.id limit 1;
  if fits is null then
    perform decided_member_removed(of_store, decided_at, body);
  else
    update store_member set role_id = fits where store_id = of_store and user_id = member and removed_at is null;
  end if;
end $$;

create function decided_invitation_revoked(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update invitation set status = 'revoked' where store_id = of_store and id = (body ->> 'invitation')::int and status = 'pending'
$$;

create function decided_store_removed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update store set deleted_at = decided_at, updated_at = clock_timestamp() where store_id = of_store and deleted_at is null;
  delete from access_token where store_id = of_store
$$;

create function decided_sql_login_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language plpgsql
as $$
begin
  delete from sql_login where store_id = of_store and role_name = body ->> 'role';
  -- A new cluster has no such role. Another one is removed within the minute.
  if exists (select from pg_roles where rolname = body ->> 'role') and body ->> 'role' ~ '^ruam_sql_' then
    execute format('alter role %I nologin', body ->> 'role');
  end if;
end $$;

create function decided_open_api_narrowed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update open_api set calls = array(select c from unnest(calls) c where coalesce(body -> 'calls', '[]') ? c),
    status = case when body ? 'deleted' or body ->> 'status' <> 'active' then 'inactive' else status end, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'open_api')::int
$$;

create function decided_token_unlinked(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  delete from open_api_token
  where store_id = of_store and token_id = (body ->> 'token')::int and open_api_id = (body ->> 'open_api')::int
$$;

create function decided_connector_closed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update connector set status = 'inactive', problem = null, problem_at = null, updated_at = clock_timestamp()
  where store_id = of_store and data_source_id = (body ->> 'connector')::int
$$;

create function decided_connector_token_unlinked(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  delete from connector_token
  where store_id = of_store and token_id = (body ->> 'token')::int and data_source_id = (body ->> 'connector')::int
$$;

create function decided_channel_disconnected(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update channel set status = 'inactive', error = null, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'channel')::int
$$;

-- A sensitive field opens by its own tick alone.
create function decided_field_sensitive(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update profile_field set sensitive = true, updated_at = clock_timestamp() where store_id = of_store and id = (body ->> 'field')::int;
  delete from profile_api_field where store_id = of_store and field_id = (body ->> 'field')::int;
  delete from credential_field where store_id = of_store and field_id = (body ->> 'field')::int;
  delete from open_api_field where store_id = of_store and field_id = (body ->> 'field')::int
$$;

create function decided_members_hidden(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update segment set members_visible = false where store_id = of_store and label_id = (body ->> 'segment')::int
$$;

create function decided_profile_restricted(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update profile set restricted_at = decided_at, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'profile')::bigint and restricted_at is null;
  update segment set wanted = wanted + 1 where store_id = of_store
$$;

create function decided_consent_withdrawn(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  insert into consent_entry (store_id, profile_id, purpose_id, status, source, at)
  select of_store, p.id, c.id, 'withdrawn', case when body ->> 'source' in ('line', 'facebook', 'api_key') then body ->> 'source' else 'user' end,
    -- The newest entry counts, whatever the clocks said.
    greatest((e ->> 2)::timestamptz, newest.at + interval '1 microsecond')
  from jsonb_array_elements(body -> 'entries') e
  join profile p on p.store_id = of_store and p.id = (e ->> 0)::bigint
  join consent_purpose c on c.store_id = of_store and c.id = (e ->> 1)::int
  left join lateral (select n.status, n.at from consent_entry n
    where n.store_id = of_store and n.profile_id = p.id and n.purpose_id = c.id order by n.at desc, n.id desc limit 1) newest on true
  where newest.status is distinct from 'withdrawn';
  update segment set wanted = wanted + 1
  where store_id = of_store and reads && array(select 'consent:' || (e ->> 1) from jsonb_array_elements(body -> 'entries') e)
$$;

-- Stopped since: it waits until somebody lets it go on.
create function decided_broadcast_stopped(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update broadcast set sub_status = 'paused', reason = 'restored', wait_until = null, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'broadcast')::int and status = 'pending'
$$;

create function decided_message_called(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  insert into broadcast_sent (store_id, broadcast_id, retry_key, profile_id)
  select of_store, b.id, (body ->> 'key')::uuid, p.value::bigint
  from broadcast b, jsonb_array_elements_text(body -> 'people') p
  where b.store_id = of_store and b.id = (body ->> 'broadcast')::int
  on conflict do nothing
$$;

-- Refused people wait for a new key.
create function decided_message_ended(of_store int, decided_at timestamptz, line jsonb) returns void
language plpgsql
as $$
declare
  of_broadcast int := (line ->> 'broadcast')::int;
  of_chunk int;
begin
  if line ->> 'outcome' in ('accepted', 'unknown') then
    update broadcast_sent set outcome = line ->> 'outcome'
    where store_id = of_store and broadcast_id = of_broadcast and retry_key = (line ->> 'key')::uuid;
  else
    delete from broadcast_sent where store_id = of_store and broadcast_id = of_broadcast and retry_key = (line ->> 'key')::uuid;
  end if;
  update broadcast_chunk set status = line ->> 'outcome', body = null, updated_at = clock_timestamp()
  where store_id = of_store and broadcast_id = of_broadcast and retry_key = (line ->> 'key')::uuid
    and status = 'waiting' returning id into of_chunk;
  -- Called before the backup: its people are those of the chunk.
  update broadcast_recipient set updated_at = clock_timestamp(),
    status = case when line ->> 'outcome' in ('accepted', 'unknown') then line ->> 'outcome' else status end,
    chunk = case when line ->> 'outcome' in ('accepted', 'unknown') then chunk end
  where store_id = of_store and broadcast_id = of_broadcast and chunk = of_chunk and status = 'queued';
end $$;

-- Makes a broadcast agree with what was sent after the backup: nobody who was sent to waits, and chunks that nobody
-- was called for are built again.
create function settle_sent(of_store int, of_broadcast int) returns void
language sql
as $$
  update broadcast_chunk c set status = s.outcome, body = null, updated_at = clock_timestamp()
  from (select distinct retry_key, outcome from broadcast_sent where store_id = of_store and broadcast_id = of_broadcast) s
  where c.store_id = of_store and c.broadcast_id = of_broadcast and c.retry_key = s.retry_key and c.status = 'waiting';
  update broadcast_recipient r set status = s.outcome, chunk = null, updated_at = clock_timestamp()
  from (select profile_id, min(outcome) as outcome from broadcast_sent
    where store_id = of_store and broadcast_id = of_broadcast group by profile_id) s
  where r.store_id = of_store and r.broadcast_id = of_broadcast and r.profile_id = s.profile_id and r.status = 'queued';
  with untried as (
    update broadcast_chunk set status = 'refused', body = null, updated_at = clock_timestamp()
    where store_id = of_store and broadcast_id = of_broadcast and status = 'waiting' and tries = 0 returning id
  )
  update broadcast_recipient r set chunk = null from untried u
  where r.store_id = of_store and r.broadcast_id = of_broadcast and r.chunk = u.id and r.status = 'queued';
  -- Messages that were sent are used and not reserved any more.
  update broadcast_quota q set reserved = greatest(q.reserved - n.messages, 0), usage = q.usage + n.messages, updated_at = clock_timestamp()
  from (select b.channel_id, b.quota_month, greatest(b.reserved - count(r.position)::int * b.per_person, 0) as messages
    from broadcast b left join broadcast_recipient r
      on r.store_id = b.store_id and r.broadcast_id = b.id and r.status = 'queued'
    where b.store_id = of_store and b.id = of_broadcast and b.frozen_at is not null
    group by b.channel_id, b.quota_month, b.reserved, b.per_person) n
  where q.store_id = of_store and q.channel_id = n.channel_id and q.month = n.quota_month;
  update broadcast b set queued = n.queued, accepted = n.accepted, failed = n.failed, skipped = n.skipped, unknown = n.unknown,
    reserved = least(b.reserved, n.queued * b.per_person), updated_at = clock_timestamp()
  from (select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'accepted') as accepted,
      count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'skipped') as skipped,
      count(*) filter (where status = 'unknown') as unknown
    from broadcast_recipient where store_id = of_store and broadcast_id = of_broadcast) n
  where b.store_id = of_store and b.id = of_broadcast and b.frozen_at is not null
$$;
