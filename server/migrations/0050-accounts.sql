-- Null until the person has chosen: the browser's language, the store's era. So far nobody could choose.
alter table users
  alter language drop not null, alter language drop default,
  alter era drop not null, alter era drop default;
update users set language = null, era = null;

drop function door.person;
create function door.person(person_id int)
returns table (id int, first_name text, last_name text, email text, language text, era text)
language sql stable security definer set search_path = public, pg_temp
as $$ select u.id, u.first_name, u.last_name, u.email, u.language, u.era from users u where u.id = person_id $$;

-- Changes what a person says of themselves: a key that is missing stays, a null of language or era is the answer that nothing is chosen.
-- A new name is written down in their stores, where others see it.
create function door.change_person(person_id int, change jsonb, request text) returns void
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
    perform door.note(person_id, 'account_changed', request);
  end if;
end $$;

-- Ends every session of a person.
create function door.end_sessions(person_id int, request text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update user_session set revoked_at = now() where user_id = person_id and revoked_at is null and expires_at > now();
  if found then perform door.note(person_id, 'sessions_ended', request); end if;
end $$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'door'::regnamespace and p.proname in ('person', 'change_person', 'end_sessions')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
