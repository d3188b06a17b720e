-- A password that is set on the machine is written into the audit logs of all servers on which its person has stores.

-- As before, and an act on the machine is no act of its person.
create or replace function auth.note(person_id int, what text, request text) returns void
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

create or replace function auth.set_password(owner_email text, new_hash text) returns boolean
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
