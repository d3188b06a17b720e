-- When a member last opened the store, to a quarter of an hour.
alter table store_member add seen_at timestamptz;

-- One waits for each e-mail: a second one takes the place of the first.
create unique index invitation_pending on invitation (store_id, lower(email)) where status = 'pending';
create index invitation_of_role on invitation (store_id, role_id);

grant select, update on invitation to ruam_door;
grant update on store_member to ruam_door;
-- To hold a row asks for the right to update a column of it.
grant update (updated_at) on store to ruam_door;
create policy door on invitation to ruam_door using (true) with check (true);

create function door.seen_in(person_id int, chosen_store int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update store_member set seen_at = clock_timestamp()
  where store_id = chosen_store and user_id = person_id and removed_at is null
$$;

-- What an invitation's link is good for: pending, accepted, revoked, expired, or nothing at all.
create function door.invitation(token bytea)
returns table (state text, email text, store_name text, role_name text, first_name text, last_name text,
  expires_at timestamptz, has_account boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end,
    i.email, s.name, coalesce(r.name, ''), u.first_name, u.last_name, i.expires_at,
    exists (select from users p where lower(p.email) = lower(i.email))
  from invitation i
  join store s on s.store_id = i.store_id
  join users u on u.id = i.created_by
  left join role r on r.store_id = i.store_id and r.id = i.role_id
  where i.token_hash = token
$$;

-- Makes somebody a member by their invitation's link: a person who is signed in (person_id), or a new one (new_hash). `outcome` is
-- accepted, or why not: invalid, used, revoked, expired, another (signed in as somebody else), known (the e-mail has an account).
-- A person who is signed in gets a further access token of the same session.
create function door.accept_invitation(
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
  select v.store_id into asked_store from invitation v where v.token_hash = token;
  -- Before the invitation is read: roles and members of the store stay as they are until the end (server/roles/access.ts).
  select s.name into named from store s where s.store_id = asked_store for no key update;
  select v.* into i from invitation v where v.token_hash = token;
  if not found then
    return query select 'invalid'::text, null::int, null::int, null::text, null::text;
    return;
  end if;
  outcome := case when i.status = 'accepted' then 'used' when i.status = 'revoked' then 'revoked'
    when i.expires_at <= now() then 'expired' end;
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

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'door'::regnamespace and p.proname in ('seen_in', 'invitation', 'accept_invitation')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
