-- What became of the mail of an invitation; null of one whose link its maker was shown.
alter table invitation
  add mail text check (mail in ('waiting', 'sent', 'failed')),
  add mail_failure text check (mail_failure in ('refused', 'unreachable', 'busy', 'rejected'));

-- Since when mail to a person comes back; null once one has gone through.
alter table users add mail_failed_at timestamptz;

-- Links that were mailed to somebody who has lost a password.
create table password_reset (
  token_hash bytea primary key,
  user_id int not null references users,
  expires_at timestamptz not null
);
create index password_reset_user on password_reset (user_id);
grant select, insert, delete on password_reset to ruam_door;

drop function door.person;
create function door.person(person_id int)
returns table (id int, first_name text, last_name text, email text, language text, era text, mail_failed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.first_name, u.last_name, u.email, u.language, u.era, u.mail_failed_at from users u where u.id = person_id
$$;

-- Keeps whether mail reaches a person.
create function door.mail_ended(person_id int, went boolean) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update users set mail_failed_at = case when went then null else clock_timestamp() end
  where id = person_id and not (went and mail_failed_at is null)
$$;

-- A link for a person who has lost a password, beside those that were mailed before and may arrive later.
create function door.offer_reset(person_id int, token bytea, lives_seconds int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from password_reset where expires_at < now();
  insert into password_reset (token_hash, user_id, expires_at)
  select token, id, now() + make_interval(secs => lives_seconds) from users where id = person_id
$$;

-- Whose password a link sets; nothing of one that was used, is too old, or never was.
create function door.reset_of(token bytea) returns table (user_id int, first_name text, last_name text, email text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.first_name, u.last_name, u.email from password_reset p join users u on u.id = p.user_id
  where p.token_hash = token and p.expires_at > now()
$$;

-- Sets a password by a mailed link, once: every link and every session of the person ends, and no device is known any more.
create function door.reset_password(token bytea, new_hash text, request text) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  person_id int;
begin
  select user_id into person_id from password_reset where token_hash = token;
  -- Of two links that are used at once the second finds none.
  perform from users where id = person_id for no key update;
  delete from password_reset where token_hash = token and expires_at > now();
  if not found then return null; end if;
  delete from password_reset where user_id = person_id;
  update users set password_hash = new_hash, updated_at = clock_timestamp() where id = person_id;
  update user_session set revoked_at = now() where user_id = person_id and revoked_at is null;
  delete from user_device where user_id = person_id;
  perform door.note(person_id, 'password_recovered', request);
  return person_id;
end $$;

-- Where somebody has signed in, to be told of it.
create function door.session_seen(session bigint) returns table (device text, address text, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$ select device, address, created_at from user_session where id = session $$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'door'::regnamespace
      and p.proname in ('person', 'mail_ended', 'offer_reset', 'reset_of', 'reset_password', 'session_seen')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
