-- A new e-mail of a person, once its mailbox has answered (decision 8), and the first sign-in of an account.

-- A change that waits for its link, or for its notice to the former e-mail.
create table email_change (
  id int generated always as identity primary key,
  user_id int not null references users,
  email text not null,
  -- Link of the latest mail; null until it is written.
  token_hash bytea unique,
  expires_at timestamptz not null,
  -- E-mail until the change; null while the change waits.
  former text
);
create index email_change_user on email_change (user_id);
grant select, insert, update, delete on email_change to ruam_auth;

-- step: a column of people
-- True for a person whose restored backup has an e-mail that they had left: no link is mailed there.
alter table users add column email_left boolean not null default false;

-- step: triggers of people
create trigger record_decision_of_email after update on users for each row
  when (lower(old.email) <> lower(new.email)) execute function record_decision('email_changed', 'user', 'id');

-- A new password ends a change that waits: an intruder may have begun it.
create function end_email_change() returns trigger
language plpgsql
as $$
begin
  delete from email_change where user_id = new.id and former is null;
  return null;
end $$;
create trigger end_email_change after update on users for each row
  when (old.password_hash <> new.password_hash) execute function end_email_change();

-- step: functions
-- Begins a change in place of one that waits.
create function auth.request_email(person_id int, new_email text, lives_seconds int) returns int
language sql security definer set search_path = public, pg_temp
as $$
  delete from email_change where user_id = person_id and former is null or expires_at < now() - interval '7 days';
  insert into email_change (user_id, email, expires_at)
  values (person_id, new_email, now() + make_interval(secs => lives_seconds)) returning id
$$;

-- Gives a change that waits a new link. Returns nothing for one that ended.
create function auth.offer_email(change_id int, token bytea) returns table (email text, language text)
language sql security definer set search_path = public, pg_temp
as $$
  update email_change c set token_hash = token from users u
  where c.id = change_id and c.former is null and c.expires_at > now() and u.id = c.user_id
  returning c.email, u.language
$$;

-- Changes an e-mail by its link, once; links to the former one end. Outcome: changed, or taken by another account.
-- Returns nothing for a link that is good for nothing.
create function auth.confirm_email(token bytea, request text) returns table (outcome text, user_id int, change_id int)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  c record;
  former_email text;
begin
  select e.id, e.user_id, e.email into c from email_change e
  where e.token_hash = token and e.former is null and e.expires_at > now();
  if not found then return; end if;
  -- Serializes two links that are used at once: the second finds none.
  select u.email into former_email from users u where u.id = c.user_id for no key update;
  update email_change e set former = former_email, token_hash = null where e.id = c.id and e.former is null;
  if not found then return; end if;
  update users u set email = c.email, mail_failed_at = null, email_left = false, updated_at = clock_timestamp() where u.id = c.user_id;
  delete from password_reset p where p.user_id = c.user_id;
  perform auth.note(c.user_id, 'email_changed', request);
  return query select 'changed'::text, c.user_id, c.id;
exception when unique_violation then
  return query select 'taken'::text, c.user_id, c.id;
end $$;

-- Former e-mail of a change, for its notice.
create function auth.former_email(change_id int) returns table (email text, language text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.former, u.language from email_change c join users u on u.id = c.user_id where c.id = change_id and c.former is not null
$$;

create function auth.end_email_notice(change_id int) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from email_change where id = change_id and former is not null $$;

-- True for a person whose e-mail is theirs as far as this database knows.
create function auth.has_own_email(person_id int) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select not email_left from users where id = person_id $$;

-- True for a new account that nobody has signed in with.
create function auth.is_newcomer(person_id int) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.created_at > now() - interval '30 days'
    and not exists (select from user_session s where s.user_id = u.id)
    and not exists (select from user_device d where d.user_id = u.id)
  from users u where u.id = person_id
$$;

-- As before, but an e-mail that its person had left links nobody.
create or replace function auth.provider_person(
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

  select u.id into account from users u where lower(u.email) = lower(by_email) and not u.email_left for no key update;
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

create function decided_email_changed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$ update users set email_left = true where id = (body ->> 'user')::int $$;
revoke execute on function decided_email_changed(int, timestamptz, jsonb) from public;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'auth'::regnamespace and p.proname = any('{request_email,offer_email,confirm_email,former_email,end_email_notice,
      has_own_email,is_newcomer}')
  loop
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('revoke all on function %s from public', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
