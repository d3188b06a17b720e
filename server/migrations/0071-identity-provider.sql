-- By whom a person is known to the identity provider.
create table user_identity (
  issuer text not null,
  subject text not null,
  user_id int not null references users,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject),
  unique (issuer, user_id)
);
-- Sign-ins through it that are under way: each is ended once.
create table provider_try (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
grant select, insert on user_identity to ruam_door;
grant select, insert, delete on provider_try to ruam_door;

create function door.begin_provider(token bytea, lives_seconds int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from provider_try where expires_at < now();
  insert into provider_try (token_hash, expires_at) values (token, now() + make_interval(secs => lives_seconds))
$$;

-- Whether this sign-in was begun here, is young enough and was not ended before; from then on it was.
create function door.end_provider(token bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from provider_try where token_hash = token and expires_at > now();
  return found;
end $$;

-- Whom the identity provider means: the person with this subject; at the first time the one with this e-mail, if the provider has
-- verified it and no other subject has that person; or somebody who is invited by it, who becomes a person without a password and a member by the
-- newest invitation. `outcome` is in, or why not: unverified, taken, uninvited.
create function door.provider_person(
  by_issuer text, by_subject text, by_email text, verified boolean, new_first_name text, new_last_name text, request text)
returns table (outcome text, user_id int)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  account int;
  link bytea;
begin
  select i.user_id into account from user_identity i where i.issuer = by_issuer and i.subject = by_subject;
  if found then return query select 'in'::text, account; return; end if;
  if verified is not true or coalesce(by_email, '') = '' then return query select 'unverified'::text, null::int; return; end if;

  select u.id into account from users u where lower(u.email) = lower(by_email) for no key update;
  if account is null then
    select i.token_hash into link from invitation i join store s on s.store_id = i.store_id and s.deleted_at is null
    where lower(i.email) = lower(by_email) and i.status = 'pending' and i.expires_at > now()
      and invitation_stands(i.store_id, i.id)
    order by i.created_at desc, i.id desc limit 1;
    select a.user_id into account
    from door.accept_invitation(link, null, new_first_name, new_last_name, '', null, null, 0, request) a where a.outcome = 'accepted';
    if account is null then return query select 'uninvited'::text, null::int; return; end if;
  end if;
  insert into user_identity (issuer, subject, user_id) values (by_issuer, by_subject, account) on conflict do nothing;
  if found then
    perform door.note(account, 'identity_linked', request);
  elsif not exists (select from user_identity i
    where i.issuer = by_issuer and i.subject = by_subject and i.user_id = account) then
    return query select 'taken'::text, null::int;
    return;
  end if;
  return query select 'in'::text, account;
end $$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'door'::regnamespace and p.proname in ('begin_provider', 'end_provider', 'provider_person')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
-- Called by a function of the door.
grant execute on function door.accept_invitation(bytea, int, text, text, text, bigint, bytea, int, text) to ruam_door;
grant execute on function door.note(int, text, text) to ruam_door;
